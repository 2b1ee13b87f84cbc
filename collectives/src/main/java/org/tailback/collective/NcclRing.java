package org.tailback.collective;

import java.util.ArrayList;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The rings of NCCL: allreduce, reduce_scatter, allgather, broadcast and reduce in chunks around one ring of the ranks
 * per channel, with all channels at once. A rank forwards each chunk as soon as it has received the chunk; in
 * reductions, it first adds its own contribution. Chunks follow one another without a pause. {@link NcclGroup} defines
 * the order in which a channel visits the ranks.
 *
 * <p><b>Cost.</b> With n ranks, S bytes and C channels that each move b bytes per second through an interface, every
 * rank sends 2 (n - 1) chunks of S / (n C) bytes on each channel, so an allreduce takes
 *
 * <pre>
 * 2 (n - 1) / n * S / (C b) + 2 (n - 1) * latency of a step
 * </pre>
 *
 * <p>Each term is a lower bound; the time is the sum of the terms if chunks do not queue. reduce_scatter and allgather
 * each take half of this time. Example: 8 ranks, 8 MB at 1 GB/s and 1 us: 14 (1 ms + 1 us).
 *
 * <p>References: NCCL, {@code src/device/all_reduce.h} (runRing), {@code reduce_scatter.h}, {@code all_gather.h},
 * {@code broadcast.h}, {@code reduce.h}; P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters
 * of workstations", Journal of Parallel and Distributed Computing 69(2), 2009.
 */
final class NcclRing {
    private static final long CHAIN_CHUNK = 64 << 10;
    private static final int CHAIN_CHUNKS = 64;

    private NcclRing() {}

    /** Chunks in rounds. A rank begins a round with its own chunk and then forwards received chunks. */
    private record Round(int length, int additions, NumberOfChunk numbers) implements PipelinedRing.Messages {
        interface NumberOfChunk {
            /** Returns the chunk that a rank sends after this number of received chunks in the round. */
            int of(int round, int received);
        }

        @Override
        public int received(int message) {
            return numbers.of(message / length, message % length + 1);
        }

        @Override
        public int sent(int message) {
            return numbers.of(message / length, message % length);
        }

        @Override
        public boolean isAdded(int message) {
            return message % length < additions;
        }
    }

    private record Ring(NcclGroup group, int channel, int place) {
        int at(int distance) {
            return group.onRing(channel, Sizes.modulo(place, distance, group.ranks()));
        }

        Schedule schedule(Partition chunks, int receives, int sends, int ahead, Round round) {
            return new PipelinedRing(chunks, channel, at(-1), at(1), receives, sends, ahead, round).schedule();
        }
    }

    private interface OfChannel {
        Schedule schedule(Ring ring);
    }

    private static Schedule channels(Partition chunks, NcclGroup group, int rank, OfChannel part) {
        List<Schedule> channels = new ArrayList<>();
        for (int channel = 0; channel < group.channels(); channel++) {
            Ring ring = new Ring(group, channel, group.placeOnRing(channel, rank));
            channels.add(part.schedule(ring).at(group.placeInMachine(ring.place())));
        }
        return Schedule.atOnce(chunks, channels);
    }

    /**
     * Returns a schedule with 2 (P - 1) messages for each round of P chunks. The sizes of the chunks differ by at most
     * one byte.
     */
    static Schedule allreduce(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks) {
        int channels = group.channels();
        long ofChannel = (call.bytes() - 1) / channels + 1;
        int rounds = (Partition.segments(ofChannel, chunkBytes).parts() - 1) / ranks + 1;
        Partition chunks = Partition.even(call.bytes(), channels * rounds * ranks);
        int messages = 2 * rounds * (ranks - 1);
        return channels(chunks, group, rank, ring -> {
            int first = ring.channel() * rounds * ranks;
            Round.NumberOfChunk numbers =
                    (round, received) -> first + round * ranks + Sizes.modulo(ring.place() - 1, -received, ranks);
            return ring.schedule(chunks, messages, messages, 1, new Round(2 * (ranks - 1), ranks - 1, numbers));
        });
    }

    /** Returns a schedule with P - 1 messages for each chunk of a rank's block. */
    static Schedule oneRound(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks) {
        boolean adds = call.kind() == Kind.REDUCE_SCATTER_BLOCK;
        int channels = group.channels();
        long ofChannel = (call.bytes() - 1) / channels + 1;
        int rounds = Partition.segments(ofChannel, chunkBytes).parts();
        Partition chunks = Partition.repeated(Partition.even(call.bytes(), channels * rounds), ranks);
        int messages = rounds * (ranks - 1);
        return channels(chunks, group, rank, ring -> {
            int ahead = adds ? -1 : 0;
            Round.NumberOfChunk numbers =
                    (round, received) -> (ring.at(ahead - received) * channels + ring.channel()) * rounds + round;
            return ring.schedule(chunks, messages, messages, 1, new Round(ranks - 1, adds ? ranks - 1 : 0, numbers));
        });
    }

    /** Returns a schedule along a chain: a ring that is cut at the root, with one chunk per round. */
    static Schedule chain(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks) {
        boolean adds = call.kind() == Kind.REDUCE;
        int channels = group.channels();
        long ofChannel = (call.bytes() - 1) / channels + 1;
        int count = chunkBytes > 0
                ? Partition.segments(ofChannel, chunkBytes).parts()
                : (int) Math.min(CHAIN_CHUNKS, Math.max(1, ofChannel / CHAIN_CHUNK));
        Partition chunks = Partition.even(call.bytes(), channels * count);
        return channels(chunks, group, rank, ring -> {
            int first = ring.channel() * count;
            boolean isFirst = adds ? ring.at(-1) == call.root() : rank == call.root();
            boolean isLast = adds ? rank == call.root() : ring.at(1) == call.root();
            Round each = new Round(1, adds ? 1 : 0, (round, received) -> first + round);
            return ring.schedule(chunks, isFirst ? 0 : count, isLast ? 0 : count, 0, each);
        });
    }
}
