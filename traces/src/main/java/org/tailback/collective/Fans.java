package org.tailback.collective;

/** A message between a root and each of the others. */
final class Fans {
    private Fans() {}

    /** The root's request with one other. */
    private static int other(int i, int root) {
        return i < root ? i : i + 1;
    }

    /** The root starts a send to everybody and waits for all; blocks are numbered by rank. */
    static CollectiveSchedule scatter(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? Schedules.inBatches(
                        ranks - 1,
                        (i, sink) -> {
                            int destination = other(i, root);
                            sink.carry(destination, 1);
                            sink.isend(i, destination, blocks.bytes(destination, 1));
                        },
                        sink -> sink.awaitAll(0, ranks - 1))
                : receive(root, rank, blocks.bytes(rank, 1));
    }

    /** The root sends to everybody, one after the other. */
    static CollectiveSchedule scatterOneByOne(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? Schedules.inBatches(
                        ranks - 1,
                        (i, sink) -> {
                            int destination = other(i, root);
                            sink.carry(destination, 1);
                            sink.send(destination, blocks.bytes(destination, 1));
                        },
                        sink -> {})
                : receive(root, rank, blocks.bytes(rank, 1));
    }

    /** The root posts a receive from everybody and waits for all. */
    static CollectiveSchedule gather(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? Schedules.inBatches(
                        ranks - 1,
                        (i, sink) -> {
                            int source = other(i, root);
                            sink.carry(source, 1);
                            sink.irecv(i, source, blocks.bytes(source, 1));
                        },
                        sink -> sink.awaitAll(0, ranks - 1))
                : send(root, rank, blocks.bytes(rank, 1));
    }

    /** The root receives from everybody, one after the other. */
    static CollectiveSchedule gatherOneByOne(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? Schedules.inBatches(
                        ranks - 1,
                        (i, sink) -> {
                            int source = other(i, root);
                            sink.carry(source, 1);
                            sink.recv(source, blocks.bytes(source, 1));
                        },
                        sink -> {})
                : send(root, rank, blocks.bytes(rank, 1));
    }

    /** As {@link #gatherOneByOne}, but nobody sends before the root has asked with an empty message; block P is that message. */
    static CollectiveSchedule gatherOnDemand(Partition blocks, int root, int rank, int ranks) {
        return rank == root
                ? Schedules.inBatches(
                        ranks - 1,
                        (i, sink) -> {
                            int source = other(i, root);
                            sink.carry(source, 1);
                            sink.irecv(i, source, blocks.bytes(source, 1));
                            sink.send(source, 0);
                        },
                        sink -> sink.awaitAll(0, ranks - 1))
                : Schedules.of(1, (step, sink) -> {
                    sink.recv(root, 0);
                    sink.carry(rank, 1);
                    sink.send(root, blocks.bytes(rank, 1));
                });
    }

    private static CollectiveSchedule receive(int root, int rank, long bytes) {
        return Schedules.of(1, (step, sink) -> {
            sink.carry(rank, 1);
            sink.recv(root, bytes);
        });
    }

    private static CollectiveSchedule send(int root, int rank, long bytes) {
        return Schedules.of(1, (step, sink) -> {
            sink.carry(rank, 1);
            sink.send(root, bytes);
        });
    }
}
