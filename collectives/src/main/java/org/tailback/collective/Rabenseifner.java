package org.tailback.collective;

import org.tailback.program.CollectiveCall;

/**
 * Rabenseifner's reduce and allreduce: reduce-scatter by halving, then gather or allgather by doubling. If the number
 * of ranks is not a power of two, excess ranks first send their data to a neighbour. In Open MPI ({@code
 * redscat_gather}, {@code redscat_allgather}) the odd ranks send by halves, so that both ranks add. In MPICH ({@code
 * reduce_scatter_gather}) the even ranks send all data at once.
 *
 * <p>Reference: R. Rabenseifner, "Optimization of collective reduction operations", ICCS 2004, LNCS 3036.
 */
final class Rabenseifner {
    private Rabenseifner() {}

    static Schedule allreduce(CollectiveCall call, int rank, int ranks) {
        PowerOfTwoCore core = PowerOfTwoCore.withEvenRanks(rank, ranks);
        return allreduce(call, core, core.foldHalves(parts(call, core)));
    }

    static Schedule allreduceOfMpich(CollectiveCall call, int rank, int ranks) {
        PowerOfTwoCore core = PowerOfTwoCore.withOddRanks(-1, rank, ranks);
        return allreduce(call, core, core.fold(parts(call, core)));
    }

    private static Schedule allreduce(CollectiveCall call, PowerOfTwoCore core, Schedule fold) {
        Partition parts = parts(call, core);
        HalvingPhase halving = halving(core, parts);
        return Schedule.inSequence(parts, fold, halving.reduce(), halving.allgather(), core.unfold(parts.whole()))
                .using(localUse(call, 1));
    }

    static Schedule reduce(CollectiveCall call, int rank, int ranks) {
        PowerOfTwoCore core = PowerOfTwoCore.withEvenRanks(rank, ranks);
        Partition parts = parts(call, core);
        PowerOfTwoCore gathering = core.with(call.root());
        return Schedule.inSequence(
                        parts,
                        core.foldHalves(parts),
                        halving(core, parts).reduce(),
                        handOver(parts, gathering.rankOf(0), rank),
                        halving(gathering, parts).gather(gathering.virtual(call.root())))
                .using(localUse(call, rank == call.root() ? 1 : 2));
    }

    static Schedule reduceOfMpich(CollectiveCall call, int rank, int ranks) {
        PowerOfTwoCore core = PowerOfTwoCore.withOddRanks(call.root(), rank, ranks);
        Partition parts = parts(call, core);
        HalvingPhase halving = halving(core, parts);
        return Schedule.inSequence(parts, core.fold(parts), halving.reduce(), halving.gather(core.virtual(call.root())))
                .using(localUse(call, rank == call.root() ? 1 : 2));
    }

    /**
     * Returns the step in which rank 0 sends its sum to the rank that replaces it; an empty schedule if rank 0 is not
     * replaced.
     */
    private static Schedule handOver(Partition parts, int successor, int rank) {
        boolean takesPart = successor != 0 && (rank == 0 || rank == successor);
        return Schedule.of(
                takesPart ? 1 : 0, (step, sink) -> parts.block(0).move(rank == 0, rank == 0 ? successor : 0, sink));
    }

    private static Partition parts(CollectiveCall call, PowerOfTwoCore core) {
        return Partition.even(call.bytes(), core.size());
    }

    private static HalvingPhase halving(PowerOfTwoCore core, Partition parts) {
        return new HalvingPhase(core, parts, block -> block, true);
    }

    /**
     * Returns the use of a buffer that receives half of the data and, with two buffers, of a second buffer for the sum.
     */
    private static LocalUse localUse(CollectiveCall call, int buffers) {
        long touched = call.bytes() / 2 + (buffers - 1) * call.bytes();
        return LocalUse.buffering(buffers, call.bytes(), touched).and(LocalUse.copying(call.bytes(), 0));
    }
}
