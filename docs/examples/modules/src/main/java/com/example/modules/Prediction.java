package com.example.modules;

import java.nio.file.Path;
import org.tailback.generator.RingProgram;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.study.replication.Sample;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/** Writes a trace, reads it, and replays it with several seeds: reading YAML, services and statistics work on the module path. */
final class Prediction {
    private Prediction() {}

    static Sample makespans(Path folder, String platformFile) {
        Platform platform = PlatformFile.parse(platformFile, "platform").resolve(Overrides.NONE);
        Path trace = folder.resolve("ring.tailback");
        Traces.writerFor(trace).write(new RingProgram(4, 10, 100_000, 1e-3), trace, false);
        double[] seconds = new double[4];
        for (int seed = 0; seed < seconds.length; seed++) {
            Trace program = Traces.open(trace, null, TraceOptions.defaults());
            ReplayResult result =
                    Replay.builder(program, platform).seed(seed).build().run();
            // as if runs differed a little
            seconds[seed] = result.makespan() * (1 + seed * 1e-3);
        }
        return Sample.of(seconds);
    }
}
