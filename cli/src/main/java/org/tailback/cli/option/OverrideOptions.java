package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;

/** Options that replace a platform's cost, loss, compute parameters and eager limit. */
public final class OverrideOptions extends Options {
    private final Given<@Nullable String> cost =
            text("--cost", "NAME[:k=v,...]", "message cost, instead of the platform's");

    private final Given<@Nullable String> loss =
            text("--loss", "NAME[:k=v,...]", "loss model, instead of the platform's");

    private final Given<@Nullable String> computeScale =
            text("--compute-scale", "X", "multiply the compute times of the trace; 0 drops them");

    private final Given<@Nullable String> computeSpeed =
            text("--compute-speed", "SPEED", "compute speed of a core where the trace counts operations, such as 10Gf");

    private final Given<@Nullable String> eagerLimit = text(
            "--eager-limit",
            "SIZE",
            "largest message sent without waiting for its receive, for traces recorded under another limit"
                    + " than the platform's; costs stay");

    private final Given<@Nullable String> kernels = text(
            "--kernels",
            "FILE",
            "times of dgemm and other kernels instead of the platform's: a table (CSV), or what 'fit kernels'"
                    + " writes");

    /**
     * Returns the overrides, together with a model, a placement and the seed of one that names none; null for the
     * platform's.
     */
    public Overrides with(@Nullable String model, @Nullable String placement, long seed) {
        return new Overrides(
                model,
                cost.value(),
                loss.value(),
                placement,
                computeScale.value(),
                computeSpeed.value(),
                eagerLimit.value(),
                kernels.value(),
                seed);
    }
}
