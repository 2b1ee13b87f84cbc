package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.testing.TraceReaderContract;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.Traces;

class DiaryReaderTest extends TraceReaderContract {
    private static final String PLATFORM = """
            cluster: {nodes: 2}
            network: {model: uncontended}
            cost: {model: hockney, latency: 250 ms, bandwidth: 1000 B/s}
            """;

    private final DiaryReader reader = new DiaryReader();

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
                folder.resolve("my.diary"), "diary of 2 ranks\n0 compute 0.5\n0 send 1 1000\n1 recv 0 1000\n1 compute 2\n");
    }

    @Test
    void diary_isFoundAndReplayed(@TempDir Path folder) throws IOException {
        Platform platform = PlatformFile.parse(PLATFORM, "platform").resolve(Overrides.NONE);
        try (Trace trace = Traces.open(writeTrace(folder))) {
            // computes 0.5 s, then 1000 bytes at 1000 B/s and 0.25 s latency; the other rank then computes 2 s
            assertThat(Replay.builder(trace, platform).build().run().makespan()).isEqualTo(3.75);
        }
    }
}
