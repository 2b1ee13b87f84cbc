package org.tailback.cli.option;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.settings.Labels;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converters of option texts to values, with messages that name the expected form. The converters are classes, not
 * lambdas: the format of picocli's class files is so old that Java 17 crashes when it archives a lambda that implements
 * one of picocli's interfaces.
 */
public final class Converters {
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[-+]?[0-9]+");

    private Converters() {}

    /** Registers the converters; all subcommands must have been added. */
    public static void register(CommandLine commandLine) {
        commandLine.registerConverter(Path.class, new ToPath());
        commandLine.registerConverter(int.class, new ToInt());
        commandLine.registerConverter(Integer.class, new ToInt());
        commandLine.registerConverter(long.class, new ToLong());
        commandLine.registerConverter(double.class, new ToDouble());
        commandLine.registerConverter(Double.class, new ToDouble());
    }

    /** Converter of a name to the constant of an enum. */
    record ToConstant<E extends Enum<E>>(Class<E> constants) implements ITypeConverter<E> {
        @Override
        public E convert(String text) {
            return named(constants, text);
        }
    }

    private static final class ToPath implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.isEmpty()) {
                // an unset variable of the shell is an empty word; as a path it would be the current folder
                throw new TypeConversionException("expected a path, found an empty text");
            }
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new TypeConversionException("expected a path, found '" + text + "': " + e.getReason());
            }
        }
    }

    private static final class ToInt implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) wholeNumber(text, Integer.MAX_VALUE);
        }
    }

    private static final class ToLong implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return wholeNumber(text, Long.MAX_VALUE);
        }
    }

    private static final class ToDouble implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                return Double.parseDouble(text.strip());
            } catch (NumberFormatException e) {
                throw new TypeConversionException("expected a number, found '" + text + "'");
            }
        }
    }

    private static long wholeNumber(String text, long maximum) {
        String word = text.strip();
        try {
            long number = Long.parseLong(word);
            if (Math.abs(number) <= maximum) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the messages below name the expected form
        }
        throw new TypeConversionException(
                WHOLE_NUMBER.matcher(word).matches()
                        ? "expected a whole number from " + -maximum + " to " + maximum + ", found '" + text + "'"
                        : "expected a whole number, found '" + text + "'");
    }

    /**
     * Returns the constant of a {@linkplain Labels label}.
     *
     * @throws TypeConversionException if no constant has this label
     */
    public static <E extends Enum<E>> E named(Class<E> constants, String name) {
        E constant = Labels.find(constants, name);
        if (constant == null) {
            List<String> names = Labels.all(constants);
            int last = names.size() - 1;
            throw new TypeConversionException("expected " + String.join(", ", names.subList(0, last)) + " or "
                    + names.get(last) + ", found '" + name + "'");
        }
        return constant;
    }
}
