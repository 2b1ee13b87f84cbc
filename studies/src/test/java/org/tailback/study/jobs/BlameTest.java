package org.tailback.study.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlameTest {
    private static final double EXACT = 1e-12;

    private interface Makespan {
        double of(BitSet subset, int job);
    }

    private static Blame blame(int jobs, Makespan makespan) {
        Blame blame = new Blame(jobs);
        for (BitSet subset : blame.subsets()) {
            add(blame, subset, jobs, makespan);
        }
        BitSet all = new BitSet();
        all.set(0, jobs);
        add(blame, all, jobs, makespan);
        return blame;
    }

    private static void add(Blame blame, BitSet subset, int jobs, Makespan makespan) {
        double[] values = new double[jobs];
        subset.stream().forEach(job -> values[job] = makespan.of(subset, job));
        blame.add(subset, values);
    }

    @Test
    void workedExample_eitherNeighbourCostsASecond_halfASecondToEach() {
        Blame blame = blame(3, (subset, job) -> subset.cardinality() == 1 ? 1 : 2);

        assertThat(blame.parts(0)).containsExactly(new double[] {0, 0.5, 0.5}, within(EXACT));
    }

    @Test
    void jobWithoutEffect_hasNoPart() {
        Blame blame = blame(3, (subset, job) -> job == 0 && subset.get(2) ? 3 : 1);

        assertThat(blame.parts(0)).containsExactly(new double[] {0, 0, 2}, within(EXACT));
        assertThat(blame.parts(1)).containsExactly(new double[] {0, 0, 0}, within(EXACT));
    }

    @Test
    void parts_byDefinitionAsMeanOverAllOrders() {
        double[] random = new SplittableRandom(7).doubles(16 * 4).toArray();
        Makespan makespan = (subset, job) -> random[(int) (subset.toLongArray()[0] * 4 + job) % random.length];
        Blame blame = blame(4, makespan);

        double[] sum = new double[4];
        int orders = 0;
        for (int a = 1; a < 4; a++) {
            for (int b = 1; b < 4; b++) {
                if (a != b) {
                    int[] order = {a, b, 6 - a - b};
                    BitSet before = BitSet.valueOf(new long[] {1});
                    for (int next : order) {
                        double without = makespan.of(before, 0);
                        before.set(next);
                        sum[next] += makespan.of(before, 0) - without;
                    }
                    orders++;
                }
            }
        }
        int count = orders;
        assertThat(blame.parts(0))
                .containsExactly(Arrays.stream(sum).map(part -> part / count).toArray(), within(EXACT));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 6, 7, 9})
    void parts_addUpToTheLoss(int jobs) {
        double[] weight = new SplittableRandom(jobs).doubles(jobs).toArray();
        Makespan makespan = (subset, job) -> 1
                + Math.sqrt(subset.stream()
                        .mapToDouble(other -> other == job ? 0 : weight[other])
                        .sum());
        Blame blame = blame(jobs, makespan);
        BitSet all = new BitSet();
        all.set(0, jobs);

        for (int job = 0; job < jobs; job++) {
            double loss = makespan.of(all, job) - blame.alone(job);
            assertThat(DoubleStream.of(blame.parts(job)).sum()).isCloseTo(loss, within(EXACT));
            assertThat(blame.parts(job)[job]).isZero();
        }
    }

    @Test
    void manyJobsWithoutSingleEffects_loseEquallyToAll() {
        Blame blame = blame(8, (subset, job) -> subset.cardinality() < 3 ? 1 : 2);

        assertThat(blame.parts(0)[1]).isCloseTo(1.0 / 7, within(EXACT));
    }
}
