package org.tailback.collective;

/** Reduction without a tree: everybody sends to the root, which receives and adds from the last rank to the first. */
final class LinearReduce {
    private LinearReduce() {}

    /** Returns the part of a rank in the reduction of some blocks. */
    static CollectiveSchedule schedule(Partition partition, int root, int rank, int ranks) {
        int parts = partition.parts();
        long bytes = partition.bytes(0, parts);
        long sum = parts;
        long received = 2L * parts;
        if (rank != root) {
            return Schedules.of(partition, 1, (step, sink) -> {
                sink.carry(0, parts);
                sink.send(root, bytes);
            });
        }
        CollectiveSchedule schedule = Schedules.of(partition, ranks == 1 ? 0 : ranks, (step, sink) -> {
            int other = ranks - 1 - step;
            boolean first = step == 0;
            if (other != root) {
                sink.carry(first ? sum : received, parts);
                sink.recv(other, bytes);
                if (!first) {
                    sink.combine(received, sum, parts, bytes);
                }
            } else if (first) {
                sink.copy(0, sum, parts);
            } else {
                sink.combine(0, sum, parts, bytes);
            }
            if (other == 0) {
                sink.copy(sum, 0, parts);
            }
        });
        LocalUse use =
                LocalUse.buffering(ranks == 1 ? 0 : 1, bytes).and(LocalUse.copying(rank == ranks - 1 ? bytes : 0, 0));
        return Schedules.using(use, schedule);
    }
}
