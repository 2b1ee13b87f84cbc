package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The algorithms of alltoall(v, w). Empty blocks are sent too; a rank's own block is not a message.
 *
 * <p>References: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.3; J. Bruck et al.,
 * "Efficient algorithms for all-to-all communications in multiport message-passing systems", IEEE Transactions on
 * Parallel and Distributed Systems 8(11), 1997.
 */
final class Alltoalls {
    /** Maximum number of outstanding exchanges: MPIR_CVAR_ALLTOALL_THROTTLE of MPICH. */
    private static final int WINDOW = 32;

    private Alltoalls() {}

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.ALLTOALL, Kind.ALLTOALLV, Kind.ALLTOALLW)
                .add("linear", Alltoalls::linear)
                .add("scattered", Alltoalls::scattered)
                .add("pairwise", (call, rank, ranks) -> stepwise(call, rank, ranks, Sizes.isPowerOfTwo(ranks)))
                .add("ring", (call, rank, ranks) -> stepwise(call, rank, ranks, false))
                .of(Kind.ALLTOALL)
                .add("bruck", Alltoalls::bruck)
                .all();
    }

    private static CollectiveSchedule linear(CollectiveCall call, int rank, int ranks) {
        int peers = ranks - 1;
        CollectiveSchedule schedule = Schedules.inBatches(
                2 * peers,
                (i, sink) -> {
                    if (i < peers) {
                        receive(call, rank, Sizes.modulo(rank, i + 1, ranks), ranks, i, sink);
                    } else {
                        send(call, rank, Sizes.modulo(rank, peers - i - 1, ranks), ranks, i, sink);
                    }
                },
                sink -> sink.awaitAll(0, 2 * peers));
        return withOwnBlock(call, rank, ranks, schedule);
    }

    private static CollectiveSchedule withOwnBlock(
            CollectiveCall call, int rank, int ranks, CollectiveSchedule schedule) {
        return Schedules.using(LocalUse.copying(Sizes.receivedFrom(call, rank, ranks), 0), schedule);
    }

    private static CollectiveSchedule scattered(CollectiveCall call, int rank, int ranks) {
        int peers = ranks - 1;
        CollectiveSchedule schedule = Schedules.of((peers + WINDOW - 1) / WINDOW, (step, sink) -> {
            int from = step * WINDOW;
            int count = Math.min(peers - from, WINDOW);
            for (int i = 0; i < count; i++) {
                receive(call, rank, Sizes.modulo(rank, from + i + 1, ranks), ranks, i, sink);
            }
            for (int i = 0; i < count; i++) {
                send(call, rank, Sizes.modulo(rank, -from - i - 1, ranks), ranks, count + i, sink);
            }
            sink.awaitAll(0, 2 * count);
        });
        return withOwnBlock(call, rank, ranks, schedule);
    }

    private static CollectiveSchedule stepwise(CollectiveCall call, int rank, int ranks, boolean xor) {
        CollectiveSchedule schedule = Schedules.of(ranks - 1, (step, sink) -> {
            int shift = step + 1;
            int destination = xor ? rank ^ shift : Sizes.modulo(rank, shift, ranks);
            int source = xor ? destination : Sizes.modulo(rank, -shift, ranks);
            receive(call, rank, source, ranks, 0, sink);
            send(call, rank, destination, ranks, 1, sink);
            sink.awaitAll(0, 2);
        });
        return withOwnBlock(call, rank, ranks, schedule);
    }

    static void message(
            CollectiveCall call, int rank, int other, int ranks, int request, boolean isSent, CollectiveSink sink) {
        if (isSent) {
            send(call, rank, other, ranks, request, sink);
        } else {
            receive(call, rank, other, ranks, request, sink);
        }
    }

    private static void receive(
            CollectiveCall call, int rank, int source, int ranks, int request, CollectiveSink sink) {
        sink.carry((long) source * ranks + rank, 1);
        sink.irecv(request, source, Sizes.receivedFrom(call, source, ranks));
    }

    private static void send(
            CollectiveCall call, int rank, int destination, int ranks, int request, CollectiveSink sink) {
        sink.carry((long) rank * ranks + destination, 1);
        sink.isend(request, destination, Sizes.sentTo(call, destination, ranks));
    }

    /**
     * Bruck's algorithm: a block for the rank at distance d moves by 2^k in step k if bit k of d is set. Before that
     * step it has moved by the lower bits of d.
     */
    private static CollectiveSchedule bruck(CollectiveCall call, int rank, int ranks) {
        long all = call.bytes() * ranks;
        // received blocks are copied back to the buffer from which the next message is packed
        long copiedBack = call.bytes() * hops(ranks);
        LocalUse use = LocalUse.buffering(1, all)
                .and(LocalUse.copying(all, all + copiedBack))
                .packing();
        CollectiveSchedule schedule = Schedules.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
            int distance = 1 << step;
            int source = Sizes.modulo(rank, -distance, ranks);
            Partition moved = Partition.equal(call.bytes(), named(source, distance, ranks, sink));
            long bytes = moved.bytes(0, moved.parts());
            sink.irecv(0, source, bytes);
            named(rank, distance, ranks, sink);
            sink.isend(1, Sizes.modulo(rank, distance, ranks), bytes);
            sink.awaitAll(0, 2);
        });
        return Schedules.using(use, schedule);
    }

    /** Returns the number of blocks that a rank sends in all steps of {@link #bruck}: the bits of 1 to P - 1. */
    private static long hops(int ranks) {
        long hops = 0;
        for (int d = 1; d < ranks; d++) {
            hops += Integer.bitCount(d);
        }
        return hops;
    }

    /** Names the blocks that a rank sends in the step of a distance; returns their number. */
    private static int named(int rank, int distance, int ranks, CollectiveSink sink) {
        int count = 0;
        for (int d = distance; d < ranks; d++) {
            if ((d & distance) != 0) {
                int origin = Sizes.modulo(rank, -(d & distance - 1), ranks);
                sink.carry((long) origin * ranks + Sizes.modulo(origin, d, ranks), 1);
                count++;
            }
        }
        return count;
    }
}
