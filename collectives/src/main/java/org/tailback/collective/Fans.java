package org.tailback.collective;

/** Algorithms with one message between a root and each other rank; blocks are numbered by rank. */
final class Fans {
    private Fans() {}

    /** Returns a schedule in which the root starts a send to each rank and waits for all sends. */
    static Schedule scatter(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, true, true);
    }

    /** Returns a schedule in which the root sends to one rank after the other. */
    static Schedule scatterOneByOne(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, true, false);
    }

    /** Returns a schedule in which the root posts a receive from each rank and waits for all receives. */
    static Schedule gather(Partition blocks, int root, int rank, int ranks) {
        return fan(blocks, root, rank, false, true);
    }

    /** Returns a schedule in which the root receives from one rank after the other. */
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
                        atOnce ? sink -> sink.awaitAll(0, others) : sink -> {})
                .using(LocalUse.copying(blocks.bytes(root, 1), 0));
    }

    private static int other(int index, int root) {
        return index < root ? index : index + 1;
    }

    /**
     * Returns a schedule in which the root requests the block of one rank after the other by an empty message, and
     * waits for each block before the next request: Open MPI's linear_sync. An empty second segment follows each block,
     * because Open MPI's decisions make the whole block the first segment.
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
