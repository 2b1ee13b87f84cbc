package org.tailback.trace.dumpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.mpi.CollectiveRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.KnownCollective;

/**
 * Makes collective operations of the arguments of their calls. MPI_IN_PLACE is not recorded; with it, the arguments
 * that MPI ignores are whatever the program gave. So sizes are taken from those arguments that it never ignores.
 */
final class CollectiveArguments {
    private final DumpiCursor record;
    private final Sizes sizes;

    /** The size of elements of a datatype. */
    interface Sizes {
        long bytes(long count, long type);
    }

    CollectiveArguments(DumpiCursor record, Sizes sizes) {
        this.record = record;
        this.sizes = sizes;
    }

    /** Passes the collective operation of the current record on. */
    void tell(CollectiveRecords collectives, long time, @Nullable Communicator communicator) {
        DumpiFunction function = record.function();
        Kind kind = function.call().collective();
        if (kind == null) {
            throw new IllegalStateException(function.name() + " is no collective operation");
        }
        long root = function.rootArgument() < 0 ? 0 : record.value(function.rootArgument());
        boolean atRoot = function.rankArgument() >= 0 && record.value(function.rankArgument()) == root;
        long bytes = 0;
        long[] sent = null;
        long[] received = null;
        switch (kind) {
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes = bytes("count", "type");
            case GATHER -> bytes = atRoot ? bytes("recvcount", "recvtype") : bytes("sendcount", "sendtype");
            case SCATTER -> bytes = atRoot ? bytes("sendcount", "sendtype") : bytes("recvcount", "recvtype");
            case ALLGATHER, ALLTOALL -> bytes = bytes("recvcount", "recvtype");
            case GATHERV -> {
                received = atRoot ? counts("recvcounts", "recvtype") : null;
                bytes = received == null ? bytes("sendcount", "sendtype") : sum(received);
            }
            case SCATTERV -> {
                sent = atRoot ? counts("sendcounts", "sendtype") : null;
                bytes = sent == null ? bytes("recvcount", "recvtype") : sum(sent);
            }
            case ALLGATHERV -> {
                received = counts("recvcounts", "recvtype");
                bytes = sum(received);
            }
            case REDUCE_SCATTER -> {
                sent = counts("recvcounts", "type");
                bytes = sum(sent);
            }
            case ALLTOALLV, ALLTOALLW -> {
                boolean types = kind == Kind.ALLTOALLW;
                sent = types ? countsOfTypes("sendcounts", "sendtypes") : counts("sendcounts", "sendtype");
                received = types ? countsOfTypes("recvcounts", "recvtypes") : counts("recvcounts", "recvtype");
                bytes = sum(sent);
            }
            default -> {
                // a barrier has no size
            }
        }
        collectives.performed(time, new KnownCollective(kind, communicator, root, bytes, sent, received));
    }

    private long value(String argument) {
        return record.value(record.function().position(argument));
    }

    private long bytes(String count, String type) {
        return sizes.bytes(value(count), value(type));
    }

    private long[] counts(String list, String type) {
        int position = record.function().position(list);
        long[] counts = new long[record.count(position)];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = sizes.bytes(record.element(position, i), value(type));
        }
        return counts;
    }

    private long[] countsOfTypes(String list, String types) {
        int position = record.function().position(list);
        int typesAt = record.function().position(types);
        long[] counts = new long[Math.min(record.count(position), record.count(typesAt))];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = sizes.bytes(record.element(position, i), record.element(typesAt, i));
        }
        return counts;
    }

    /** Negative if one of them is, or if there is no such sum. */
    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum = sum < 0 || count < 0 ? -1 : sum + count;
        }
        return sum;
    }
}
