package org.tailback.study.input;

import java.util.List;
import org.tailback.settings.Settings;
import org.tailback.stability.Internal;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Unmatched;

/**
 * Keys in a study's file that control the reading of a trace. They have the same names and meanings as the options of
 * {@code replay}.
 *
 * @param unmatched treatment of messages and receives without a partner
 * @param dropsFiles whether the recorded time of file input and output is omitted
 * @param gpuStreams the operations of an accelerator that exclude each other
 */
@Internal
public record TraceKeys(Unmatched unmatched, boolean dropsFiles, GpuStreams gpuStreams) {
    private static final String UNMATCHED = "unmatched";
    private static final String LEFT_OUT = "left-out";
    private static final String GPU_STREAMS = "gpu-streams";
    private static final String DROP = "drop";

    /** Names of the keys. */
    public static final List<String> NAMES = List.of(UNMATCHED, LEFT_OUT, GPU_STREAMS);

    /**
     * Reads the keys of an item.
     *
     * @throws org.tailback.error.InputException if a value is unknown
     */
    public static TraceKeys of(Settings item) {
        return new TraceKeys(
                item.has(UNMATCHED) ? item.choice(UNMATCHED, Unmatched.class) : Unmatched.REFUSE,
                item.choice(LEFT_OUT, List.of("keep", DROP), "keep").equals(DROP),
                item.has(GPU_STREAMS) ? item.choice(GPU_STREAMS, GpuStreams.class) : GpuStreams.RECORDED);
    }

    /** Returns options with the values of the keys. */
    public TraceOptions on(TraceOptions options) {
        TraceOptions all = options.withUnmatched(unmatched).withGpuStreams(gpuStreams);
        return dropsFiles ? all.withoutFiles() : all;
    }

    /**
     * Returns the suffix of the name of a trace with these keys, which distinguishes it in results from the same trace
     * without the keys; empty if the keys have no effect.
     */
    public String suffix() {
        return (unmatched == Unmatched.REFUSE ? "" : "/" + unmatched.label())
                + (dropsFiles ? "/without-files" : "")
                + (gpuStreams == GpuStreams.RECORDED ? "" : "/" + GPU_STREAMS + "-" + gpuStreams.label());
    }
}
