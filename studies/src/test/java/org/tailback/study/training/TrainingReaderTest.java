package org.tailback.study.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.program.ParallelProgram;
import org.tailback.testing.TraceReaderContract;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;

class TrainingReaderTest extends TraceReaderContract {
    private final TrainingReader reader = new TrainingReader();

    @Override
    protected String format() {
        return reader.name();
    }

    @Override
    protected boolean recognises(Path path) {
        return reader.recognises(TraceSample.of(path));
    }

    @Override
    protected ParallelProgram open(Path path) {
        return reader.open(path, TraceOptions.DEFAULTS);
    }

    @Override
    protected Path writeTrace(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("step.yaml"), TrainingProgramTest.text("data: 2, pipeline: 2", "sharding: parameters"));
    }
}
