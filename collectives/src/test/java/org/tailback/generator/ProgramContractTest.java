package org.tailback.generator;

import java.util.ArrayList;
import java.util.List;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.program.ParallelProgram;
import org.tailback.testing.ParallelProgramContract;

/** All generated programs, random ones, and programs whose collective operations are expanded. */
class ProgramContractTest extends ParallelProgramContract {
    @Override
    protected List<ParallelProgram> programs() {
        List<ParallelProgram> programs = new ArrayList<>(List.of(
                new RingProgram(5, 3, 100, 1e-3),
                new HaloProgram(3, 2, 2, 100, 1e-3),
                new AllPairsProgram(5, 100, true),
                new AlltoallA(8, 100),
                new AlltoallB(8, 100),
                new PairwiseAlltoall(6, 100),
                new BroadcastProgram(6, 2, 100, 1e-3),
                new DisseminationProgram(7, 2, 100, 1e-3),
                new MessageBenchmark("ping-pong", 2, 100),
                new MessageBenchmark("window-8", 4, 100),
                new SweepProgram(3, 2, 1, 4, 2, 100, 1e-3),
                StencilProgram.conjugateGradients(new GridOfRanks(40, 30, 6), 3, 1e-9, StencilProgram.Packing.FREE, 2),
                StencilProgram.hydrodynamics(
                        new GridOfRanks(40, 30, 6), 3, 1e-9, new StencilProgram.Packing(1e-6, 1e-9), 3, 2, 2)));
        for (long seed = 1; seed <= 5; seed++) {
            programs.add(RandomPrograms.pointToPoint(seed, 6, 40, 10_000));
            programs.add(CollectiveExpansion.of(RandomPrograms.withCollectives(seed, 6, 40, 10_000)));
        }
        return programs;
    }
}
