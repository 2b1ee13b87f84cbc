package org.tailback.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.random.RandomStreams;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.stat.TallyStore;

class ReplicationsTest {
    /** The mean of ten exponential times, each an event of a simulator of its own. */
    private static double run(long seed) {
        Simulator simulator = new Simulator();
        simulator.init();
        ExponentialGen times = new ExponentialGen(RandomStreams.of(seed, "times"), 1.0);
        TallyStore tally = new TallyStore();
        new Event(simulator) {
            @Override
            public void actions() {
                tally.add(simulator.time());
                if (tally.numberObs() < 10) {
                    schedule(times.nextDouble());
                }
            }
        }.schedule(times.nextDouble());
        simulator.start();
        return tally.max() / 10;
    }

    private static List<Double> everything(Sample sample) {
        return List.of(
                sample.mean(), sample.low(), sample.high(), sample.minimum(), sample.maximum(), sample.quantile(0.3));
    }

    @Test
    void run_anyNumberOfThreads_sameBits() {
        Replications replications = Replications.of(200).seed(7);
        Sample sequential = replications.threads(1).run(ReplicationsTest::run);

        assertThat(sequential.count()).isEqualTo(200);
        assertThat(sequential.low()).isLessThan(1);
        assertThat(sequential.high()).isGreaterThan(1);
        for (Replications parallel : List.of(replications, replications.threads(2), replications.threads(5))) {
            assertThat(everything(parallel.run(ReplicationsTest::run))).isEqualTo(everything(sequential));
        }
    }

    @Test
    void run_seeds_countUpFromTheFirst() {
        assertThat(Replications.of(3).seed(40).run(seed -> seed, value -> (double) value))
                .containsExactly(40L, 41L, 42L);
        assertThat(Replications.of(3).run(seed -> (double) seed).mean()).isEqualTo(2);
    }

    @Test
    void run_someFail_theFirstFailureBySeed() {
        for (int threads : new int[] {1, 4}) {
            assertThatThrownBy(() -> Replications.of(40).threads(threads).run(seed -> {
                        if (seed % 9 == 0) {
                            throw new IllegalStateException("seed " + seed);
                        }
                        return seed;
                    }))
                    .hasMessage("seed 9");
        }
    }

    @Test
    void run_outcomeThatIsNoNumber_isRefusedByItsSeed() {
        for (double outcome : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Replications.of(5).until(0.1).run(seed -> seed == 3 ? outcome : seed))
                    .hasMessage("the run with seed 3 returned " + outcome + ", not a finite number");
        }
        assertThatThrownBy(() -> Replications.of(5).run(seed -> seed == 4 ? null : "", String::length))
                .hasMessage("the run with seed 4 returned null");
    }

    @Test
    void until_narrowEnough_stopsAfterABatch() {
        assertThat(Replications.of(1000).until(0.5).run(seed -> seed % 2 + 10.0).count())
                .isEqualTo(10);
        assertThat(Replications.of(25).until(1e-9).run(seed -> (double) seed).count())
                .isEqualTo(25);
    }

    @Test
    void of_noRuns_isRefused() {
        assertThatThrownBy(() -> Replications.of(0)).hasMessageContaining("at least one run");
        assertThatThrownBy(() -> Replications.of(1).threads(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> Replications.of(1).until(1)).hasMessageContaining("0 to below 1");
    }
}
