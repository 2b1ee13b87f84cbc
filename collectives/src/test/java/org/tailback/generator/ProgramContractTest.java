package org.tailback.generator;

import java.util.ArrayList;
import java.util.List;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.generator.hpl.HplProgram;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.program.ParallelProgram;
import org.tailback.testing.ParallelProgramContract;

/** All generated programs, random ones, and programs whose collective operations are expanded. */
class ProgramContractTest extends ParallelProgramContract {
    @Override
    protected List<ParallelProgram> programs() {
        List<ParallelProgram> programs = new ArrayList<>(List.of(
                new RingProgram(5, 3, 100, 1e-3),
                new HaloProgram(3, 2, 2, 100, 1e-3),
                new AllPairsProgram(5, 100, true, 2, 1e-3),
                new AlltoallA(8, 100),
                new AlltoallB(8, 100),
                new PairwiseAlltoall(6, 100, 2, 1e-3),
                new FftProgram(new int[] {4, 12, 6}, 3, 2, 3, 16, 1e-9),
                new BroadcastProgram(6, 2, 100, 1e-3),
                new DisseminationProgram(7, 2, 100, 1e-3),
                new MessageBenchmark("ping-pong", 2, 100),
                new MessageBenchmark("window-8", 4, 100),
                new SweepProgram(3, 2, 1, 4, 2, 100, 1e-3),
                StencilProgram.conjugateGradients(new GridOfRanks(40, 30, 6), 3, 1e-9, StencilProgram.Packing.FREE, 2),
                StencilProgram.hydrodynamics(
                        new GridOfRanks(40, 30, 6), 3, 1e-9, new StencilProgram.Packing(1e-6, 1e-9), 3, 2, 2)));
        for (int depth = 0; depth <= 1; depth++) {
            HplSettings hpl = new HplSettings(
                    60, 8, 2, 3, Bcast.RING_MODIFIED, Swap.MIX, depth, Fact.CROUT, Fact.RIGHT, 4, 2, 8, false);
            programs.add(new HplProgram(hpl, 1));
            programs.add(HplProgram.window(hpl, 2, 3, 1));
        }
        for (long seed = 1; seed <= 5; seed++) {
            programs.add(RandomPrograms.pointToPoint(seed, 6, 40, 10_000));
            programs.add(CollectiveExpansion.of(RandomPrograms.withCollectives(seed, 6, 40, 10_000)));
        }
        return programs;
    }
}
