package org.tailback.platformfile;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/**
 * The options of a command line that replace parts of a platform file, each as the user wrote it; null if not given.
 *
 * <p>A model that the file names too keeps the file's keys that are not overridden; another model keeps those that it
 * has. {@code key=} without a value removes the file's key. Another cost keeps the file's bandwidth under any key that
 * defines it, or is rejected.
 *
 * @param model {@code NAME[:k=v,…]}, the bandwidth-sharing model
 * @param cost {@code NAME[:k=v,…]}, the message cost
 * @param loss {@code NAME[:k=v,…]}, the loss model
 * @param placement as {@link PlacementText} reads it; a file's path is relative to the working folder
 * @param computeScale a number >= 0
 * @param computeSpeed flop/s, > 0
 * @param eagerLimit largest size sent eagerly, instead of that of the platform's costs, for programs that were recorded
 *     under another one; a size
 * @param kernels path of a file whose kernels precede those of the platform, relative to the working folder
 * @param seed the seed of a random placement that names none
 */
public record Overrides(
        @Nullable String model,
        @Nullable String cost,
        @Nullable String loss,
        @Nullable String placement,
        @Nullable String computeScale,
        @Nullable String computeSpeed,
        @Nullable String eagerLimit,
        @Nullable String kernels,
        long seed) {
    @Internal
    public Overrides {}

    /** Overrides that replace nothing; the seed is 1. */
    public static final Overrides NONE = new Overrides(null, null, null, null, null, null, null, null, 1);

    /** Returns these overrides with another bandwidth-sharing model. */
    public Overrides withModel(@Nullable String text) {
        return new Overrides(text, cost, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with another message cost. */
    public Overrides withCost(@Nullable String text) {
        return new Overrides(model, text, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with another loss model. */
    public Overrides withLoss(@Nullable String text) {
        return new Overrides(model, cost, text, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with another placement. */
    public Overrides withPlacement(@Nullable String text) {
        return new Overrides(model, cost, loss, text, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with another compute scale. */
    public Overrides withComputeScale(@Nullable String text) {
        return new Overrides(model, cost, loss, placement, text, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with another compute speed. */
    public Overrides withComputeSpeed(@Nullable String text) {
        return new Overrides(model, cost, loss, placement, computeScale, text, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with another file of kernels. */
    public Overrides withKernels(@Nullable String text) {
        return new Overrides(model, cost, loss, placement, computeScale, computeSpeed, eagerLimit, text, seed);
    }

    /** Returns these overrides with another seed. */
    public Overrides withSeed(long newSeed) {
        return new Overrides(model, cost, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, newSeed);
    }
}
