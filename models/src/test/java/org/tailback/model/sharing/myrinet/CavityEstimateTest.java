package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CavityEstimateTest {
    private static final long MOST_STATES = 10_000_000;

    @Test
    void shares_trees_areExact() {
        for (long seed = 0; seed < 300; seed++) {
            Component tree = randomTree(new Random(seed), 2 + (int) (seed % 14));
            StateSets counted = StateSetCount.of(tree, MOST_STATES);
            StateSets estimate = CavityEstimate.of(tree);
            for (int pair = 0; pair < tree.pairs(); pair++) {
                assertThat(estimate.setsWithMessage()[pair])
                        .as("pair %d of %s", pair, tree)
                        .isCloseTo(counted.setsWithMessage()[pair] / counted.sets(), within(1e-12));
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
        pairs.sort(Comparator.comparingInt((int[] pair) -> pair[0]).thenComparingInt(pair -> pair[1]));
        return StateSetCountTest.component(count[0], count[1], pairs);
    }

    /** The error of components with cycles: the figures of the warning and the documentation. */
    @ParameterizedTest
    @CsvSource({"12, 24, 0.03", "12, 48, 0.03", "12, 70, 0.04", "14, 45, 0.03"})
    void penalties_randomComponents_areWithinTheStatedError(int nodes, int messages, double meanError) {
        List<Double> errors = new ArrayList<>();
        for (long seed = 0; seed < 5; seed++) {
            Component component = StateSetCountTest.random(new Random(seed), nodes, nodes, messages, true);
            errors.addAll(errors(component));
        }
        assertThat(errors.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .isLessThan(meanError);
        assertThat(errors.stream().filter(error -> error > MyrinetSharing.ERROR))
                .hasSizeLessThanOrEqualTo(errors.size() / 20);
    }

    @ParameterizedTest
    @CsvSource({"12, 4", "12, 6", "12, 8", "12, 10", "14, 5", "14, 7"})
    void penalties_windows_areWithinTheStatedError(int nodes, int width) {
        assertThat(errors(StateSetCountTest.window(nodes, width, 1)))
                .allMatch(error -> error < MyrinetSharing.ERROR / 2);
    }

    private List<Double> errors(Component component) {
        double[] counted = StateSetCount.of(component, MOST_STATES).penaltyOfSource(component);
        double[] estimate = CavityEstimate.of(component).penaltyOfSource(component);
        List<Double> errors = new ArrayList<>();
        for (int source = 0; source < counted.length; source++) {
            errors.add(Math.abs(estimate[source] / counted[source] - 1));
        }
        return errors;
    }

    /** Plain iteration oscillates on dense components; all sources of a window have the same penalty. */
    @ParameterizedTest
    @CsvSource({"48, 32", "64, 32", "72, 32", "72, 70", "72, 8", "1000, 3"})
    void estimate_denseWindows_settlesNearTheNumberOfMessages(int nodes, int width) {
        Component window = StateSetCountTest.window(nodes, width, 1);
        double[] penalties = CavityEstimate.of(window).penaltyOfSource(window);
        for (double penalty : penalties) {
            assertThat(penalty).isCloseTo(penalties[0], within(1e-9)).isBetween((double) width, width + 2.0);
        }
    }

    @Test
    void estimate_randomComponentsOfAllDensities_settles() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int sources = 2 + random.nextInt(40);
            int destinations = 2 + random.nextInt(40);
            int messages = 1 + random.nextInt(sources * destinations);
            Component component =
                    StateSetCountTest.random(random, sources, destinations, messages, random.nextBoolean());
            assertThat(CavityEstimate.of(component))
                    .as("seed %d: %s", seed, component)
                    .isNotNull();
        }
    }
}
