package org.tailback.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomStream;

class RandomStreamsTest {
    @Test
    void of_sameSeedAndPurpose_sameNumbersWhateverWasMadeBefore() {
        double[] first = numbers(RandomStreams.of(42, "placement"));
        for (int i = 0; i < 5; i++) {
            new MRG32k3a().nextDouble(); // advances SSJ's static seed
        }
        RandomStreams.of(7, "other");
        assertThat(numbers(RandomStreams.of(42, "placement"))).isEqualTo(first);
    }

    @Test
    void of_otherSeedOrPurpose_otherNumbers() {
        Set<Double> firsts = new HashSet<>();
        for (long seed = -50; seed < 50; seed++) {
            firsts.add(RandomStreams.of(seed, "placement").nextDouble());
            firsts.add(RandomStreams.of(seed, "loss").nextDouble());
        }
        assertThat(firsts).hasSize(200);
    }

    @Test
    void of_neighbouringSeeds_areNotCorrelated() {
        double mean = 0;
        int seeds = 10_000;
        for (long seed = 0; seed < seeds; seed++) {
            mean += RandomStreams.of(seed, "x").nextDouble() / seeds;
        }
        // the mean of 10000 uniform numbers has standard deviation 0.0029
        assertThat(mean).isBetween(0.485, 0.515);
    }

    private static double[] numbers(RandomStream stream) {
        return DoubleStream.generate(stream::nextDouble).limit(20).toArray();
    }
}
