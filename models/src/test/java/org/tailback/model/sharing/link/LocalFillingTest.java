package org.tailback.model.sharing.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;

/** The levels of the plain filling of all links, after any sequence of changes. */
class LocalFillingTest {
    private static final int SEEDS = Boolean.getBoolean("tailback.thorough") ? 3_000 : 150;

    private record Batch(int[] links, double[] parts, int messages, double bound) {}

    /** Levels of batches that come and go, kept up to date by one filling. */
    private static final class Network {
        final boolean[] unshared;
        final int longest;
        final Crossings crossings;
        final FairLevels levels;
        final LocalFilling local;
        final OrderedFilling ordered;
        final DenseSet changed;
        final List<Integer> changedBatches = new ArrayList<>();

        Network(boolean[] unshared, int longest) {
            this.unshared = unshared;
            this.longest = longest;
            crossings = new Crossings(unshared.length, 0, longest);
            levels = new FairLevels(crossings, (batch, level) -> changedBatches.add(batch), unshared, new int[0], 0);
            local = new LocalFilling(levels);
            ordered = new OrderedFilling(levels);
            changed = new DenseSet(unshared.length);
        }

        void open(int number, Batch batch) {
            crossings.add(number, batch.links, batch.links.length);
            levels.opened(number, batch.parts, batch.bound);
            levels.resized(number, batch.messages);
            Arrays.stream(batch.links).forEach(changed::add);
        }

        void close(int number, Batch batch) {
            levels.closed(number);
            crossings.remove(number);
            Arrays.stream(batch.links).forEach(changed::add);
        }
    }

    private static Batch random(Random random, int links, int longest, boolean alike) {
        int[] route = random.ints(0, links)
                .distinct()
                .limit(1 + random.nextInt(Math.min(longest, links)))
                .toArray();
        double[] parts = new double[4];
        Arrays.setAll(parts, i -> alike || random.nextInt(3) > 0 ? 1 : 0.05 + random.nextDouble());
        double bound = random.nextInt(4) > 0 ? Double.POSITIVE_INFINITY : alike ? 0.25 : random.nextDouble();
        return new Batch(route, parts, 1 + random.nextInt(2), bound);
    }

    /** The worked example of the class comment: the start of c changes no other level. */
    @Test
    void fill_startAboveTheOtherLevels_changesOnlyTheNewBatch() {
        double[] capacity = {6, 10, 10};
        Network network = new Network(new boolean[3], 2);
        int[][] routes = {{0, 1}, {0, 2}, {1}};
        for (int batch = 0; batch < 3; batch++) {
            network.changedBatches.clear();
            network.open(batch, new Batch(routes[batch], new double[] {1, 1}, 1, Double.POSITIVE_INFINITY));
            assertThat(network.local.fill(network.changed, capacity)).isTrue();
            network.changed.clear();
        }
        assertThat(network.levels.stoppedAt).startsWith(3, 3, 7);
        assertThat(network.changedBatches).containsExactly(2);
    }

    /** The worked example of the class comment of OrderedFilling. */
    @Test
    void orderedFill_linkThatIsFullBehindAnother_hasWhatIsLeft() {
        double[] capacity = {6, 10, 10};
        Network network = new Network(new boolean[3], 2);
        int[][] routes = {{0, 1}, {0, 2}, {0}, {1}, {1}};
        double[][] expected = {{6}, {3, 3}, {2, 2, 2}, {2, 2, 2, 8}, {2, 2, 2, 4, 4}};
        for (int batch = 0; batch < routes.length; batch++) {
            network.open(batch, new Batch(routes[batch], new double[] {1, 1}, 1, Double.POSITIVE_INFINITY));
            assertThat(network.ordered.fill(0, capacity)).isTrue();
            network.changed.clear();
            assertThat(network.levels.stoppedAt).startsWith(expected[batch]);
        }
        assertThat(network.levels.level).containsExactly(2, 4, 0);
    }

    @Test
    void fill_randomChanges_equalsPlainFilling() {
        fillRandomly(false);
    }

    @Test
    void orderedFill_randomChanges_equalsPlainFilling() {
        assertThat(fillRandomly(true)).isGreaterThan(SEEDS);
    }

    /** Returns the number of ordered fillings that were not given up. */
    private static int fillRandomly(boolean inOrder) {
        int count = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            int links = 1 + random.nextInt(20);
            // capacities and parts alike: many links are full at the same level
            boolean alike = seed % 2 == 0;
            double[] capacity = new double[links];
            Arrays.setAll(capacity, link -> alike ? 1 + random.nextInt(2) : 0.5 + random.nextDouble());
            boolean[] unshared = new boolean[links];
            unshared[0] = !inOrder && seed % 3 == 0;
            Network network = new Network(unshared, inOrder ? 2 : 4);
            List<Batch> batches = new ArrayList<>();
            for (int instant = 0; instant < 30; instant++) {
                for (int changes = random.nextInt(4); changes >= 0; changes--) {
                    int number = random.nextInt(batches.size() + 1);
                    if (number == batches.size()) {
                        batches.add(null);
                    }
                    Batch batch = batches.get(number);
                    if (batch == null) {
                        batch = random(random, links, network.longest, alike);
                        network.open(number, batch);
                        batches.set(number, batch);
                    } else {
                        network.close(number, batch);
                        batches.set(number, null);
                    }
                }
                if (random.nextInt(8) == 0) {
                    int link = random.nextInt(links);
                    capacity[link] *= 0.5 + random.nextDouble();
                    network.changed.add(link);
                }
                boolean isFilled =
                        inOrder ? network.ordered.fill(0, capacity) : network.local.fill(network.changed, capacity);
                count += isFilled ? 1 : 0;
                if (!isFilled) {
                    new ProgressiveFilling(network.levels).fill(network.changed, 0, capacity);
                }
                network.changed.clear();
                check(network, batches, capacity, "seed " + seed + ", instant " + instant);
            }
        }
        return count;
    }

    private static void check(Network network, List<Batch> batches, double[] capacity, String where) {
        Network plain = new Network(network.unshared, network.longest);
        for (int number = 0; number < batches.size(); number++) {
            if (batches.get(number) != null) {
                plain.open(number, batches.get(number));
            }
        }
        new ProgressiveFilling(plain.levels).fill(plain.changed, 0, capacity);
        for (int number = 0; number < batches.size(); number++) {
            if (batches.get(number) != null) {
                double expected = plain.levels.stoppedAt[number];
                assertThat(network.levels.stoppedAt[number])
                        .as("level of batch %d, %s", number, where)
                        .isCloseTo(expected, within(1e-11 * expected));
            }
        }
    }
}
