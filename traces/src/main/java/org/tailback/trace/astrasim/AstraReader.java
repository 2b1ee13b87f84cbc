package org.tailback.trace.astrasim;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Settings;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reader of text workloads of ASTRA-sim 1 and SimAI. If the text does not state the number of GPUs, the path is {@code
 * astra-sim:file=PATH,gpus=8}, optionally with {@code group}, {@code passes} and {@code block}.
 *
 * <p>Reference: the descriptions of the format in the documentation of ASTRA-sim and of SimAI's workload generator
 * AICB.
 */
public final class AstraReader extends TraceReader {
    public static final String NAME = "astra-sim";

    private static final String PREFIX = NAME + ":";

    public AstraReader() {
        super(
                NAME,
                "text workload of ASTRA-sim 1 or SimAI (AICB): a policy, a number of layers, and one line per layer",
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.COMMUNICATORS);
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
        boolean named = isNamedBy(text);
        Settings settings = named
                ? ModelChoice.parse(text).settings()
                : Settings.ofScalars(NAME, text, ImmutableMap.of("file", text));
        settings.rejectUnknown(List.of("file", "gpus", "group", "passes", "block"));
        AstraWorkload workload = AstraWorkload.read(Path.of(settings.text("file")));
        String prefix = PREFIX + "file=" + settings.text("file");
        int group = settings.integer("group", 1, AstraWorkload.MOST, workload.value(AstraWorkload.TENSOR, 1));
        boolean needsGroup = workload.needsGroup && !settings.has("group");
        if (needsGroup || workload.gpus() == 0 && !settings.has("gpus")) {
            // at least two GPUs share the weights of a group, so that they communicate
            long gpus = 2L * group * workload.value("ep", 1) * workload.value("pp", 1);
            throw InputException.at(
                    text,
                    needsGroup
                            ? "does not state the number of GPUs in the first dimension of the network, which form the"
                                    + " groups of its policy"
                            : "does not state its number of GPUs",
                    "Write " + prefix + ",gpus=" + multiple(gpus) + (needsGroup ? ",group=4" : ""));
        }
        return new AstraProgram(
                workload,
                text,
                settings.integer("gpus", 1, AstraWorkload.MOST, workload.gpus()),
                group,
                settings.integer("passes", 1, AstraWorkload.MOST, 1),
                settings.has("block") ? (Boolean) settings.flag("block", false) : null);
    }

    private static long multiple(long gpus) {
        return (Math.max(8, gpus) + gpus - 1) / gpus * gpus;
    }
}
