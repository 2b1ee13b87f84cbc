package org.tailback.random;

import org.tailback.stability.Internal;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomStream;

/**
 * Factory of the random streams of a simulation from its seed: SSJ's MRG32k3a with an explicit state, so that streams
 * depend neither on each other nor on the order of their creation.
 *
 * <p>SSJ's own seeding takes the next state of an unsynchronised static sequence, so streams depend on the order of
 * their creation, and two threads may get the same stream.
 */
@Internal
public final class RandomStreams {
    /**
     * Moduli of MRG32k3a's two components: L'Ecuyer 1999, "Good parameters and implementations for combined multiple
     * recursive random number generators", Operations Research 47(1).
     */
    private static final long FIRST_MODULUS = 4294967087L;

    private static final long SECOND_MODULUS = 4294944443L;

    private RandomStreams() {}

    /**
     * Returns a stream at its beginning.
     *
     * @param seed the simulation's seed
     * @param purpose use of the stream, such as {@code placement}; different purposes have independent streams
     */
    public static RandomStream of(long seed, String purpose) {
        long state = seed;
        for (int i = 0; i < purpose.length(); i++) {
            state = SplitMix64.mixed(state) + purpose.charAt(i);
        }
        long[] words = new long[6];
        for (int i = 0; i < words.length; i++) {
            state += SplitMix64.GOLDEN;
            // 1 to modulus - 1: a component must not be all zero
            words[i] =
                    1 + Long.remainderUnsigned(SplitMix64.mixed(state), (i < 3 ? FIRST_MODULUS : SECOND_MODULUS) - 1);
        }
        MRG32k3a stream = new MRG32k3a(purpose);
        stream.setSeed(words);
        return stream;
    }
}
