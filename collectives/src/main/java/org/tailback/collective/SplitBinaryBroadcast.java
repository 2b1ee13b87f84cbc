package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Broadcast of one half of the buffer along each side of a binary tree, in segments; then ranks at the same place of
 * both sides, relative to the root v and v + 1 for odd v, exchange their halves. A last v without partner gets the
 * second half from the root.
 *
 * <p>Reference: J. Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations", Cluster Computing
 * 10(2), 2007, section 3.1.
 */
final class SplitBinaryBroadcast {
    private static final int EXCHANGE_RECEIVE = 0;
    private static final int EXCHANGE_SEND = 1;
    private static final int FIRST_SEND = 2;

    private SplitBinaryBroadcast() {}

    static CollectiveSchedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks) {
        Partition.Halves partition = Partition.halves(call.bytes(), segmentBytes);
        if (ranks == 1) {
            return Schedules.of(partition, 0, (step, sink) -> {});
        }
        CollectiveTree tree = CollectiveTree.binary(call.root(), rank, ranks);
        int v = Sizes.modulo(rank, -call.root(), ranks);
        CollectiveSchedule alongTree = v == 0 ? atRoot(partition, tree) : below(partition, (v + 1) % 2, tree);
        CollectiveSchedule exchange = Schedules.of(1, (step, sink) -> exchange(partition, call.root(), v, ranks, sink));
        return Schedules.inSequence(partition, alongTree, exchange);
    }

    private static CollectiveSchedule atRoot(Partition.Halves partition, CollectiveTree tree) {
        int sides = tree.children().length();
        return Schedules.of(Math.max(partition.partsOf(0), partition.partsOf(1)), (segment, sink) -> {
            int started = 0;
            for (int half = 0; half < sides; half++) {
                if (segment < partition.partsOf(half)) {
                    int part = partition.beginOf(half) + segment;
                    sink.carry(part, 1);
                    sink.isend(FIRST_SEND + started++, tree.children().get(half), partition.bytes(part, 1));
                }
            }
            sink.awaitAll(FIRST_SEND, started);
        });
    }

    private static CollectiveSchedule below(Partition.Halves partition, int half, CollectiveTree tree) {
        int segments = partition.partsOf(half);
        int children = tree.children().length();
        return Schedules.of(segments, (segment, sink) -> {
            for (int posted = segment == 0 ? 0 : segment + 1; posted < Math.min(segments, segment + 2); posted++) {
                int part = partition.beginOf(half) + posted;
                sink.carry(part, 1);
                sink.irecv(posted % 2, tree.parent(), partition.bytes(part, 1));
            }
            sink.awaitAll(segment % 2, 1);
            int part = partition.beginOf(half) + segment;
            for (int i = 0; i < children; i++) {
                sink.carry(part, 1);
                sink.isend(FIRST_SEND + i, tree.children().get(i), partition.bytes(part, 1));
            }
            if (children > 0) {
                sink.awaitAll(FIRST_SEND, children);
            }
        });
    }

    private static void exchange(Partition.Halves partition, int root, int v, int ranks, CollectiveSink sink) {
        boolean lastAlone = ranks % 2 == 0;
        if (v == 0) {
            if (lastAlone) {
                sink.carry(partition.beginOf(1), partition.partsOf(1));
                sink.send(Sizes.modulo(ranks - 1, root, ranks), bytesOf(partition, 1));
            }
            return;
        }
        int have = (v + 1) % 2;
        int want = 1 - have;
        boolean alone = lastAlone && v == ranks - 1;
        int partner = Sizes.modulo(alone ? 0 : have == 0 ? v + 1 : v - 1, root, ranks);
        sink.carry(partition.beginOf(want), partition.partsOf(want));
        sink.irecv(EXCHANGE_RECEIVE, partner, bytesOf(partition, want));
        if (!alone) {
            sink.carry(partition.beginOf(have), partition.partsOf(have));
            sink.isend(EXCHANGE_SEND, partner, bytesOf(partition, have));
        }
        sink.awaitAll(EXCHANGE_RECEIVE, alone ? 1 : 2);
    }

    private static long bytesOf(Partition.Halves partition, int half) {
        return partition.bytes(partition.beginOf(half), partition.partsOf(half));
    }
}
