package org.tailback.trace.extrapolated;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.extrapolation.ExtrapolatedProgram;
import org.tailback.extrapolation.Extrapolation;
import org.tailback.extrapolation.Scaling;
import org.tailback.program.Program;
import org.tailback.stability.Beta;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;
import org.tailback.trace.Traces;

/**
 * Extrapolated programs in the place of traces; the path is the text that names the recordings and the number of ranks,
 * such as {@code extrapolate:cg-16,cg-64,ranks=1024}. See {@link Extrapolation}.
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

    @Override
    public Trace open(Path path, TraceOptions options) {
        String text = path.toString();
        if (!isNamedBy(text)) {
            throw InputException.at(text, FORM, "");
        }
        List<Path> traces = new ArrayList<>();
        int ranks = 0;
        Scaling scaling = Scaling.RECOGNISED;
        for (String part : Splitter.on(',').trimResults().omitEmptyStrings().split(text.substring(PREFIX.length()))) {
            if (part.startsWith("ranks=")) {
                ranks = ranks(text, part.substring("ranks=".length()));
            } else if (part.startsWith("scaling=")) {
                scaling = scaling(text, part.substring("scaling=".length()));
            } else {
                traces.add(Path.of(part));
            }
        }
        if (ranks == 0) {
            throw InputException.at(text, "the number of ranks is missing", FORM.replace("expected", "Expected"));
        }
        return new Extrapolated(of(traces, null, options, scaling, ranks));
    }

    /**
     * Reads recordings and returns the program on another number of ranks.
     *
     * @param traces files or folders
     * @param format of all; null to recognise it
     * @param ranks >= 1
     * @throws InputException if a recording cannot be read, or the extrapolation is refused
     */
    public static ExtrapolatedProgram of(
            List<Path> traces, @Nullable String format, TraceOptions options, Scaling scaling, int ranks) {
        Extrapolation extrapolation = new Extrapolation().scaling(scaling);
        for (Path each : traces) {
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
     * Returns how a problem was scaled, by its name.
     *
     * @throws InputException if there is no such name
     */
    public static Scaling scaling(String place, String text) {
        return Stream.of(Scaling.values())
                .filter(each -> each.label().equals(text))
                .findFirst()
                .orElseThrow(() -> InputException.at(
                        place, "'scaling' must be weak, strong or recognised, found '" + text + "'", ""));
    }

    private record Extrapolated(ExtrapolatedProgram program) implements Trace {
        @Override
        public String format() {
            return NAME;
        }

        @Override
        public int ranks() {
            return program.ranks();
        }

        @Override
        public Program open(int rank) {
            return program.open(rank);
        }

        @Override
        public List<String> approximations() {
            return program.approximations();
        }

        @Override
        public boolean callsKernels() {
            return program.callsKernels();
        }
    }
}
