package org.tailback.simulation.jitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.generator.Programs;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.units.Quantity;

class JitterTest {
    private static Variate seconds(String text) {
        return Variate.parse(text, Quantity.Kind.SECONDS);
    }

    /** Means over the quantiles (i + 1/2) / n, by which the integral over the inverse is the mean. */
    private static double mean(Variate variate) {
        double sum = 0;
        int n = 100_000;
        for (int i = 0; i < n; i++) {
            sum += variate.quantile((i + 0.5) / n);
        }
        return sum / n;
    }

    @Test
    void variates_haveTheMeansThatTheyName() {
        assertThat(mean(seconds("constant:3us"))).isCloseTo(3e-6, within(1e-15));
        assertThat(mean(seconds("uniform:1s:3s"))).isCloseTo(2, within(1e-9));
        assertThat(mean(seconds("normal:10s:1s"))).isCloseTo(10, within(1e-9));
        assertThat(mean(seconds("lognormal:2s:1s"))).isCloseTo(2, within(1e-3));
        assertThat(mean(seconds("gamma:2s:1s"))).isCloseTo(2, within(1e-3));
        assertThat(mean(seconds("exponential:50us"))).isCloseTo(50e-6, within(1e-9));
        // least a / (a - 1): 3 / 2
        assertThat(mean(seconds("pareto:1s:3"))).isCloseTo(1.5, within(2e-3));
    }

    @Test
    void variates_closedForms_quantiles() {
        assertThat(seconds("exponential:1s").quantile(0.5)).isCloseTo(Math.log(2), within(1e-12));
        assertThat(seconds("pareto:1s:1").quantile(0.75)).isCloseTo(4, within(1e-9));
        assertThat(seconds("normal:1s:1s").quantile(0.01)).as("cut at 0").isZero();
        assertThat(seconds("lognormal:0s:0s").quantile(0.5)).isZero();
    }

    @Test
    void parse_mistakes_areNamed() {
        assertThatThrownBy(() -> Jitter.parse("start=exponentiel:1us"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Did you mean 'exponential'");
        assertThatThrownBy(() -> Jitter.parse("latncy=exponential:1us")).hasMessageContaining("Did you mean 'latency'");
        assertThatThrownBy(() -> Jitter.parse("start=uniform:1us"))
                .hasMessageContaining("expected uniform:least:greatest, found 'uniform:1us'");
        assertThatThrownBy(() -> Jitter.parse("start=uniform:2us:1us")).hasMessageContaining("above its greatest");
        assertThatThrownBy(() -> Jitter.parse("start")).hasMessageContaining("needs a distribution");
        assertThatThrownBy(() -> Jitter.parse("start=constant:1,start=constant:1"))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> Jitter.parse("start=constant:-1us")).hasMessageContaining("negative");
    }

    @Test
    void draws_ofARank_doNotDependOnOtherRanks() {
        Jitter.Scaled jitter = Jitter.parse("latency=exponential:1us").scaledBy(1);
        JitterDraws alone = new JitterDraws(jitter, 7, 8);
        JitterDraws mixed = new JitterDraws(jitter, 7, 4);
        List<Double> first = new ArrayList<>();
        List<Double> second = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            first.add(alone.extraLatency(2));
            mixed.extraLatency(1);
            second.add(mixed.extraLatency(2));
            mixed.extraLatency(3);
        }

        assertThat(second).isEqualTo(first);
        assertThat(new JitterDraws(jitter, 8, 8).extraLatency(2)).isNotEqualTo(first.get(0));
    }

    @Test
    void compute_isMultipliedAndReopenedProgramsAreTheSame() {
        ParallelProgram ring = Programs.ring(2, 3, 1000, 1.0);
        JitterDraws draws = new JitterDraws(Jitter.parse("compute=constant:1.5").scaledBy(2), 1, 2);
        ParallelProgram random =
                new JitterDraws(Jitter.parse("compute=normal:1:0.1").scaledBy(1), 1, 2).disturbed(ring);

        // 1 + 2 (1.5 - 1)
        assertThat(computations(draws.disturbed(ring), 0)).isNotEmpty().allMatch(seconds -> seconds == 2.0);
        assertThat(computations(random, 1)).isEqualTo(computations(random, 1)).doesNotHaveDuplicates();
        assertThat(computations(random, 0)).isNotEqualTo(computations(random, 1));
    }

    private static Jitter fitted(Path folder, String csv) throws IOException {
        return Jitter.parse("fitted:" + Files.writeString(folder.resolve("steps.csv"), csv));
    }

    @Test
    void fitted_ranksOfOneMean_spreadByStepOnly(@TempDir Path folder) throws IOException {
        Jitter jitter = fitted(folder, "rank,seconds\n0,1 s\n0,3 s\n1,3 s\n1,1 s\n");

        assertThat(required(jitter.rank()).quantile(0.01)).isEqualTo(1);
        // the two deviations of a rank are from their own mean: 0.5 * sqrt(2)
        assertThat(required(jitter.compute()).quantile(0.01)).isCloseTo(1 - Math.sqrt(0.5), within(1e-12));
        assertThat(required(jitter.compute()).quantile(0.5)).isCloseTo(1, within(1e-12));
        assertThat(jitter).hasToString("fitted:" + folder.resolve("steps.csv"));
    }

    /** All ranks are twice as slow in the second step, which nobody waits for; rank 1 takes 1.5 times as long. */
    @Test
    void fitted_commonSteps_leaveTheRanks(@TempDir Path folder) throws IOException {
        Jitter jitter = fitted(folder, "rank,step,seconds\n0,0,1.0\n1,0,2.0\n0,1,3.0\n1,1,4.0\n");

        assertThat(required(jitter.compute()).quantile(0.99)).isCloseTo(1, within(1e-12));
        assertThat(required(jitter.rank()).quantile(0.01)).isCloseTo(2.0 / 2.5, within(1e-12));
        assertThat(required(jitter.rank()).quantile(0.99)).isCloseTo(3.0 / 2.5, within(1e-12));
    }

    /** 50 ranks with 40 steps from known distributions give their deviations back. */
    @Test
    void fitted_stepsDrawnFromKnownSpread_findIt(@TempDir Path folder) throws IOException {
        Random random = new Random(5);
        StringBuilder csv = new StringBuilder("rank,step,seconds\n");
        for (int rank = 0; rank < 50; rank++) {
            double ofRank = 1e-3 * (1 + 0.05 * random.nextGaussian());
            for (int step = 0; step < 40; step++) {
                csv.append(rank + "," + step + "," + ofRank * (1 + 0.1 * random.nextGaussian()) + "\n");
            }
        }
        Jitter jitter = fitted(folder, csv.toString());

        assertThat(deviation(required(jitter.rank()))).isCloseTo(0.05, within(0.01));
        assertThat(deviation(required(jitter.compute()))).isCloseTo(0.1, within(0.01));
    }

    @Test
    void fitted_draws_keepTheRanksFactor(@TempDir Path folder) throws IOException {
        Jitter jitter = fitted(folder, "rank,step,seconds\n0,0,1.0\n1,0,2.0\n0,1,3.0\n1,1,4.0\n");
        ParallelProgram ring = Programs.ring(8, 3, 1000, 1.0);
        JitterDraws draws = new JitterDraws(jitter.scaledBy(1), 3, 8);

        for (int rank = 0; rank < 8; rank++) {
            List<Double> found = computations(draws.disturbed(ring), rank);
            assertThat(found).allSatisfy(seconds -> assertThat(seconds).isCloseTo(found.get(0), within(1e-12)));
            assertThat(found.get(0)).isBetween(0.8 - 1e-12, 1.2 + 1e-12);
        }
        assertThat(computations(draws.disturbed(ring), 0)).isNotEqualTo(computations(draws.disturbed(ring), 1));
    }

    @Test
    void fitted_mistakes_areNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> Jitter.parse("fitted:none.csv")).hasMessageContaining("none.csv");
        assertThatThrownBy(() -> fitted(folder, "rank,time\n0,1\n")).hasMessageContaining("'seconds' is empty");
        assertThatThrownBy(() -> fitted(folder, "seconds\n1\n"))
                .hasMessageContaining("expected at least two, at least one of them longer than 0 s, found 1");
        assertThatThrownBy(() -> fitted(folder, "seconds\nx\n")).hasMessageContaining(":2");
        assertThatThrownBy(() -> fitted(folder, "rank,seconds\n0,1,2\n"))
                .hasMessageContaining(":2: expected 2 values (rank,seconds), found 3");
        assertThatThrownBy(() -> fitted(folder, "rank,seconds\n0,1\n0\n"))
                .hasMessageContaining(":3: expected 2 values (rank,seconds), found 1");
    }

    private static Variate required(@Nullable Variate variate) {
        assertThat(variate).isNotNull();
        return variate;
    }

    private static double deviation(Variate variate) {
        double mean = mean(variate);
        double sum = 0;
        int n = 10_000;
        for (int i = 0; i < n; i++) {
            double difference = variate.quantile((i + 0.5) / n) - mean;
            sum += difference * difference;
        }
        return Math.sqrt(sum / n);
    }

    private static List<Double> computations(ParallelProgram program, int rank) {
        List<Operation> operations = new ArrayList<>();
        OperationRecorder recorder = new OperationRecorder(operations);
        try (Program opened = program.open(rank)) {
            while (opened.produce(recorder)) {
                // all of it
            }
        }
        return operations.stream()
                .filter(Operation.Compute.class::isInstance)
                .map(operation -> ((Operation.Compute) operation).seconds())
                .toList();
    }
}
