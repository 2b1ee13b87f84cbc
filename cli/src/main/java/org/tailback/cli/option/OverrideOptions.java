package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;
import picocli.CommandLine.Option;

/** Options that replace a platform's cost, loss, compute parameters and eager limit. */
public final class OverrideOptions {
    @Option(names = "--cost", paramLabel = "NAME[:k=v,...]", description = "message cost, instead of the platform's")
    private @Nullable String cost;

    @Option(names = "--loss", paramLabel = "NAME[:k=v,...]", description = "loss model, instead of the platform's")
    private @Nullable String loss;

    @Option(
            names = "--compute-scale",
            paramLabel = "X",
            description = "multiply the compute times of the trace; 0 drops them")
    private @Nullable String computeScale;

    @Option(
            names = "--compute-speed",
            paramLabel = "SPEED",
            description = "compute speed of a core where the trace counts operations, such as 10Gf")
    private @Nullable String computeSpeed;

    @Option(
            names = "--eager-limit",
            paramLabel = "SIZE",
            description =
                    "largest message sent without waiting for its receive, for traces recorded under another limit"
                            + " than the platform's; costs stay")
    private @Nullable String eagerLimit;

    @Option(
            names = "--kernels",
            paramLabel = "FILE",
            description =
                    "times of dgemm and other kernels instead of the platform's: a table (CSV), or what 'fit kernels'"
                            + " writes")
    private @Nullable String kernels;

    /** Returns the overrides, together with a model, a placement and the seed of one that names none; null for the platform's. */
    public Overrides with(@Nullable String model, @Nullable String placement, long seed) {
        return new Overrides(model, cost, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }
}
