package org.tailback.trace;

import org.tailback.output.Labelled;
import org.tailback.stability.Beta;

/** The operations of an accelerator that exclude each other. */
@Beta
public enum GpuStreams implements Labelled {
    /** One operation at a time on each stream, and in each process group. */
    RECORDED,
    /** One kernel and one communication at a time, as in ASTRA-sim. */
    ONE
}
