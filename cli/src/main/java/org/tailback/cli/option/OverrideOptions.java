package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import org.tailback.platformfile.Overrides;

/** Options that replace a platform's cost, loss, compute parameters and eager limit. */
public final class OverrideOptions extends Options {
    private final Given<@Nullable String> cost = text("--cost", "NAME[:k=v,...]");

    private final Given<@Nullable String> loss = text("--loss", "NAME[:k=v,...]");

    private final Given<@Nullable String> computeScale = text("--compute-scale", "X");

    private final Given<@Nullable String> computeSpeed = text("--compute-speed", "SPEED");

    private final Given<@Nullable String> eagerLimit = text("--eager-limit", "SIZE");

    private final Given<@Nullable String> kernels = text("--kernels", "FILE");

    /**
     * Returns the overrides of these options and of other options of a command.
     *
     * @param model model in place of the platform's; null to keep it
     * @param placement placement in place of the platform's; null to keep it
     * @param seed of models and of random placements without an individual seed
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
