package org.tailback.study.training;

import java.util.List;
import java.util.stream.Stream;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.program.ParallelProgram;
import org.tailback.testing.ParallelProgramContract;

/** Training steps, with their collective operations and expanded. */
class TrainingProgramContractTest extends ParallelProgramContract {
    @Override
    protected List<ParallelProgram> programs() {
        return Stream.of("data: 4", "data: 2, tensor: 2", "pipeline: 2, data: 2", "pipeline: 2, interleave: 2")
                .map(TrainingProgramTest::step)
                .map(TrainingProgram::new)
                .flatMap(step -> Stream.of(step, CollectiveExpansion.of(step)))
                .toList();
    }
}
