package org.tailback.trace.astrasim;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reads text workloads of ASTRA-sim 1 and SimAI. Where the text does not say for how many GPUs it is, the path is
 * {@code astra-sim:file=PATH,gpus=8}, with {@code group} and {@code passes} if wanted.
 *
 * <p>Reference: the descriptions of the format in the documentation of ASTRA-sim and of SimAI's workload generator
 * AICB.
 */
public final class AstraReader implements TraceReader {
    /** Name of the format. */
    public static final String NAME = "astra-sim";

    private static final String PREFIX = NAME + ":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "text workload of ASTRA-sim 1 or SimAI (AICB): a policy, a number of layers, and a line for each";
    }

    @Override
    public Set<TraceContent> carries() {
        return ImmutableSet.of(TraceContent.COLLECTIVES, TraceContent.COMPUTE_SECONDS, TraceContent.COMMUNICATORS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return !sample.isFolder() && AstraWorkload.isBegunBy(sample.leadingText());
    }

    @Override
    public boolean isNamedBy(String text) {
        return text.startsWith(PREFIX);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        String text = path.toString();
        if (!text.startsWith(PREFIX)) {
            AstraWorkload workload = AstraWorkload.read(path);
            if (workload.gpus() == 0) {
                throw InputException.at(
                        text, "does not say for how many GPUs it is", "Write " + PREFIX + "file=" + text + ",gpus=8");
            }
            return new AstraProgram(workload, text, workload.gpus(), workload.value(AstraWorkload.TENSOR, 1), 1);
        }
        Settings settings = ModelChoice.parse(text).settings();
        settings.rejectUnknown(List.of("file", "gpus", "group", "passes"));
        AstraWorkload workload = AstraWorkload.read(Path.of(settings.text("file")));
        return new AstraProgram(
                workload,
                text,
                workload.gpus() == 0
                        ? settings.integer("gpus", 1, AstraWorkload.MOST)
                        : settings.integer("gpus", 1, AstraWorkload.MOST, workload.gpus()),
                settings.integer("group", 1, AstraWorkload.MOST, workload.value(AstraWorkload.TENSOR, 1)),
                settings.integer("passes", 1, AstraWorkload.MOST, 1));
    }
}
