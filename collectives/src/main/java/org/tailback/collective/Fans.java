package org.tailback.collective;

/** Algorithms with one message between a root and each other rank; blocks are numbered by rank. */
final class Fans {
    private Fans() {}

    /** Lets the root start a send to each rank and wait for all. */
    static Schedule scatter(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, true, true);
    }

    /** Lets the root send to each rank, one after the other. */
    static Schedule scatterOneByOne(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, true, false);
    }

    /** Lets the root post a receive from each rank and wait for all. */
    static Schedule gather(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, false, true);
    }

    /** Lets the root receive from each rank, one after the other. */
    static Schedule gatherOneByOne(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, false, false);
    }

    private static Schedule fan(Partition blocks, int root, int rank, boolean scatters, boolean atOnce) {
        if (rank != root) {
            return Schedule.of(1, (step, sink) -> blocks.block(rank).move(!scatters, root, sink));
        }
        int others = blocks.parts() - 1;
        return Schedule.inBatches(
                        others,
                        (i, sink) -> {
                            int other = other(i, root);
                            Blocks block = blocks.block(other);
                            if (!atOnce) {
                                block.move(scatters, other, sink);
                            } else if (scatters) {
                                block.isend(i, other, sink);
                            } else {
                                block.irecv(i, other, sink);
                            }
                        },
                        sink -> sink.awaitAll(0, atOnce ? others : 0))
                .using(LocalUse.copying(blocks.bytes(root, 1), 0));
    }

    private static int other(int index, int root) {
        return index < root ? index : index + 1;
    }

    /**
     * Lets the root request the block of one rank after the other by an empty message, and wait for it before the next:
     * Open MPI's linear_sync. An empty second segment follows each block, since the first one is the whole block by
     * Open MPI's decisions.
     */
    static Schedule gatherInRankOrder(Partition blocks, int root, int rank, int ranks) {
        if (rank != root) {
            return Schedule.of(1, (step, sink) -> {
                sink.recv(root, 0);
                blocks.block(rank).move(true, root, sink);
                sink.send(root, 0);
            });
        }
        return Schedule.inBatches(
                        ranks - 1,
                        (i, sink) -> {
                            int other = other(i, root);
                            blocks.block(other).irecv(ranks - 1, other, sink);
                            sink.send(other, 0);
                            sink.irecv(i, other, 0);
                            sink.awaitAll(ranks - 1, 1);
                        },
                        sink -> sink.awaitAll(0, ranks - 1))
                .using(LocalUse.copying(blocks.bytes(root, 1), 0));
    }
}
