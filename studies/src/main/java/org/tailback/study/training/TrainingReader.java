package org.tailback.study.training;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/** Reader of descriptions of training steps, which take the place of traces; see {@link TrainingStep}. */
public final class TrainingReader extends TraceReader {
    /** Name of the format. */
    public static final String NAME = "training";

    private static final Pattern MODEL = Pattern.compile("(?m)^model:");
    private static final Pattern PARALLELISM = Pattern.compile("(?m)^parallelism:");
    /** Creates the reader; called by the service loader. */
    public TrainingReader() {
        super(
                NAME,
                "description of training steps (YAML with the sections model and parallelism), generated as a program",
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.COMMUNICATORS);
    }

    @Override
    public boolean isOfGpus() {
        return true;
    }

    @Override
    public boolean recognises(TraceSample sample) {
        if (sample.isFolder()) {
            return false;
        }
        String text = sample.leadingText();
        return MODEL.matcher(text).find() && PARALLELISM.matcher(text).find()
                || text.startsWith("{") && text.contains("\"hidden_size\"") && ModelConfig.isOne(text);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new TrainingProgram(TrainingStep.read(path, Map.of(), null, Optional.empty(), null, true));
    }
}
