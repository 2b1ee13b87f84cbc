package org.tailback.cli.option;

import org.tailback.trace.GpuStreams;
import org.tailback.trace.TraceOptions;

/** The option for the operations of an accelerator that exclude each other. */
public final class GpuStreamsOption extends Options {
    private final Given<GpuStreams> gpuStreams =
            choice(GpuStreams.class, GpuStreams.RECORDED, "--gpu-streams", "recorded|one");

    public TraceOptions on(TraceOptions options) {
        return options.withGpuStreams(gpuStreams.value());
    }
}
