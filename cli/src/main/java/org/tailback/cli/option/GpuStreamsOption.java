package org.tailback.cli.option;

import org.tailback.trace.GpuStreams;
import org.tailback.trace.TraceOptions;

/** The option for the operations of an accelerator that exclude each other. */
public final class GpuStreamsOption extends Options {
    private final Given<GpuStreams> gpuStreams = option(
            GpuStreams.class,
            GpuStreams.RECORDED,
            "--gpu-streams",
            "recorded|one",
            "of a Chakra trace, what runs at the same time on an accelerator: its streams, each with one "
                    + "operation at a time (the default), or one kernel and one communication, as in ASTRA-sim");

    public TraceOptions on(TraceOptions options) {
        return options.withGpuStreams(gpuStreams.value());
    }
}
