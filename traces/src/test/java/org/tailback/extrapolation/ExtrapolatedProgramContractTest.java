package org.tailback.extrapolation;

import java.util.List;
import java.util.function.IntFunction;
import org.tailback.generator.Programs;
import org.tailback.program.ParallelProgram;
import org.tailback.testing.ParallelProgramContract;

class ExtrapolatedProgramContractTest extends ParallelProgramContract {
    private static ParallelProgram extrapolated(IntFunction<ParallelProgram> code, int target) {
        Extrapolation extrapolation = new Extrapolation();
        for (int ranks : new int[] {4, 8, 16}) {
            extrapolation.recording("on-" + ranks, code.apply(ranks));
        }
        return extrapolation.on(target);
    }

    @Override
    protected List<ParallelProgram> programs() {
        return List.of(
                extrapolated(ranks -> Programs.ring(ranks, 3, 100, 1e-3), 20),
                extrapolated(ranks -> Programs.of("alltoall:bytes=100,ranks=" + ranks), 32),
                extrapolated(
                        ranks -> Programs.of("dissemination:bytes=64,iterations=2,compute=1us,ranks=" + ranks), 32));
    }
}
