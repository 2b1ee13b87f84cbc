package org.tailback.model.sharing.fairtree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.part.ByMessage;

class FairTreeSharingTest {
    private static final int GRAPHS = Boolean.getBoolean("tailback.thorough") ? 400 : 40;

    @Test
    void rates_byBatch_areTheDefinition() {
        checkGraphs(true);
    }

    @Test
    void rates_byMessage_areTheDefinition() {
        checkGraphs(false);
    }

    /** work / gap >= b(1) is no limit: messages with injection rates have the rates of messages without. */
    @Test
    void rates_ofPacedFlows_areTheDefinition() {
        FairTreeSharing sharing =
                new FairTreeSharing(FairTree.of(new double[] {3, 4}, new double[0]), new double[] {3, 4});
        double slowGap = 10;
        double slowWork = sharing.work(0, 2, 6, slowGap);
        assertThat(slowWork).isEqualTo(3 * slowGap);
        double wideWork = sharing.work(1, 3, 60, slowGap);
        assertThat(wideWork).isEqualTo(60);
        double[] rates = new double[2];
        sharing.flowStarted(0, 0, 2, slowWork / slowGap);
        sharing.flowStarted(1, 1, 3, wideWork / slowGap);
        sharing.recompute((flow, rate) -> rates[flow] = rate);
        assertThat(rates).containsExactly(2, 2);
    }

    private static void checkGraphs(boolean batched) {
        for (long seed = 0; seed < GRAPHS; seed++) {
            new Graph(seed, batched).live();
        }
    }

    /**
     * Flows that come and go on a random tree, some between few nodes only, and the rates that the model gives them.
     */
    private static final class Graph {
        private final long seed;
        private final SplittableRandom random;
        private final int heights;
        private final double[] bandwidth;
        private final FairTree tree;
        private final BandwidthSharing sharing;
        private final TreeMap<Integer, int[]> flows = new TreeMap<>();
        private final Map<Integer, Double> rateOf = new HashMap<>();
        private final List<String> history = new ArrayList<>();

        Graph(long seed, boolean batched) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            heights = 1 + random.nextInt(6);
            bandwidth = new double[heights];
            double growth = random.nextDouble(0.7, 2);
            bandwidth[0] = 1000;
            for (int h = 1; h < heights; h++) {
                bandwidth[h] = random.nextInt(4) == 0 ? random.nextDouble(100, 4000) : bandwidth[h - 1] * growth;
            }
            tree = FairTree.of(bandwidth, new double[0]);
            double[] clamped = new double[heights];
            Arrays.setAll(clamped, h -> tree.bandwidth(h + 1));
            FairTreeSharing state = new FairTreeSharing(tree, clamped);
            sharing = batched ? ByMessage.of(state) : state;
        }

        void live() {
            int most = 1 + random.nextInt(1 << random.nextInt(9));
            int changesAtOnce = 1 + random.nextInt(6);
            for (int instant = 0; instant < 120; instant++) {
                boolean ending = instant > 60;
                for (int change = random.nextInt(changesAtOnce) + (instant == 0 ? most / 2 : 0);
                        change >= 0;
                        change--) {
                    int number = random.nextInt(most);
                    if (flows.containsKey(number)) {
                        end(number);
                    }
                    if (!ending || random.nextInt(3) == 0) {
                        start(number);
                    }
                }
                check();
            }
        }

        private void start(int number) {
            int nodes = 1 << heights;
            int source = random.nextInt(3) == 0 ? random.nextInt(Math.min(nodes, 4)) : random.nextInt(nodes);
            int distance = random.nextBoolean() ? 1 + random.nextInt(nodes - 1) : 1;
            int destination = (source + distance) % nodes;
            flows.put(number, new int[] {source, destination});
            sharing.flowStarted(number, source, destination, Double.POSITIVE_INFINITY);
            history.add("+" + number + ":" + source + ">" + destination);
        }

        private void end(int number) {
            flows.remove(number);
            rateOf.remove(number);
            sharing.flowEnded(number);
            history.add("-" + number);
        }

        private void check() {
            sharing.recompute(rateOf::put);
            history.add("!");
            flows.forEach((number, ends) -> {
                assertThat(rateOf.get(number))
                        .as("rate of %d, seed %d, bandwidths %s: %s", number, seed, bandwidth, history)
                        .isEqualTo(defined(ends[0], ends[1]));
            });
        }

        private double defined(int source, int destination) {
            double least = Double.POSITIVE_INFINITY;
            for (int h = 1; h <= FairTree.height(source, destination); h++) {
                int up = 0;
                int down = 0;
                for (int[] ends : flows.values()) {
                    if (FairTree.height(ends[0], ends[1]) >= h) {
                        up += ends[0] >> h - 1 == source >> h - 1 ? 1 : 0;
                        down += ends[1] >> h - 1 == destination >> h - 1 ? 1 : 0;
                    }
                }
                least = Math.min(least, Math.min(tree.bandwidth(h) / up, tree.bandwidth(h) / down));
            }
            return least;
        }
    }
}
