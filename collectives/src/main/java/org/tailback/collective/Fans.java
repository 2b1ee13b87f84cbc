package org.tailback.collective;

/** Algorithms with one message between a root and each other rank. */
final class Fans {
    private Fans() {}

    /** An exchange of the root with one of the others, whose block it carries. */
    private interface Exchange {
        /**
         * @param i number of the exchange, from 0
         * @param other the other's rank
         * @param bytes size of the other's block
         */
        void append(int i, int other, long bytes, CollectiveSink sink);
    }

    /** Lets the root start a send to everybody and wait for all; blocks are numbered by rank. */
    static CollectiveSchedule scatter(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? atOnce(blocks, root, ranks, (i, other, bytes, sink) -> sink.isend(i, other, bytes))
                : message(blocks, root, rank, false);
    }

    /** Lets the root send to everybody, one after the other. */
    static CollectiveSchedule scatterOneByOne(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? oneByOne(blocks, root, ranks, (i, other, bytes, sink) -> sink.send(other, bytes))
                : message(blocks, root, rank, false);
    }

    /** Lets the root post a receive from everybody and wait for all. */
    static CollectiveSchedule gather(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? atOnce(blocks, root, ranks, (i, other, bytes, sink) -> sink.irecv(i, other, bytes))
                : message(blocks, root, rank, true);
    }

    /** Lets the root receive from everybody, one after the other. */
    static CollectiveSchedule gatherOneByOne(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? oneByOne(blocks, root, ranks, (i, other, bytes, sink) -> sink.recv(other, bytes))
                : message(blocks, root, rank, true);
    }

    /**
     * Lets the root ask the others in turn with an empty message, and wait for the block before it asks the next:
     * Open MPI's linear_sync. An empty second segment follows each block, since the first one is the whole block by
     * Open MPI's decisions.
     */
    static CollectiveSchedule gatherInRankOrder(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? atOnce(blocks, root, ranks, (i, other, bytes, sink) -> {
                    sink.irecv(ranks - 1, other, bytes);
                    sink.send(other, 0);
                    sink.irecv(i, other, 0);
                    sink.awaitAll(ranks - 1, 1);
                })
                : Schedules.of(1, (step, sink) -> {
                    sink.recv(root, 0);
                    sink.carry(rank, 1);
                    sink.send(root, blocks.bytes(rank, 1));
                    sink.send(root, 0);
                });
    }

    /** Returns the root's part when its exchanges are requests for which it waits in the end. */
    private static CollectiveSchedule atOnce(Partition blocks, int root, int ranks, Exchange exchange) {
        return withOwnBlock(
                blocks,
                root,
                Schedules.inBatches(ranks - 1, step(blocks, root, exchange), sink -> sink.awaitAll(0, ranks - 1)));
    }

    /** Returns the root's part when each exchange is over before the next. */
    private static CollectiveSchedule oneByOne(Partition blocks, int root, int ranks, Exchange exchange) {
        return withOwnBlock(blocks, root, Schedules.inBatches(ranks - 1, step(blocks, root, exchange), sink -> {}));
    }

    private static CollectiveSchedule withOwnBlock(Partition blocks, int root, CollectiveSchedule schedule) {
        return Schedules.using(LocalUse.copying(blocks.bytes(root, 1), 0), schedule);
    }

    private static Schedules.Step step(Partition blocks, int root, Exchange exchange) {
        return (i, sink) -> {
            int other = i < root ? i : i + 1;
            sink.carry(other, 1);
            exchange.append(i, other, blocks.bytes(other, 1), sink);
        };
    }

    /** Returns the exchange of another rank with the root. */
    private static CollectiveSchedule message(Partition blocks, int root, int rank, boolean sends) {
        return Schedules.of(
                1, (step, sink) -> Schedules.Blocks.of(blocks, rank, 1).move(sends, root, sink));
    }
}
