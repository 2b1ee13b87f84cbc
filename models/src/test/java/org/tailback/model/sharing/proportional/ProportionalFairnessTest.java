package org.tailback.model.sharing.proportional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProportionalFairnessTest {
    private static final double TOLERANCE = 1e-11;

    /** With as many constraints as a ring has all are tight and half redundant: prices are free, rates are not. */
    @Test
    void ring_ofAnySize_hasEqualRates() {
        for (int nodes : new int[] {2, 3, 14, 15, 17, 25, 39, 128, 149, 150, 151, 400}) {
            for (int distance : new int[] {1, nodes / 2, nodes - 1}) {
                Graph ring = new Graph(nodes, 0.0255);
                for (int node = 0; node < nodes; node++) {
                    ring.messages[node][(node + distance) % nodes]++;
                }
                Solved solved = new Solved(ring);
                solved.from(new double[2 * nodes], "ring");
                for (int j = 0; j < nodes; j++) {
                    assertThat(solved.part.rate(j))
                            .as("%d nodes, distance %d", nodes, distance)
                            .isCloseTo(1 / 1.0255, within(TOLERANCE));
                }
            }
        }
    }

    /**
     * Of one sender or receiver with two messages, the prices of the others' capacities are 0: they are not used up.
     */
    @Test
    void pricesOfCapacitiesThatAreLeft_areZero() {
        Graph star = new Graph(3, 0);
        star.messages[0][1] = 1;
        star.messages[0][2] = 1;
        Solved solved = new Solved(star);
        double[] price = solved.from(new double[6], "star").clone();
        assertThat(Arrays.copyOf(price, 6)).containsExactly(new double[] {2, 0, 0, 0, 0, 0}, within(1e-14));
    }

    @Test
    void randomParts_fulfilTheConditionsOfTheOptimum() {
        for (long seed = 0; seed < 600; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int nodes = 2 + random.nextInt(40);
            check(random, Graph.random(random, nodes, 1 + random.nextInt(6 * nodes)), seed);
        }
    }

    @Test
    void largeRandomParts_fulfilTheConditionsOfTheOptimum() {
        for (long seed = 0; seed < 12; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            check(random, Graph.random(random, 300, 150 + 300 * (int) seed), seed);
        }
    }

    /** A graph that loses its messages one by one, each solution being the start of the next. */
    @Test
    void changingParts_fulfilTheConditionsOfTheOptimum() {
        for (long seed = 0; seed < 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int nodes = 2 + random.nextInt(14);
            Graph graph = Graph.random(random, nodes, nodes * nodes);
            double[] price = new double[2 * nodes];
            for (int left = graph.count(); left > 0; left--) {
                graph.removeOne(random.nextInt(left));
                String description = "seed " + seed + ": " + graph;
                price = new Solved(graph).from(price, description);
            }
        }
    }

    /** From nowhere, and from any prices: the conditions hold, and rates are the same. */
    private static void check(SplittableRandom random, Graph graph, long seed) {
        String description = "seed " + seed + ": " + graph;
        Solved solved = new Solved(graph);
        solved.from(new double[2 * graph.nodes], description);
        double[] rates = solved.rates();
        double[] start = random.doubles(2L * graph.nodes, 0, 10).toArray();
        solved.from(start, description + " from " + Arrays.toString(start));
        assertThat(solved.rates()).as(description).containsExactly(rates, within(TOLERANCE));
    }

    /** A graph's part with its solver. */
    private static final class Solved {
        final Graph graph;
        final ProportionalPart part;
        final ProportionalFairness fairness;

        Solved(Graph graph) {
            this.graph = graph;
            part = graph.part();
            fairness = new ProportionalFairness(part);
        }

        double[] rates() {
            double[] rates = new double[graph.pairs()];
            Arrays.setAll(rates, part::rate);
            return rates;
        }

        /**
         * Karush, Kuhn and Tucker: feasible, prices of unused capacity are 0, and rates follow from prices.
         *
         * @return the prices of the solution
         */
        double[] from(double[] start, String description) {
            System.arraycopy(start, 0, fairness.prices(), 0, 2 * graph.nodes);
            fairness.solve();
            assertThat(fairness.isConverged()).as(description).isTrue();
            double[] price = fairness.prices();
            double[] load = new double[2 * graph.nodes];
            int column = 0;
            for (int s = 0; s < graph.nodes; s++) {
                for (int d = 0; d < graph.nodes; d++) {
                    if (graph.messages[s][d] > 0) {
                        double rate = part.rate(column++);
                        assertThat(rate).as(description).isPositive().isFinite();
                        double q = price[2 * s] + price[2 * d + 1] + graph.share * (price[2 * s + 1] + price[2 * d]);
                        assertThat(rate * q).as(description).isCloseTo(graph.weight[d], within(TOLERANCE));
                        double sum = graph.messages[s][d] * rate;
                        load[2 * s] += sum;
                        load[2 * d + 1] += sum;
                        load[2 * s + 1] += graph.share * sum;
                        load[2 * d] += graph.share * sum;
                    }
                }
            }
            for (int i = 0; i < load.length; i++) {
                double left = graph.capacity[i] - load[i];
                assertThat(left).as("left of %d in %s", i, description).isGreaterThan(-TOLERANCE);
                assertThat(price[i]).as(description).isNotNegative();
                assertThat(price[i] * left)
                        .as("price of %d in %s", i, description)
                        .isLessThan(10 * TOLERANCE);
            }
            return price;
        }
    }

    /** Messages by source and destination; row 2 v is what leaves node v, 2 v + 1 what enters it. */
    private static final class Graph {
        final int nodes;
        final double share;
        final double[] capacity;
        final double[] weight;
        final int[][] messages;

        Graph(int nodes, double share) {
            this.nodes = nodes;
            this.share = share;
            capacity = new double[2 * nodes];
            Arrays.fill(capacity, 1);
            weight = new double[nodes];
            Arrays.fill(weight, 1);
            messages = new int[nodes][nodes];
        }

        static Graph random(SplittableRandom random, int nodes, int messages) {
            double[] shares = {0, 0.0255, 0.5};
            Graph graph = new Graph(nodes, shares[random.nextInt(3)]);
            for (int i = 0; i < 2 * nodes; i++) {
                graph.capacity[i] = random.nextInt(3) == 0 ? random.nextDouble(0.5, 1.1) : 1;
                graph.weight[i / 2] = random.nextBoolean() ? 1 : 0.592;
            }
            boolean permutation = random.nextInt(4) == 0;
            for (int j = 0; j < messages; j++) {
                int source = permutation ? j % nodes : random.nextInt(nodes);
                int destination = permutation ? (source + 1) % nodes : random.nextInt(nodes);
                graph.messages[source][destination] += source == destination ? 0 : 1;
            }
            return graph;
        }

        int count() {
            return Arrays.stream(messages).flatMapToInt(Arrays::stream).sum();
        }

        int pairs() {
            return (int) Arrays.stream(messages)
                    .flatMapToInt(Arrays::stream)
                    .filter(count -> count > 0)
                    .count();
        }

        void removeOne(int number) {
            int before = 0;
            for (int s = 0; s < nodes; s++) {
                for (int d = 0; d < nodes; d++) {
                    before += messages[s][d];
                    if (before > number) {
                        messages[s][d]--;
                        return;
                    }
                }
            }
        }

        ProportionalPart part() {
            ProportionalPart part = new ProportionalPart(share);
            for (int s = 0; s < nodes; s++) {
                part.addNode(capacity[2 * s], capacity[2 * s + 1], weight[s]);
                for (int d = 0; d < nodes; d++) {
                    if (messages[s][d] > 0) {
                        part.addColumn(d, messages[s][d]);
                    }
                }
            }
            return part;
        }

        @Override
        public String toString() {
            List<String> edges = new ArrayList<>();
            for (int s = 0; s < nodes; s++) {
                for (int d = 0; d < nodes; d++) {
                    if (messages[s][d] > 0) {
                        edges.add(messages[s][d] + "*" + s + ">" + d);
                    }
                }
            }
            return edges + ", share " + share + ", capacity " + Arrays.toString(capacity) + ", weight "
                    + Arrays.toString(weight);
        }
    }
}
