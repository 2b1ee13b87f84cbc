package org.tailback.extrapolation;

import java.util.List;
import java.util.function.IntFunction;
import org.tailback.generator.DisseminationProgram;
import org.tailback.generator.PairwiseAlltoall;
import org.tailback.generator.RingProgram;
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
                extrapolated(ranks -> new RingProgram(ranks, 3, 100, 1e-3), 20),
                extrapolated(ranks -> new PairwiseAlltoall(ranks, 100, 1, 0), 32),
                extrapolated(ranks -> new DisseminationProgram(ranks, 2, 64, 1e-6), 32));
    }
}
