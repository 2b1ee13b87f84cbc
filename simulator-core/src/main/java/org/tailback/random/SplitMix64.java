package org.tailback.random;

import org.tailback.stability.Internal;

/** Output function of SplitMix64 (Steele, Lea, Flood 2014): a hash of 64 bits without collisions. */
@Internal
public final class SplitMix64 {
    /** Increment of SplitMix64's state, the odd integer nearest to 2^64 divided by the golden ratio. */
    public static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private SplitMix64() {}

    /** Returns the hash of a state; different states have different hashes. */
    public static long mixed(long state) {
        long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
