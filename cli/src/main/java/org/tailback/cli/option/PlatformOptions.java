package org.tailback.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;
import picocli.CommandLine.Option;

/** A platform file, and what the command line says instead of its parts. */
public final class PlatformOptions {
    @Option(names = "--platform", paramLabel = "FILE", description = "platform file (YAML)")
    private @Nullable Path platform;

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "bandwidth sharing, instead of the platform's")
    private @Nullable String model;

    @Option(names = "--cost", paramLabel = "NAME[:k=v,...]", description = "message cost, instead of the platform's")
    private @Nullable String cost;

    @Option(names = "--loss", paramLabel = "NAME[:k=v,...]", description = "loss model, instead of the platform's")
    private @Nullable String loss;

    @Option(
            names = "--placement",
            paramLabel = "RULE",
            description = "where ranks run: round-robin-node, round-robin-processor, random[:SEED] or file:PATH")
    private @Nullable String placement;

    @Option(
            names = "--compute-scale",
            paramLabel = "X",
            description = "multiply the compute times of the trace; 0 drops them")
    private @Nullable String computeScale;

    @Option(
            names = "--compute-speed",
            paramLabel = "SPEED",
            description = "how fast a core computes where the trace counts operations, such as 10Gf")
    private @Nullable String computeSpeed;

    /** The platform file, or null. */
    public @Nullable Path platform() {
        return platform;
    }

    /** What the command line says instead of the platform file. */
    public Overrides overrides(long seed) {
        return new Overrides(model, cost, loss, placement, computeScale, computeSpeed, seed);
    }
}
