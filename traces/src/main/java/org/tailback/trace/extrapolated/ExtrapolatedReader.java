package org.tailback.trace.extrapolated;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.extrapolation.ExtrapolatedProgram;
import org.tailback.extrapolation.Extrapolation;
import org.tailback.extrapolation.Scaling;
import org.tailback.stability.Beta;
import org.tailback.trace.ProgramTrace;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;
import org.tailback.trace.Traces;

/**
 * Reader of extrapolated programs, which are used as traces. The path is a text with the recordings and the number of
 * ranks, such as {@code extrapolate:cg-16,cg-64,ranks=1024}. See {@link Extrapolation}.
 */
@Beta
public final class ExtrapolatedReader extends TraceReader {
    public static final String NAME = "extrapolated";

    private static final String PREFIX = "extrapolate:";
    private static final String FORM = "expected " + PREFIX + "TRACE,TRACE,…,ranks=P";

    public ExtrapolatedReader() {
        super(
                NAME,
                "a code on more ranks than it was recorded on, " + PREFIX
                        + "TRACE,TRACE,…,ranks=P[,scaling=weak|strong]",
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_FLOPS,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.COMMUNICATORS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return false;
    }

    @Override
    public boolean isNamedBy(String text) {
        return text.startsWith(PREFIX);
    }

    /** Returns the text with the paths of recordings relative to a folder. */
    @Override
    public List<String> runs(Path folder, String text) {
        return List.of(PREFIX
                + parts(text)
                        .map(part ->
                                isSetting(part) ? part : folder.resolve(part).toString())
                        .collect(Collectors.joining(",")));
    }

    /** Returns the text with the names of recordings without their folders. */
    @Override
    public String label(String text) {
        return PREFIX
                + parts(text)
                        .map(part -> part.substring(part.lastIndexOf('/') + 1))
                        .collect(Collectors.joining(","));
    }

    /** Returns the files and folders of the recordings. */
    @Override
    public Optional<List<Path>> files(Path path) {
        return Optional.of(recordings(
                parts(path.toString()).filter(part -> !isSetting(part)).toList()));
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        String text = path.toString();
        if (!isNamedBy(text)) {
            throw InputException.at(text, FORM, "");
        }
        int ranks = 0;
        Scaling scaling = Scaling.RECOGNISED;
        List<String> traces = new ArrayList<>();
        for (String part : parts(text).toList()) {
            if (part.startsWith("ranks=")) {
                ranks = ranks(text, part.substring("ranks=".length()));
            } else if (part.startsWith("scaling=")) {
                scaling = scaling(text, part.substring("scaling=".length()));
            } else if (isSetting(part)) {
                throw InputException.at(text, "unknown setting '" + part + "'", FORM.replace("expected", "Expected"));
            } else {
                traces.add(part);
            }
        }
        if (ranks == 0) {
            throw InputException.at(text, "the number of ranks is missing", FORM.replace("expected", "Expected"));
        }
        return new ProgramTrace(NAME, of(traces, null, options, scaling, ranks));
    }

    private static Stream<String> parts(String text) {
        return Splitter.on(',').trimResults().omitEmptyStrings().splitToStream(text.substring(PREFIX.length()));
    }

    private static boolean isSetting(String part) {
        return part.matches("[a-z]+=.*") && !Files.exists(Path.of(part));
    }

    /**
     * Returns the files and folders that match a list of names; {@code *} and {@code ?} in the last part of a name are
     * wildcards.
     */
    private static List<Path> recordings(List<String> names) {
        List<Path> found = new ArrayList<>();
        for (String name : names) {
            int end = name.lastIndexOf('/') + 1;
            String pattern = name.substring(end);
            if (!pattern.contains("*") && !pattern.contains("?")) {
                found.add(Path.of(name));
                continue;
            }
            Path folder = Path.of(name.substring(0, end));
            List<Path> matching = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, pattern)) {
                entries.forEach(matching::add);
            } catch (IOException | DirectoryIteratorException e) {
                throw new InputException(name + ": the folder cannot be read (" + e.getMessage() + ")");
            }
            if (matching.isEmpty()) {
                throw new InputException(name + ": no file or folder has such a name");
            }
            Collections.sort(matching);
            found.addAll(matching);
        }
        return found;
    }

    /**
     * Reads recordings and returns the program for a different number of ranks.
     *
     * @param traces files or folders of the recordings; {@code *} and {@code ?} in the last part of a path are
     *     wildcards
     * @param format format of all recordings; null to recognise it
     * @param ranks number of ranks, >= 1
     * @throws InputException if a recording cannot be read, or the extrapolation is refused
     */
    public static ExtrapolatedProgram of(
            List<String> traces, @Nullable String format, TraceOptions options, Scaling scaling, int ranks) {
        Extrapolation extrapolation = new Extrapolation().scaling(scaling);
        for (Path each : recordings(traces)) {
            try (Trace trace = Traces.open(each, format, options)) {
                extrapolation.recording(String.valueOf(each.getFileName()), trace);
            }
        }
        return extrapolation.on(ranks);
    }

    private static int ranks(String place, String text) {
        if (!text.matches("[1-9]\\d{0,7}")) {
            throw InputException.at(
                    place, "'ranks' must be a whole number from 1 to 99999999, found '" + text + "'", "");
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns the scaling of a problem by its name.
     *
     * @throws InputException if there is no scaling with this name
     */
    public static Scaling scaling(String place, String text) {
        return Stream.of(Scaling.values())
                .filter(each -> each.label().equals(text))
                .findFirst()
                .orElseThrow(() -> InputException.at(
                        place, "'scaling' must be weak, strong or recognised, found '" + text + "'", ""));
    }
}
