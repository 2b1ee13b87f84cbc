package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * The part of a rank in a collective operation as tracers record it: its own sizes, from which {@link CollectiveCalls}
 * derives those of all ranks.
 *
 * @param kind null if it is unknown
 * @param communicator null if the trace does not define it
 * @param root rank as the communicator's records name it; any number where the kind has none
 * @param sent bytes, or -1 if the trace does not record them
 * @param received bytes, or -1
 */
public record CollectiveRecord(
        CollectiveCall.@Nullable Kind kind, @Nullable Communicator communicator, long root, long sent, long received) {}
