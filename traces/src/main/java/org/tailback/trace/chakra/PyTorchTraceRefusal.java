package org.tailback.trace.chakra;

import java.util.regex.Pattern;
import org.tailback.trace.RefusedFormat;
import org.tailback.trace.TraceSample;

/** A format that recognises PyTorch's execution traces of the host, from which MLCommons' tools make Chakra traces. */
public final class PyTorchTraceRefusal extends RefusedFormat {
    private static final Pattern BEGIN =
            Pattern.compile("\\s*\\{\\s*\"schema\"\\s*:\\s*\"\\d+\\.\\d+\\.\\d+(-chakra[^\"]*)?\"");

    public PyTorchTraceRefusal() {
        super(
                "pytorch-execution-trace",
                "PyTorch execution trace of the host (\"schema\": \"1.0.2-chakra.0.0.4\"), not supported",
                "PyTorch execution traces are not supported: they contain only the host's calls. Combine the trace"
                        + " with the device profile into a Chakra trace, using MLCommons' chakra_trace_link and"
                        + " chakra_converter");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return !sample.isFolder() && BEGIN.matcher(sample.leadingText()).lookingAt();
    }
}
