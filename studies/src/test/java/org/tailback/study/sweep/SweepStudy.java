package org.tailback.study.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small study for tests. */
final class SweepStudy {
    static final String PLATFORM = """
            cluster: {nodes: 4, cores-per-node: 2}
            network: {model: max-min, bandwidth: 1 Gbit/s}
            cost: {model: plogp, latency: 10 us, bandwidth: 1 Gbit/s}
            """;

    private SweepStudy() {}

    /** Writes a study file and the platform p.yaml beside it. */
    static Path write(Path folder, String study) {
        try {
            Files.writeString(folder.resolve("p.yaml"), PLATFORM);
            return Files.writeString(folder.resolve("study.yaml"), study);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 48 runs of rings and exchanges. */
    static Path small(Path folder) {
        return write(folder, forIterations(2));
    }

    /** The same runs, each taking some time. */
    static Path slow(Path folder) {
        return write(folder, forIterations(1500));
    }

    private static String forIterations(int iterations) {
        return """
            workloads:
              - {generator: ring, ranks: [2, 4], sizes: 1KiB, iterations: %d, compute: 10 us}
              - {generator: halo, ranks: 8, sizes: [1KiB, 64KiB], iterations: %d}
            platforms: p.yaml
            models: [platform, uncontended, "infiniband:competitor-rule=floor"]
            placements: [round-robin-node, random]
            seeds: [1, 7]
            """.formatted(iterations, iterations);
    }
}
