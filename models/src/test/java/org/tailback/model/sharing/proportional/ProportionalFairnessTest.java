package org.tailback.model.sharing.proportional;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProportionalFairnessTest {
    private static final double TOLERANCE = 1e-9;

    /** With as many constraints as a ring has all are tight and half redundant: prices are free, rates are not. */
    @Test
    void ring_ofAnySize_hasEqualRates() {
        for (int nodes : new int[] {2, 3, 14, 15, 17, 25, 39, 128, 149, 150, 151, 400}) {
            for (int distance : new int[] {1, nodes / 2, nodes - 1}) {
                Part ring = new Part(nodes, 0.0255);
                for (int node = 0; node < nodes; node++) {
                    ring.add(node, (node + distance) % nodes, 1, 1);
                }
                for (double rate : solved(ring).rates()) {
                    assertThat(rate)
                            .as("%d nodes, distance %d", nodes, distance)
                            .isBetween((1 - TOLERANCE) / 1.0255, (1 + TOLERANCE) / 1.0255);
                }
            }
        }
    }

    @Test
    void randomParts_fulfilTheConditionsOfTheOptimum() {
        for (long seed = 0; seed < 150; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int nodes = 2 + random.nextInt(40);
            checkRandomPart(random, nodes, 1 + random.nextInt(6 * nodes), seed);
        }
    }

    @Test
    void largeRandomParts_fulfilTheConditionsOfTheOptimum() {
        for (long seed = 0; seed < 6; seed++) {
            checkRandomPart(new SplittableRandom(seed), 200, 150 + 300 * (int) seed, seed);
        }
    }

    private static void checkRandomPart(SplittableRandom random, int nodes, int columns, long seed) {
        double[] shares = {0, 0.0255, 0.5};
        Part part = new Part(nodes, shares[random.nextInt(3)]);
        for (int i = 0; i < part.capacity.length; i++) {
            part.capacity[i] = random.nextInt(3) == 0 ? random.nextDouble(0.5, 1.1) : 1;
        }
        boolean permutation = random.nextInt(4) == 0;
        for (int j = 0; j < columns; j++) {
            int source = permutation ? j % nodes : random.nextInt(nodes);
            int destination = permutation ? (source + 1) % nodes : random.nextInt(nodes);
            if (source != destination) {
                part.add(source, destination, 1 + random.nextInt(3), random.nextBoolean() ? 1 : 0.592);
            }
        }
        check(part, "seed " + seed + ": " + part);
    }

    /** Karush, Kuhn and Tucker: feasible, prices of unused capacity are 0, and rates follow from prices. */
    private static void check(Part part, String description) {
        ProportionalFairness solved = solved(part);
        double[] load = new double[part.capacity.length];
        for (int j = 0; j < part.row.size(); j++) {
            double rate = solved.rates()[j];
            assertThat(rate).as(description).isPositive().isFinite();
            double price = 0;
            for (int k = 0; k < part.row.get(j).length; k++) {
                int row = part.row.get(j)[k];
                load[row] += part.weight.get(j) * part.coefficient.get(j)[k] * rate;
                price += part.coefficient.get(j)[k] * solved.prices()[row];
            }
            double utility = part.utility.get(j);
            assertThat(rate * price).as(description).isBetween(utility - TOLERANCE, utility + TOLERANCE);
        }
        for (int i = 0; i < load.length; i++) {
            double left = part.capacity[i] - load[i];
            assertThat(left).as("left of %d in %s", i, description).isGreaterThan(-TOLERANCE);
            assertThat(solved.prices()[i]).as(description).isNotNegative();
            assertThat(solved.prices()[i] * left)
                    .as("price of %d in %s", i, description)
                    .isLessThan(TOLERANCE);
        }
    }

    private static ProportionalFairness solved(Part part) {
        ProportionalFairness problem = new ProportionalFairness(
                part.capacity,
                part.row.toArray(int[][]::new),
                part.coefficient.toArray(double[][]::new),
                part.weight.stream().mapToDouble(w -> w).toArray(),
                part.utility.stream().mapToDouble(u -> u).toArray());
        problem.solve();
        assertThat(problem.isConverged()).as("converged: %s", part).isTrue();
        return problem;
    }

    /** Row 2 v is what node v sends, 2 v + 1 what it receives. */
    private static final class Part {
        final double[] capacity;
        final double share;
        final List<int[]> row = new ArrayList<>();
        final List<double[]> coefficient = new ArrayList<>();
        final List<Double> weight = new ArrayList<>();
        final List<Double> utility = new ArrayList<>();

        Part(int nodes, double share) {
            capacity = new double[2 * nodes];
            Arrays.fill(capacity, 1);
            this.share = share;
        }

        void add(int source, int destination, double messages, double preference) {
            int[] rows = {2 * source, 2 * destination + 1, 2 * source + 1, 2 * destination};
            row.add(share > 0 ? rows : Arrays.copyOf(rows, 2));
            coefficient.add(share > 0 ? new double[] {1, 1, share, share} : new double[] {1, 1});
            weight.add(messages);
            utility.add(preference);
        }

        @Override
        public String toString() {
            return "capacity " + Arrays.toString(capacity) + ", share " + share + ", rows "
                    + row.stream().map(Arrays::toString).toList() + ", messages " + weight + ", utility " + utility;
        }
    }
}
