package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * The arguments of a collective operation of which the trace records all.
 *
 * @param kind of the operation
 * @param communicator null if the trace does not define it
 * @param root rank as the communicator's records name it; any number where the kind has none
 * @param bytes as {@link CollectiveCall} defines it
 * @param sendCounts likewise; not copied
 * @param receiveCounts likewise; not copied
 */
public record KnownCollective(
        CollectiveCall.Kind kind,
        @Nullable Communicator communicator,
        long root,
        long bytes,
        long @Nullable [] sendCounts,
        long @Nullable [] receiveCounts) {}
