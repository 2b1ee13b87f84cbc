package org.tailback.trace;

import org.tailback.output.Labelled;
import org.tailback.stability.Beta;

/** Rules by which operations of an accelerator exclude each other. */
@Beta
public enum GpuStreams implements Labelled {
    /** One operation at a time per stream, and per process group. */
    RECORDED,
    /** One kernel and one communication at a time, as in ASTRA-sim. */
    ONE
}
