package org.tailback.trace.dumpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.mpi.CollectiveRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.KnownCollective;

/**
 * Makes collective operations of the arguments of their calls. MPI_IN_PLACE is not recorded; with it, the arguments that MPI
 * ignores are whatever the program gave. So sizes are taken from those arguments that it never ignores.
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

    /** Tells of the collective operation that is the current record. */
    void tell(CollectiveRecords collectives, long time, @Nullable Communicator communicator) {
        DumpiFunction function = record.function();
        long root = function.rootArgument() < 0 ? 0 : record.value(function.rootArgument());
        boolean atRoot = function.rankArgument() >= 0 && record.value(function.rankArgument()) == root;
        switch (function.name()) {
            case "MPI_Barrier" -> collectives.performed(time, new KnownCollective(Kind.BARRIER, communicator, 0, 0, null, null));
            case "MPI_Bcast" -> plain(collectives, time, Kind.BCAST, communicator, root, "count", "type");
            case "MPI_Reduce" -> plain(collectives, time, Kind.REDUCE, communicator, root, "count", "type");
            case "MPI_Allreduce" -> plain(collectives, time, Kind.ALLREDUCE, communicator, 0, "count", "type");
            case "MPI_Scan" -> plain(collectives, time, Kind.SCAN, communicator, 0, "count", "type");
            case "MPI_Exscan" -> plain(collectives, time, Kind.EXSCAN, communicator, 0, "count", "type");
            case "MPI_Gather" ->
                plain(
                        collectives,
                        time,
                        Kind.GATHER,
                        communicator,
                        root,
                        atRoot ? "recvcount" : "sendcount",
                        atRoot ? "recvtype" : "sendtype");
            case "MPI_Scatter" ->
                plain(
                        collectives,
                        time,
                        Kind.SCATTER,
                        communicator,
                        root,
                        atRoot ? "sendcount" : "recvcount",
                        atRoot ? "sendtype" : "recvtype");
            case "MPI_Allgather" -> plain(collectives, time, Kind.ALLGATHER, communicator, 0, "recvcount", "recvtype");
            case "MPI_Alltoall" -> plain(collectives, time, Kind.ALLTOALL, communicator, 0, "recvcount", "recvtype");
            case "MPI_Gatherv" -> {
                if (atRoot) {
                    long[] received = counts("recvcounts", "recvtype");
                    collectives.performed(time, new KnownCollective(Kind.GATHERV, communicator, root, sum(received), null, received));
                } else {
                    plain(collectives, time, Kind.GATHERV, communicator, root, "sendcount", "sendtype");
                }
            }
            case "MPI_Scatterv" -> {
                if (atRoot) {
                    long[] sent = counts("sendcounts", "sendtype");
                    collectives.performed(time, new KnownCollective(Kind.SCATTERV, communicator, root, sum(sent), sent, null));
                } else {
                    plain(collectives, time, Kind.SCATTERV, communicator, root, "recvcount", "recvtype");
                }
            }
            case "MPI_Allgatherv" -> {
                long[] received = counts("recvcounts", "recvtype");
                collectives.performed(time, new KnownCollective(Kind.ALLGATHERV, communicator, 0, sum(received), null, received));
            }
            case "MPI_Reduce_scatter" -> {
                long[] kept = counts("recvcounts", "type");
                collectives.performed(time, new KnownCollective(Kind.REDUCE_SCATTER, communicator, 0, sum(kept), kept, null));
            }
            case "MPI_Alltoallv" -> {
                long[] sent = counts("sendcounts", "sendtype");
                long[] received = counts("recvcounts", "recvtype");
                collectives.performed(time, new KnownCollective(Kind.ALLTOALLV, communicator, 0, sum(sent), sent, received));
            }
            case "MPI_Alltoallw" -> {
                long[] sent = countsOfTypes("sendcounts", "sendtypes");
                long[] received = countsOfTypes("recvcounts", "recvtypes");
                collectives.performed(time, new KnownCollective(Kind.ALLTOALLW, communicator, 0, sum(sent), sent, received));
            }
            default -> throw new IllegalStateException(function.name() + " is no collective operation");
        }
    }

    private long value(String argument) {
        return record.value(record.function().position(argument));
    }

    private void plain(
            CollectiveRecords collectives,
            long time,
            Kind kind,
            @Nullable Communicator communicator,
            long root,
            String count,
            String type) {
        collectives.performed(time, new KnownCollective(kind, communicator, root, sizes.bytes(value(count), value(type)), null, null));
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
