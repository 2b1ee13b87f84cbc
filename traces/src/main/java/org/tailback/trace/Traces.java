package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.trace.io.Numbers;

/** Finds the reader of a trace and opens it. */
public final class Traces {
    private Traces() {}

    /** The readers of all formats found on the class path, sorted by name. */
    public static List<TraceReader> readers() {
        return ServiceLoader.load(TraceReader.class, Traces.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(TraceReader::name))
                .collect(ImmutableList.toImmutableList());
    }

    /**
     * Opens a trace.
     *
     * @param path a file or folder
     * @param format name of its format, or null to recognise it
     * @throws InputException if there is nothing at the path, the format's name is unknown, the content is of no known
     *     format or of several, or the reader cannot use it
     */
    public static Trace open(Path path, @Nullable String format, TraceOptions options) {
        TraceSample sample = TraceSample.of(path);
        TraceReader reader = format == null ? recognise(sample) : named(format);
        return reader.open(path, options);
    }

    /**
     * The reader of a format.
     *
     * @throws InputException if there is none of this name
     */
    public static TraceReader named(String format) {
        List<String> names = readers().stream().map(TraceReader::name).toList();
        return readers().stream()
                .filter(reader -> reader.name().equals(format))
                .findFirst()
                .orElseThrow(() -> new InputException("Unknown trace format '" + format + "'. "
                        + Suggestion.of(format, names) + "Formats: " + String.join(", ", names)));
    }

    /**
     * The one reader that recognises a sample.
     *
     * @throws InputException if there is none, or more than one
     */
    public static TraceReader recognise(TraceSample sample) {
        List<TraceReader> found =
                readers().stream().filter(reader -> reader.recognises(sample)).toList();
        if (found.isEmpty()) {
            throw new InputException(sample.path() + ": not recognised as a trace; " + seen(sample) + ". Formats:\n"
                    + readers().stream()
                            .map(reader -> "  " + reader.name() + ": " + reader.summary())
                            .collect(Collectors.joining("\n"))
                    + "\nIf it is one of them, name the format");
        }
        if (found.size() > 1) {
            throw new InputException(sample.path() + ": may be of several formats, "
                    + found.stream().map(TraceReader::name).collect(Collectors.joining(" and ")) + ". Name the format");
        }
        return found.get(0);
    }

    private static String seen(TraceSample sample) {
        if (sample.isFolder()) {
            int count = sample.names().size();
            return count == 0
                    ? "the folder is empty"
                    : "the folder holds " + count + (count == 1 ? " entry: " : " entries: ")
                            + sample.names().stream().limit(5).collect(Collectors.joining(", "))
                            + (count > 5 ? ", …" : "");
        }
        byte[] leading = sample.leadingBytes();
        return leading.length == 0
                ? "the file is empty"
                : "it begins with '" + Numbers.printable(leading, 0, leading.length) + "'";
    }
}
