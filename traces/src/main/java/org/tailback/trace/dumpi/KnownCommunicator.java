package org.tailback.trace.dumpi;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Communicator;

/** The known properties of one communicator. */
final class KnownCommunicator {
    final Communicator communicator;
    final int[] members;
    /** The second group of one between groups. */
    final int @Nullable [] others;
    /** Lengths of a grid, if it is one. */
    final int @Nullable [] grid;
    /** Number of members that have reached their next call of it. */
    int arrived;
    /** True if all have reached a call that has to wait for another communicator. */
    boolean waiting;

    KnownCommunicator(Communicator communicator, int[] members, int @Nullable [] others, int @Nullable [] grid) {
        this.communicator = communicator;
        this.members = members;
        this.others = others;
        this.grid = grid;
    }

    int size() {
        return members.length + (others == null ? 0 : others.length);
    }
}
