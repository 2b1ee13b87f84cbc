package org.tailback.study.replication;

import java.util.function.LongFunction;
import org.tailback.platform.Platform;

/** Finds out whether runs with different seeds can differ. */
public final class Randomness {
    private Randomness() {}

    /**
     * Returns whether a model or the times of kernels draw random numbers, or the placement depends on the seed.
     *
     * @param platforms the platform under a seed
     */
    public static boolean of(LongFunction<Platform> platforms, long seed) {
        Platform platform = platforms.apply(seed);
        return platform.sharing().isRandom()
                || platform.kernels() != null
                || platform.loss().isRandom()
                || !platform.placement()
                        .name()
                        .equals(platforms.apply(seed + 1).placement().name());
    }
}
