package com.example.modules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.generator.Programs;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Simulation;
import org.tailback.replication.Sample;
import org.tailback.trace.Traces;

/**
 * Writes a trace, reads it, and replays it with several seeds: reading YAML, services and statistics work on the module
 * path.
 */
public final class Prediction {
    private Prediction() {}

    /** Prints the mean for a folder to write to and a platform file. */
    public static void main(String[] arguments) throws IOException {
        String platform = Files.readString(Path.of(arguments[1]));
        System.out.println(makespans(Path.of(arguments[0]), platform).mean());
    }

    static Sample makespans(Path folder, String platformFile) {
        Platforms platform = Platforms.of("platform", PlatformFile.parse(platformFile, "platform"));
        Path trace = folder.resolve("ring.tailback");
        Traces.writerFor(trace).write(Programs.ring(4, 10, 100_000, 1e-3), trace, false);
        double[] seconds = new double[4];
        for (int seed = 0; seed < seconds.length; seed++) {
            ReplayResult result =
                    Simulation.of(trace).on(platform).seed(seed).run();
            // as if runs differed a little
            seconds[seed] = result.makespan() * (1 + seed * 1e-3);
        }
        return Sample.of(seconds);
    }
}
