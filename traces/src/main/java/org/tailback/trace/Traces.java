package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.ForeignFiles;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Beta;
import org.tailback.trace.io.Numbers;

/** Registry of trace formats. It recognises the format of a trace and opens the trace. */
public final class Traces {
    private static final Logger LOG = LoggerFactory.getLogger(Traces.class);

    private Traces() {}

    /**
     * Returns all formats on the class path, sorted by name, including formats that are recognised but cannot be read.
     */
    public static List<TraceFormat> formats() {
        return Found.FORMATS;
    }

    /** Formats on the class path. They are searched once, because every opened trace needs all formats. */
    private static final class Found {
        static final ImmutableList<TraceFormat> FORMATS = find();
    }

    private static ImmutableList<TraceFormat> find() {
        ClassLoader loader = Traces.class.getClassLoader();
        List<TraceFormat> found = new ArrayList<>();
        ServiceLoader.load(TraceReader.class, loader).forEach(found::add);
        ServiceLoader.load(ScheduleReader.class, loader).forEach(found::add);
        return ImmutableList.sortedCopyOf(Comparator.comparing(TraceFormat::name), found);
    }

    /** Returns the readers of all formats of programs that can be read, sorted by name. */
    public static List<TraceReader> readers() {
        return formats().stream()
                .filter(TraceFormat::isRead)
                .filter(TraceReader.class::isInstance)
                .map(TraceReader.class::cast)
                .toList();
    }

    /** Returns the writers of all forms in which programs can be written, sorted by name. */
    public static List<TraceWriter> writers() {
        return ServiceLoader.load(TraceWriter.class, Traces.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(TraceWriter::name))
                .toList();
    }

    /**
     * Returns a writer by the name of its form.
     *
     * @throws InputException if no form has this name
     */
    public static TraceWriter writerNamed(String form) {
        List<String> names = writers().stream().map(TraceWriter::name).toList();
        return writers().stream()
                .filter(writer -> writer.name().equals(form))
                .findFirst()
                .orElseThrow(() -> new InputException("--output-format: unknown format '" + form + "'. "
                        + Suggestion.of(form, names) + "Forms:\n" + forms(writer -> true)));
    }

    /**
     * Returns the writer for a target's name: the writer with the longest matching suffix.
     *
     * @throws InputException if no form has a matching suffix
     */
    public static TraceWriter writerFor(Path target) {
        String name = target.toString().toLowerCase(Locale.ROOT);
        return writers().stream()
                .flatMap(writer -> writer.suffixes().stream()
                        .filter(name::endsWith)
                        .map(suffix -> Map.entry(suffix.length(), writer)))
                .max(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .orElseThrow(() -> new InputException(target
                        + ": no form has the ending of the file's name. Forms:\n"
                        + forms(writer -> true)
                        + "\nSelect the form with --output-format NAME, or choose another name"));
    }

    /** Returns a text that describes the forms of the accepted writers, one per line. */
    public static String forms(Predicate<TraceWriter> which) {
        return writers().stream()
                .filter(which)
                .map(writer ->
                        "  " + writer.name() + " (" + String.join(", ", writer.suffixes()) + "): " + writer.summary())
                .collect(Collectors.joining("\n"));
    }

    /** Opens a trace in the format recognised by its content, with default options. */
    public static Trace open(Path path) {
        return open(path, null, TraceOptions.DEFAULTS);
    }

    /**
     * Opens a trace.
     *
     * @param path path of a file or folder
     * @param format name of the trace's format, or null to recognise it
     * @throws InputException if the path does not exist, the format's name is unknown, no format or several formats
     *     recognise the content, the trace is a schedule, or the reader cannot open the trace
     */
    public static Trace open(Path path, @Nullable String format, TraceOptions options) {
        TraceFormat found = formatOf(path, format);
        if (found instanceof TraceReader reader) {
            Trace trace = reader.open(path, options);
            if (options.dropsFiles()) {
                trace.dropFileTimes();
            }
            return switch (options.unmatched()) {
                case REFUSE -> trace;
                case PAIR -> {
                    trace.pairUnmatched();
                    yield trace;
                }
                case DROP -> MatchedTrace.of(trace);
            };
        }
        throw new InputException(path + ": format " + found.name()
                + " has dependency graphs instead of programs and cannot be used here");
    }

    /**
     * Returns the path of a trace that a file names. Paths are relative to the file's folder. The name of a generated
     * program is returned unchanged, see {@link TraceFormat#isNamedBy}.
     *
     * @throws InputException if there is no such file, and the text names an unknown generator
     */
    public static Path pathIn(Path folder, String text) {
        List<Path> runs = runsIn(folder, text);
        return runs.size() == 1 ? runs.get(0) : Path.of(text);
    }

    /**
     * Returns the runs of a trace that a file or a command line names: the path from {@link #pathIn}, or the names of
     * all runs in a settings file such as an HPL.dat.
     *
     * @throws InputException if the file does not exist or is damaged
     */
    public static List<Path> runsIn(Path folder, String text) {
        Path path = folder.resolve(text);
        if (Files.exists(path)) {
            return List.of(path);
        }
        return generator(Path.of(text))
                .map(format -> format.runs(folder, text).stream().map(Path::of).toList())
                .orElse(List.of(path));
    }

    /**
     * Returns whether a path is the name of a generated program and not the path of a file.
     *
     * @throws InputException if there is no such file, and the path names an unknown generator
     */
    public static boolean isGenerated(Path path) {
        return generator(path).isPresent();
    }

    private static Optional<TraceFormat> generator(Path path) {
        return Files.exists(path)
                ? Optional.empty()
                : formats().stream()
                        .filter(format -> format.isNamedBy(path.toString()))
                        .findFirst();
    }

    /**
     * Returns the name of a trace for messages: the name of its file or folder, or the name of a generated program.
     *
     * @throws InputException if there is no such file, and the path names an unknown generator
     */
    @Beta
    public static String label(Path path) {
        return generator(path)
                .map(format -> format.label(path.toString()))
                .orElseGet(() -> String.valueOf(path.getFileName()));
    }

    /**
     * Returns the format of a trace or of a generated program. If the file does not exist, the path may be a name such
     * as {@code ring:ranks=8,bytes=1kB}, see {@link TraceFormat#isNamedBy}.
     *
     * @param name name of the trace's format, or null to recognise it
     * @throws InputException if the path does not exist, the format's name is unknown, or no format or several formats
     *     recognise the content
     */
    public static TraceFormat formatOf(Path path, @Nullable String name) {
        TraceFormat generator = generator(path).orElse(null);
        if (generator != null) {
            if (name != null && !named(name).name().equals(generator.name())) {
                throw new InputException(
                        path + ": there is no such file; the name belongs to a generated program (format "
                                + generator.name() + "), not to a trace of format '" + name
                                + "'. Leave out the input format, or correct the path");
            }
            if (name == null) {
                LOG.info("{}: format {}, by name, because there is no such file", path, generator.name());
            }
            return generator;
        }
        TraceSample sample = TraceSample.of(path);
        if (name != null) {
            return named(name);
        }
        TraceFormat found = recognise(sample);
        LOG.info("{}: format {}, recognised by content", path, found.name());
        return found;
    }

    /**
     * Returns a format by its name.
     *
     * @throws InputException if no format has this name
     */
    public static TraceFormat named(String format) {
        List<String> names = formats().stream().map(TraceFormat::name).toList();
        return formats().stream()
                .filter(found -> found.name().equals(format))
                .findFirst()
                .orElseThrow(() -> new InputException("Unknown trace format '" + format + "'. "
                        + Suggestion.of(format, names) + "Formats: " + String.join(", ", names)));
    }

    /**
     * Returns the format that recognises a sample.
     *
     * @throws InputException if no format or more than one format recognises the sample
     */
    public static TraceFormat recognise(TraceSample sample) {
        List<TraceFormat> found =
                formats().stream().filter(format -> format.recognises(sample)).toList();
        if (found.isEmpty() && sample.isDamagedGzip()) {
            throw InputException.at(
                    sample.path().toString(),
                    "a truncated or damaged gzip file: it cannot be unpacked",
                    "Copy or record it again");
        }
        if (found.isEmpty()) {
            ForeignFiles.refuse(sample.path());
            throw new InputException(sample.path() + ": not recognised as a trace; " + seen(sample) + ". Formats:\n"
                    + formats().stream()
                            .filter(TraceFormat::isRead)
                            .map(reader -> "  " + reader.name() + ": " + reader.summary())
                            .collect(Collectors.joining("\n"))
                    + "\nIf the trace has one of these formats, name the format (--input-format)");
        }
        if (found.size() > 1) {
            throw new InputException(sample.path() + ": several formats are possible, "
                    + found.stream().map(TraceFormat::name).collect(Collectors.joining(" and "))
                    + ". Name the format (--input-format)");
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
