package org.tailback.platformfile;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/**
 * Options of a command line that replace parts of a platform file, each in the user's form; null if not given.
 *
 * <p>The file's own model keeps all keys of the file that are not overridden; another model keeps the keys that it
 * supports. {@code key=} without a value removes the file's key. Another cost keeps the file's bandwidth under any key
 * that defines it, or is rejected.
 *
 * @param model {@code NAME[:k=v,…]}, the bandwidth-sharing model
 * @param cost {@code NAME[:k=v,…]}, the message cost
 * @param loss {@code NAME[:k=v,…]}, the loss model
 * @param placement placement in the form of {@link PlacementText}; a file's path is relative to the working folder
 * @param computeScale factor of computation times, a number >= 0
 * @param computeSpeed compute speed in flop/s, > 0
 * @param eagerLimit largest size sent eagerly, instead of the limit of the platform's costs, for programs recorded
 *     under another limit; a size
 * @param kernels path of a file whose kernels take precedence over the platform's kernels, relative to the working
 *     folder
 * @param seed seed of a random placement without a seed
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

    /** Overrides without replacements; the seed is 1. */
    public static final Overrides NONE = new Overrides(null, null, null, null, null, null, null, null, 1);

    /** Returns these overrides with a different bandwidth-sharing model. */
    public Overrides withModel(@Nullable String text) {
        return new Overrides(text, cost, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with a different message cost. */
    public Overrides withCost(@Nullable String text) {
        return new Overrides(model, text, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with a different loss model. */
    public Overrides withLoss(@Nullable String text) {
        return new Overrides(model, cost, text, placement, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with a different placement. */
    public Overrides withPlacement(@Nullable String text) {
        return new Overrides(model, cost, loss, text, computeScale, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with a different compute scale. */
    public Overrides withComputeScale(@Nullable String text) {
        return new Overrides(model, cost, loss, placement, text, computeSpeed, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with a different compute speed. */
    public Overrides withComputeSpeed(@Nullable String text) {
        return new Overrides(model, cost, loss, placement, computeScale, text, eagerLimit, kernels, seed);
    }

    /** Returns these overrides with a different file of kernels. */
    public Overrides withKernels(@Nullable String text) {
        return new Overrides(model, cost, loss, placement, computeScale, computeSpeed, eagerLimit, text, seed);
    }

    /** Returns these overrides with a different seed. */
    public Overrides withSeed(long newSeed) {
        return new Overrides(model, cost, loss, placement, computeScale, computeSpeed, eagerLimit, kernels, newSeed);
    }
}
