package org.tailback.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.settings.Labels;

/**
 * Arguments in their plain form: a command, its arguments, and options that are given once and have at most one value.
 * Their fields are set without picocli, whose reading of annotations takes a third of a small replay. Everything else
 * (help, mistakes, lists, several short options in one word) is left to picocli.
 *
 * <p>The table {@code plain-arguments.txt} has a line for each option or position: the command (* for all), the name,
 * the path of fields from the command (or from {@link CommonOptions}), and {@code true} or {@code false}, which the
 * option sets, or {@code required}. {@code PlainArgumentsTest} compares it with picocli's annotations and renews it.
 */
final class PlainArguments {
    private static final String TABLE = "plain-arguments.txt";
    private static final String REQUIRED = "required";

    private final Map<String, String[]> lines = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private final Set<String> paths = new HashSet<>();
    private final Command command;
    private final CommonOptions common;

    private PlainArguments(String name, Command command, CommonOptions common) throws IOException {
        this.command = command;
        this.common = common;
        try (InputStream table = PlainArguments.class.getResourceAsStream(TABLE)) {
            if (table == null) {
                throw new IOException(TABLE);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("* ") || line.startsWith(name) && line.charAt(name.length()) == ' ') {
                    String[] columns = line.split(" ", -1);
                    lines.put(columns[1], columns);
                    if (is(columns, REQUIRED)) {
                        missing.add(columns[2]);
                    }
                }
            }
        }
    }

    /**
     * Sets the fields that the arguments after the first name, if all of them are plain.
     *
     * @param args the name of the command and what follows it
     * @return whether they are; if not, some fields may be set
     */
    static boolean set(String[] args, Command command, CommonOptions common) {
        try {
            return new PlainArguments(args[0], command, common).setAll(args);
        } catch (IOException | ReflectiveOperationException | IllegalArgumentException e) {
            // a value that is no number, path or constant: picocli says what was expected
            return false;
        }
    }

    private boolean setAll(String[] args) throws ReflectiveOperationException {
        int positions = 0;
        for (int i = 1; i < args.length; i++) {
            String name = args[i];
            String value = name;
            if (name.startsWith("-")) {
                int equals = name.indexOf('=');
                value = equals < 0 ? null : name.substring(equals + 1);
                name = equals < 0 ? name : name.substring(0, equals);
            } else {
                name = Integer.toString(positions++);
            }
            String[] line = lines.get(name);
            if (line == null) {
                return false;
            }
            if (is(line, "true") || is(line, "false")) {
                if (value != null) {
                    return false;
                }
                value = line[3];
            } else if (value == null && ++i < args.length) {
                value = args[i];
            }
            if (value == null || value.isEmpty() || "-@".indexOf(value.charAt(0)) >= 0 || !paths.add(line[2])) {
                return false;
            }
            setOne(line[0].equals("*") ? common : command, line[2], value);
            missing.remove(line[2]);
        }
        return missing.isEmpty();
    }

    private static boolean is(String[] line, String mark) {
        return line.length > 3 && line[3].equals(mark);
    }

    private static void setOne(Object root, String path, String value) throws ReflectiveOperationException {
        Object owner = root;
        int from = 0;
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
            owner = field(owner, path.substring(from, dot)).get(owner);
            from = dot + 1;
        }
        Field field = field(owner, path.substring(from));
        field.set(owner, converted(field.getType(), value));
    }

    private static Field field(Object owner, String name) throws NoSuchFieldException {
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static Object converted(Class<?> type, String value) {
        if (type == String.class) {
            return value;
        } else if (type == Path.class) {
            return Path.of(value);
        } else if (type == boolean.class || type == Boolean.class) {
            return value.equals("true");
        } else if (type == int.class || type == Integer.class) {
            return Integer.parseInt(value.strip());
        } else if (type == long.class || type == Long.class) {
            return Long.parseLong(value.strip());
        } else if (type == double.class || type == Double.class) {
            return Double.parseDouble(value.strip());
        }
        return constant(type, value);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(Class<?> type, String value) {
        Object constant = Labels.find((Class<Enum>) type.asSubclass(Enum.class), value);
        if (constant == null) {
            throw new IllegalArgumentException(value);
        }
        return constant;
    }
}
