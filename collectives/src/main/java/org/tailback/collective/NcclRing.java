package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The rings of NCCL: allreduce, reduce_scatter, allgather and broadcast in chunks round one ring of the ranks in their
 * order. A rank passes a chunk on, with its own contribution added where there is a reduction, as soon as it has it;
 * chunks follow one another without a pause. NCCL distributes
 * the data over several such rings, its channels, and runs through a node's GPUs before it leaves the node: what is
 * said here holds for one channel with a rank a node.
 *
 * <p>Reference: NCCL, {@code src/device/all_reduce.h} (runRing), {@code reduce_scatter.h}, {@code all_gather.h}, {@code
 * broadcast.h}.
 */
final class NcclRing {
    private static final String NAME = "nccl-ring";

    private NcclRing() {}

    /** Returns these and {@link NcclTree}. */
    static ImmutableList<CollectiveAlgorithm> all() {
        return ImmutableList.<CollectiveAlgorithm>builder()
                .addAll(new Algorithm.Family(Kind.ALLREDUCE)
                        .segmented(
                                "nccl-tree",
                                "halves of the buffer, in chunks, up and down two binary trees at once; about 4 log2 P"
                                        + " messages in a row without chunks",
                                NcclTree::allreduce)
                        .segmented(
                                NAME,
                                "chunks go round a ring of the ranks, first added up, then distributed, without a"
                                        + " pause between them",
                                NcclRing::allreduce)
                        .all())
                .addAll(new Algorithm.Family(Kind.REDUCE_SCATTER_BLOCK)
                        .segmented(
                                NAME,
                                "chunks go once round a ring of the ranks and are added up",
                                (call, chunk, rank, ranks) -> oneRound(call, chunk, rank, ranks, true))
                        .all())
                .addAll(new Algorithm.Family(Kind.ALLGATHER)
                        .segmented(
                                NAME,
                                "chunks go once round a ring of the ranks",
                                (call, chunk, rank, ranks) -> oneRound(call, chunk, rank, ranks, false))
                        .all())
                .addAll(new Algorithm.Family(Kind.BCAST)
                        .segmented(
                                NAME, "chunks go from rank to rank without a pause between them", NcclRing::broadcast)
                        .all())
                .build();
    }

    /** Chunks in rounds: a rank begins a round with one of its own and passes on what it receives. */
    private record Round(int length, int additions, NumberOfChunk numbers) implements PipelinedRing.Messages {
        interface NumberOfChunk {
            /** Returns the chunk that a rank sends after it has received some in the round. */
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

    /** Returns 2 (P - 1) messages for each round of P chunks, which differ by a byte at most. */
    private static CollectiveSchedule allreduce(CollectiveCall call, long chunkBytes, int rank, int ranks) {
        int rounds = (Partition.segments(call.bytes(), chunkBytes).parts() - 1) / ranks + 1;
        Round.NumberOfChunk numbers = (round, received) -> round * ranks + Sizes.modulo(rank - 1, -received, ranks);
        return ring(
                Partition.even(call.bytes(), rounds * ranks),
                rounds,
                new Round(2 * (ranks - 1), ranks - 1, numbers),
                rank,
                ranks);
    }

    /** Returns P - 1 messages for each chunk of a rank's block. */
    private static CollectiveSchedule oneRound(
            CollectiveCall call, long chunkBytes, int rank, int ranks, boolean adds) {
        Partition ofBlock = Partition.segments(call.bytes(), chunkBytes);
        int rounds = ofBlock.parts();
        int first = adds ? rank - 1 : rank;
        Round.NumberOfChunk numbers = (round, received) -> Sizes.modulo(first, -received, ranks) * rounds + round;
        return ring(
                Partition.repeated(ofBlock, ranks),
                rounds,
                new Round(ranks - 1, adds ? ranks - 1 : 0, numbers),
                rank,
                ranks);
    }

    private static CollectiveSchedule ring(Partition chunks, int rounds, Round round, int rank, int ranks) {
        int messages = Math.multiplyExact(rounds, round.length());
        return new PipelinedRing(
                        chunks,
                        Sizes.modulo(rank, -1, ranks),
                        Sizes.modulo(rank, 1, ranks),
                        messages,
                        messages,
                        1,
                        round)
                .schedule();
    }

    private static CollectiveSchedule broadcast(CollectiveCall call, long chunkBytes, int rank, int ranks) {
        Partition chunks = Partition.segments(call.bytes(), chunkBytes);
        boolean isLast = Sizes.modulo(rank + 1, -call.root(), ranks) == 0;
        // a chain is a ring whose rounds have one chunk
        Round each = new Round(1, 0, (round, received) -> round);
        return new PipelinedRing(
                        chunks,
                        Sizes.modulo(rank, -1, ranks),
                        Sizes.modulo(rank, 1, ranks),
                        rank == call.root() ? 0 : chunks.parts(),
                        isLast ? 0 : chunks.parts(),
                        0,
                        each)
                .schedule();
    }
}
