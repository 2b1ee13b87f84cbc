package org.tailback.trace.mpi;

import java.util.List;

/** What is known of a recorded run as a whole before its ranks are read. */
public interface RecordedWorld {
    /** Number of ranks, >= 1. */
    int ranks();

    /** How long the run took, seconds, >= 0; NaN if it has no times. */
    double span();

    /** Number of communicators with more than one rank, >= 1. */
    int sizeableCommunicators();

    /** What was approximated or left out, a sentence each. */
    List<String> notes();
}
