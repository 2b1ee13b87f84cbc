package org.tailback.trace.ti;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.program.ParallelProgram;
import org.tailback.testing.TraceReaderContract;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;

class TiReaderContractTest extends TraceReaderContract {
    private final TiTraceReader reader = new TiTraceReader();

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
        Files.writeString(
                folder.resolve("rank-0.txt"),
                "0 init\n0 bcast 64 0\n0 isend 1 7 1000\n0 compute 1e6\n0 waitall 1\n0 finalize\n");
        Files.writeString(folder.resolve("rank-1.txt"), "1 init\n1 bcast 64 0\n1 recv 0 7 1000\n1 finalize\n");
        return folder;
    }
}
