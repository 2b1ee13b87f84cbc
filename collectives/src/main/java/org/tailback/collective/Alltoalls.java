package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Algorithms of alltoall(v, w). Empty blocks are sent too; a rank's own block is not a message.
 *
 * <p>References: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.3; J. Bruck et al.,
 * "Efficient algorithms for all-to-all communications in multiport message-passing systems", IEEE Transactions on
 * Parallel and Distributed Systems 8(11), 1997.
 */
record Alltoalls(CollectiveCall call, int rank, int ranks) {
    /** Maximum number of outstanding exchanges: MPIR_CVAR_ALLTOALL_THROTTLE of MPICH. */
    private static final int WINDOW = 32;

    static ImmutableList<CollectiveAlgorithm> all() {
        return new Algorithm.Family(Kind.ALLTOALL, Kind.ALLTOALLV, Kind.ALLTOALLW)
                .add("linear", maker(Alltoalls::linear))
                .add("scattered", maker(Alltoalls::scattered))
                .add("pairwise", maker(part -> part.stepwise(Sizes.isPowerOfTwo(part.ranks))))
                .add("ring", maker(part -> part.stepwise(false)))
                .of(Kind.ALLTOALL)
                .add("bruck", (call, rank, ranks) -> new Alltoalls(call, rank, ranks).bruck())
                .all();
    }

    /** Returns the maker of an algorithm in which a rank copies its own block. */
    private static Algorithm.Maker maker(Function<Alltoalls, Schedule> schedule) {
        return (call, rank, ranks) -> schedule.apply(new Alltoalls(call, rank, ranks))
                .using(LocalUse.copying(Sizes.receivedFrom(call, rank, ranks), 0));
    }

    private Schedule linear() {
        int peers = ranks - 1;
        return Schedule.inBatches(
                2 * peers,
                (i, sink) -> message(i, i < peers ? at(i + 1) : at(peers - i - 1), i >= peers, sink),
                sink -> sink.awaitAll(0, 2 * peers));
    }

    private Schedule scattered() {
        int peers = ranks - 1;
        return Schedule.of((peers + WINDOW - 1) / WINDOW, (step, sink) -> {
            int from = step * WINDOW;
            int count = Math.min(peers - from, WINDOW);
            for (int i = 0; i < count; i++) {
                message(i, at(from + i + 1), false, sink);
            }
            for (int i = 0; i < count; i++) {
                message(count + i, at(-from - i - 1), true, sink);
            }
            sink.awaitAll(0, 2 * count);
        });
    }

    private Schedule stepwise(boolean xor) {
        return Schedule.of(ranks - 1, (step, sink) -> {
            int shift = step + 1;
            message(0, xor ? rank ^ shift : at(-shift), false, sink);
            message(1, xor ? rank ^ shift : at(shift), true, sink);
            sink.awaitAll(0, 2);
        });
    }

    /** Returns the rank at the given distance from this rank. */
    private int at(int distance) {
        return Sizes.modulo(rank, distance, ranks);
    }

    /** Appends the send of this rank's block for another rank, or the receive of that rank's block. */
    void message(int request, int other, boolean sends, CollectiveSink sink) {
        if (sends) {
            sink.carry((long) rank * ranks + other, 1);
            sink.isend(request, other, Sizes.sentTo(call, other, ranks));
        } else {
            sink.carry((long) other * ranks + rank, 1);
            sink.irecv(request, other, Sizes.receivedFrom(call, other, ranks));
        }
    }

    /**
     * Returns Bruck's algorithm: a block for the rank at distance d moves by 2^k in step k if bit k of d is set. Before
     * that step the block has moved by the lower bits of d.
     */
    private Schedule bruck() {
        long all = call.bytes() * ranks;
        // received blocks are copied back to the buffer from which the next message is packed
        long copiedBack = call.bytes() * hops(ranks);
        LocalUse use = LocalUse.buffering(1, all)
                .and(LocalUse.copying(all, all + copiedBack))
                .packing();
        return Schedule.of(Sizes.ceilingLog2(ranks), (step, sink) -> {
                    int distance = 1 << step;
                    Partition moved = Partition.equal(call.bytes(), named(at(-distance), distance, sink));
                    long bytes = moved.bytes(0, moved.parts());
                    sink.irecv(0, at(-distance), bytes);
                    named(rank, distance, sink);
                    sink.isend(1, at(distance), bytes);
                    sink.awaitAll(0, 2);
                })
                .using(use);
    }

    /**
     * Returns the number of blocks that a rank sends in all steps of {@link #bruck}: the number of set bits of 1 to P -
     * 1.
     */
    private static long hops(int ranks) {
        return IntStream.range(1, ranks).mapToLong(Integer::bitCount).sum();
    }

    /** Specifies the blocks that a rank sends in the step with the given distance, and returns their number. */
    private int named(int sender, int distance, CollectiveSink sink) {
        int count = 0;
        for (int d = distance; d < ranks; d++) {
            if ((d & distance) != 0) {
                int origin = Sizes.modulo(sender, -(d & distance - 1), ranks);
                sink.carry((long) origin * ranks + Sizes.modulo(origin, d, ranks), 1);
                count++;
            }
        }
        return count;
    }
}
