package org.tailback.collective;

import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Parallel aggregated trees (PAT) of NCCL: allgather and reduce_scatter in ceil(log2 P) steps, with one binomial tree
 * for each rank's block and all trees at once. Distant ranks first receive a single block, nearby ranks receive many
 * blocks at once at the end: the large messages of Bruck's algorithm stay between nearby ranks.
 *
 * <pre>
 * P = 8, allgather at rank r:  to r + 4: block r;  to r + 2: blocks r, r - 4;  to r + 1: blocks r, r - 4, r - 2, r - 6
 * </pre>
 *
 * <p>reduce_scatter is the reverse, with the nearby ranks first. Every rank moves the P - 1 blocks that a ring moves,
 * with log2 P latencies instead of P - 1. NCCL uses PAT with one GPU per machine.
 *
 * <p>References: S. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale", NVIDIA 2025,
 * arXiv:2506.20252; J. Bruck and others, "Efficient algorithms for all-to-all communications in multiport
 * message-passing systems", IEEE TPDS 8(11), 1997.
 */
final class NcclPat {
    private NcclPat() {}

    static Schedule schedule(NcclGroup group, CollectiveCall call, long chunkBytes, int rank, int ranks) {
        boolean reduces = call.kind() == Kind.REDUCE_SCATTER_BLOCK;
        int rounds = Sizes.ceilingLog2(ranks);
        return Schedule.of(rounds, (step, sink) -> {
            int distance = 1 << (reduces ? step : rounds - 1 - step);
            int source = Sizes.modulo(rank, reduces ? distance : -distance, ranks);
            int destination = Sizes.modulo(rank, reduces ? -distance : distance, ranks);
            long bytes = call.bytes() * carry(sink, reduces ? ranks : 0, reduces ? rank : source, distance, ranks);
            sink.irecv(0, source, bytes);
            carry(sink, 0, reduces ? destination : rank, distance, ranks);
            sink.isend(1, destination, bytes);
            sink.awaitAll(0, 2);
            for (int offset = 0; reduces && offset + distance < ranks; offset += 2 * distance) {
                int block = Sizes.modulo(rank, -offset, ranks);
                sink.combine((long) ranks + block, block, 1, call.bytes());
            }
        });
    }

    /**
     * Specifies the blocks of a message and returns their number. The blocks belong to the ranks whose distance before
     * the first rank is a sum of the distances of earlier steps (of later steps for reduce_scatter). These distances
     * are multiples of twice the distance of the step.
     */
    private static int carry(CollectiveSink sink, long scratch, int first, int distance, int ranks) {
        int count = 0;
        for (int offset = 0; offset + distance < ranks; offset += 2 * distance) {
            sink.carry(scratch + Sizes.modulo(first, -offset, ranks), 1);
            count++;
        }
        return count;
    }
}
