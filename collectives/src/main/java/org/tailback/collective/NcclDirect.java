package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Allreduce with reduction in switches: NVLS in the NVSwitch of a machine, SHARP in the switches between machines. A
 * switch that reduces is a capacity here: ranks exchange their parts directly, and each message moves only the share of
 * its bytes that a port carries with the switch's help.
 *
 * <pre>
 * phase                                   direct exchange of n ranks    with reduction in the switch
 * 1 reduce_scatter inside the machine     S (n - 1) / n out and in      S out, S / n in        (multimem.ld_reduce)
 * 2 allreduce of S / n between machines   2 S / n (N - 1) / N           S / n out, S / n in    (SHARP)
 * 3 allgather inside the machine          S (n - 1) / n                 S / n out, S in        (multimem.st)
 * </pre>
 *
 * <p>So phases 1 and 3 move S (n + 1) / n each way instead of 2 S (n - 1) / n: their factor is (n + 1) / (2 (n - 1));
 * that of phase 2 is N / (2 (N - 1)). With n = 8 an allreduce in one machine needs 9/14 of the time of a ring. All
 * machines must have the same number of ranks. Not modelled: the number of reductions that a switch can hold at once,
 * and links between switches, which carry one reduced stream instead of the messages that pass here.
 *
 * <p>References: NCCL, {@code src/device/all_reduce.h} (NVLS, CollNetDirect); R. Graham and others, "Scalable
 * Hierarchical Aggregation Protocol (SHARP)", COM-HPC 2016; B. Klenk and others, "An In-Network Architecture for
 * Accelerating Shared-Memory Multiprocessor Collectives", ISCA 2020.
 */
final class NcclDirect {
    private NcclDirect() {}

    /** Returns whether all machines have the same number of ranks. */
    static boolean fits(NcclGroup group) {
        for (int[] machine : group.machines()) {
            if (machine.length != group.machines()[0].length) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the part of a rank.
     *
     * @param inside whether switches inside machines reduce
     * @param between whether switches between machines reduce
     */
    static CollectiveSchedule allreduce(
            NcclGroup group, CollectiveCall call, int rank, boolean inside, boolean between) {
        int[] machine = group.machines()[group.machineOf()[rank]];
        int index = group.indexOf()[rank];
        int locals = machine.length;
        int machines = group.machines().length;
        int[] peers = new int[machines];
        for (int i = 0; i < machines; i++) {
            peers[i] = group.machines()[i][index];
        }
        int own = group.machineOf()[rank];
        Partition parts = Partition.even(call.bytes(), locals * machines);
        Exchange local = new Exchange(parts, machine, index, machines, 0);
        Exchange remote = new Exchange(parts, peers, own, 1, index * machines);
        CollectiveSchedule whole = Schedules.of(parts, locals * machines == 1 ? 0 : 4, (step, sink) -> {
            switch (step) {
                case 0 -> local.reduceScatter(sink);
                case 1 -> remote.reduceScatter(sink);
                case 2 -> remote.allgather(sink);
                default -> local.allgather(sink);
            }
        });
        double ofLocal = inside && locals > 1 ? (locals + 1.0) / (2 * (locals - 1)) : 1;
        double ofRemote = between && machines > 1 ? machines / (2.0 * (machines - 1)) : 1;
        return Schedules.onWire(whole, step -> step == 0 || step == 3 ? ofLocal : ofRemote);
    }

    /**
     * Every rank of a set sends each other one its part. Part i has some blocks in a row, from {@code first + i *
     * width} on.
     */
    private record Exchange(Partition blocks, int[] ranks, int own, int width, int first) {
        private int from(int index) {
            return first + index * width;
        }

        private long bytes(int index) {
            return blocks.bytes(from(index), width);
        }

        void reduceScatter(CollectiveSink sink) {
            int others = ranks.length - 1;
            if (others == 0) {
                return;
            }
            for (int i = 1; i <= others; i++) {
                int source = Sizes.modulo(own, -i, ranks.length);
                sink.carry(scratch(i), width);
                sink.irecv(i - 1, ranks[source], bytes(own));
            }
            for (int i = 1; i <= others; i++) {
                int destination = Sizes.modulo(own, i, ranks.length);
                sink.carry(from(destination), width);
                sink.isend(others + i - 1, ranks[destination], bytes(destination));
            }
            sink.awaitAll(0, 2 * others);
            for (int i = 1; i <= others; i++) {
                sink.combine(scratch(i), from(own), width, bytes(own));
            }
        }

        void allgather(CollectiveSink sink) {
            int others = ranks.length - 1;
            if (others == 0) {
                return;
            }
            for (int i = 1; i <= others; i++) {
                int source = Sizes.modulo(own, -i, ranks.length);
                sink.carry(from(source), width);
                sink.irecv(i - 1, ranks[source], bytes(source));
            }
            for (int i = 1; i <= others; i++) {
                int destination = Sizes.modulo(own, i, ranks.length);
                sink.carry(from(own), width);
                sink.isend(others + i - 1, ranks[destination], bytes(own));
            }
            sink.awaitAll(0, 2 * others);
        }

        private long scratch(int i) {
            return (long) blocks.parts() + (long) i * width;
        }
    }
}
