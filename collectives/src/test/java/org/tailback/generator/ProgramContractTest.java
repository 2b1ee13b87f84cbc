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
                Programs.ring(5, 3, 100, 1e-3),
                Programs.halo(3, 2, 2, 100, 1e-3),
                AlltoallPatterns.allPairs(new IteratedExchange(5, 2, 100, 1e-3), true),
                Programs.alltoallA(8, 100),
                Programs.alltoallB(8, 100),
                AlltoallPatterns.pairwise(new IteratedExchange(6, 2, 100, 1e-3)),
                FftProgram.of(new int[] {4, 12, 6}, 3, 2, 3, 16, 1e-9),
                Patterns.broadcast(new IteratedExchange(6, 2, 100, 1e-3)),
                Patterns.dissemination(new IteratedExchange(7, 2, 100, 1e-3)),
                new MessageBenchmark("ping-pong", 2, 100),
                new MessageBenchmark("window-8", 4, 100),
                SweepProgram.of(3, 2, 1, 4, 2, 100, 1e-3),
                StencilProgram.conjugateGradients(GridOfRanks.of(40, 30, 6), 3, new StencilProgram.Work(1e-9, 0, 0), 2),
                StencilProgram.hydrodynamics(
                        GridOfRanks.of(40, 30, 6), 3, new StencilProgram.Work(1e-9, 1e-6, 1e-9), 3, 2, 2)));
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
