package org.tailback.trace.allprof;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.allprof.Arguments.Role;
import org.tailback.trace.mpi.CollectiveRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.KnownCollective;

/**
 * Translates the lines of collective operations, with the sizes in their arguments. Where MPI_IN_PLACE makes an
 * argument meaningless, the other side's is used: at the root of a gather and in an allgather the receive count, at the
 * root of a scatter the send count.
 */
final class CollectiveLine {
    private static final long LARGEST = 1L << 53;

    private CollectiveLine() {}

    /**
     * Tells of a line.
     *
     * @param request of a non-blocking operation; not used for others
     */
    static void tell(
            CallLine line,
            CollectiveRecords collectives,
            long time,
            Communicator communicator,
            int ranks,
            long request) {
        Kind kind = kind(line);
        int size = communicator.size(ranks);
        long root = line.has(Role.ROOT) ? line.integer(Role.ROOT) : 0;
        if (root < 0 || root >= size) {
            throw line.malformed("a root of 0 to " + (size - 1));
        }
        boolean atRoot = line.communicatorRank() == root;
        long[] sends = null;
        long[] receives = null;
        long bytes;
        switch (kind) {
            case BARRIER -> bytes = 0;
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes = line.bytes(Role.COUNT, Role.TYPE);
            case REDUCE_SCATTER_BLOCK -> bytes = line.bytes(Role.RECEIVE_COUNT, Role.TYPE);
            case GATHER -> bytes = atRoot ? received(line) : sent(line);
            case SCATTER -> bytes = atRoot ? sent(line) : received(line);
            case ALLGATHER -> bytes = received(line);
            case ALLTOALL -> bytes = isInPlace(line) ? received(line) : sent(line);
            case GATHERV -> {
                receives = atRoot ? counts(line, Role.RECEIVE_COUNTS, Role.RECEIVE_TYPE, size) : null;
                bytes = atRoot ? sum(line, receives) : sent(line);
            }
            case SCATTERV -> {
                sends = atRoot ? counts(line, Role.COUNTS, Role.TYPE, size) : null;
                bytes = atRoot ? sum(line, sends) : received(line);
            }
            case ALLGATHERV -> {
                receives = counts(line, Role.RECEIVE_COUNTS, Role.RECEIVE_TYPE, size);
                bytes = sum(line, receives);
            }
            case ALLTOALLV -> {
                receives = counts(line, Role.RECEIVE_COUNTS, Role.RECEIVE_TYPE, size);
                sends = isInPlace(line) ? receives : counts(line, Role.COUNTS, Role.TYPE, size);
                bytes = sum(line, sends);
            }
            case REDUCE_SCATTER -> {
                sends = counts(line, Role.RECEIVE_COUNTS, Role.TYPE, size);
                bytes = sum(line, sends);
            }
            default -> throw line.malformed("a collective operation with known arguments");
        }
        KnownCollective operation = new KnownCollective(kind, communicator, root, bytes, sends, receives);
        if (line.has(Role.REQUEST)) {
            collectives.started(time, request, operation);
        } else {
            collectives.performed(time, operation);
        }
    }

    private static Kind kind(CallLine line) {
        String word = line.name().substring("MPI_".length()).toUpperCase(Locale.ROOT);
        return Kind.valueOf(line.has(Role.REQUEST) ? word.substring(1) : word);
    }

    private static long sent(CallLine line) {
        return line.bytes(Role.COUNT, Role.TYPE);
    }

    private static long received(CallLine line) {
        return line.bytes(Role.RECEIVE_COUNT, Role.RECEIVE_TYPE);
    }

    /** MPI_IN_PLACE is the address 1 in Open MPI and -1 in MPICH. */
    private static boolean isInPlace(CallLine line) {
        long buffer = line.address(Role.BUFFER);
        return buffer == 1 || buffer == -1;
    }

    private static long[] counts(CallLine line, Role counts, Role type, int size) {
        if (!line.has(counts)) {
            throw line.malformed("the counts of all ranks, which are not recorded (their address is)");
        }
        return line.bytesPerRank(counts, type, size);
    }

    private static long sum(CallLine line, long @Nullable [] counts) {
        long sum = 0;
        if (counts != null) {
            for (long count : counts) {
                sum += count;
                if (sum > LARGEST) {
                    throw line.malformed("counts of less than 8 PiB in all");
                }
            }
        }
        return sum;
    }
}
