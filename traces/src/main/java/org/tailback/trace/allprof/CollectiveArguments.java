package org.tailback.trace.allprof;

import org.tailback.trace.allprof.Arguments.Role;
import org.tailback.trace.mpi.KnownCollective;

/**
 * Sizes by the arguments of the collective operation of a line.
 *
 * @param ranks of its communicator
 */
record CollectiveArguments(CallLine line, int ranks) implements KnownCollective.Arguments {
    @Override
    public long sent() {
        return line.bytes(Role.COUNT, Role.TYPE);
    }

    @Override
    public long received() {
        return line.bytes(Role.RECEIVE_COUNT, receivedType());
    }

    /** MPI_IN_PLACE is the address 1 in Open MPI and -1 in MPICH: the receive buffer is sent, too. */
    @Override
    public long[] sentToEach() {
        long buffer = line.address(Role.BUFFER);
        boolean inPlace = line.has(Role.RECEIVE_COUNTS) && (buffer == 1 || buffer == -1);
        return inPlace ? receivedFromEach() : counts(Role.COUNTS, Role.TYPE);
    }

    @Override
    public long[] receivedFromEach() {
        return counts(Role.RECEIVE_COUNTS, receivedType());
    }

    private Role receivedType() {
        return line.has(Role.RECEIVE_TYPE) ? Role.RECEIVE_TYPE : Role.TYPE;
    }

    private long[] counts(Role counts, Role type) {
        if (!line.has(counts)) {
            throw line.malformed("the counts of all ranks, which are not recorded (their address is)");
        }
        return line.bytesPerRank(counts, type, ranks);
    }
}
