package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CavityEstimateTest {
    private static final StateSetCounting EXACT = new StateSetCounting(10_000_000);

    @Test
    void shares_trees_areExact() {
        for (long seed = 0; seed < 300; seed++) {
            Component tree = randomTree(new Random(seed), 2 + (int) (seed % 14));
            StateSets exact = EXACT.count(tree);
            StateSets estimate = CavityEstimate.of(tree);
            for (int pair = 0; pair < tree.pairs(); pair++) {
                assertThat(estimate.setsWithMessage()[pair])
                        .as("pair %d of %s", pair, tree)
                        .isCloseTo(exact.setsWithMessage()[pair] / exact.sets(), within(1e-12));
            }
        }
    }

    /** A tree of pairs: each new node hangs on a random older one of the other side. */
    private static Component randomTree(Random random, int nodes) {
        List<int[]> pairs = new ArrayList<>();
        int[] count = {1, 1};
        pairs.add(new int[] {0, 0, 1 + random.nextInt(3)});
        for (int i = 2; i < nodes; i++) {
            int side = random.nextInt(2);
            int older = random.nextInt(count[1 - side]);
            int younger = count[side]++;
            pairs.add(new int[] {side == 0 ? younger : older, side == 0 ? older : younger, 1 + random.nextInt(3)});
        }
        pairs.sort((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : Integer.compare(a[1], b[1]));
        return new Component(
                count[0],
                count[1],
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray(),
                pairs.stream().mapToInt(pair -> pair[2]).toArray());
    }

    /** How far off it is where there are cycles: the figures that the class comment states. */
    @ParameterizedTest
    @CsvSource({"12, 70, 0.05", "12, 140, 0.05", "14, 60, 0.05"})
    void penalties_denseComponents_areNearTheExactOnes(int nodes, int messages, double meanError) {
        double sum = 0;
        int number = 0;
        for (long seed = 0; seed < 5; seed++) {
            Component component = StateSetCountingTest.random(new Random(seed), nodes, nodes, messages, true);
            double[] exact = EXACT.count(component).penaltyOfSource(component);
            double[] estimate = CavityEstimate.of(component).penaltyOfSource(component);
            for (int source = 0; source < nodes; source++) {
                sum += Math.abs(estimate[source] / exact[source] - 1);
                number++;
                assertThat(estimate[source]).isCloseTo(exact[source], within(0.4 * exact[source]));
            }
        }
        assertThat(sum / number).isLessThan(meanError);
    }
}
