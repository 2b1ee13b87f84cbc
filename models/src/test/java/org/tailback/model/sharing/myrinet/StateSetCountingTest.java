package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateSetCountingTest {
    /** Pairs of sources and destinations with random numbers of parallel messages; may be in several parts. */
    static Component random(Random random, int sources, int destinations, int messages, boolean parallel) {
        TreeMap<Integer, Integer> pairs = new TreeMap<>();
        for (int i = 0; i < messages; i++) {
            int pair = random.nextInt(sources) * destinations + random.nextInt(destinations);
            pairs.merge(pair, 1, (a, b) -> parallel ? a + b : 1);
        }
        return new Component(
                sources,
                destinations,
                pairs.keySet().stream().mapToInt(pair -> pair / destinations).toArray(),
                pairs.keySet().stream().mapToInt(pair -> pair % destinations).toArray(),
                pairs.values().stream().mapToInt(Integer::intValue).toArray());
    }

    private static Component allToAll(int nodes, int messages) {
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < nodes * nodes; i++) {
            if (i / nodes != i % nodes) {
                pairs.add(new int[] {i / nodes, i % nodes});
            }
        }
        int[] counts = new int[pairs.size()];
        Arrays.fill(counts, messages);
        return new Component(
                nodes,
                nodes,
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray(),
                counts);
    }

    @Test
    void exact_everyPlan_givesTheCountsOfTheDefinition() {
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            Component component = random(random, 1 + random.nextInt(5), 1 + random.nextInt(5), 9, true);
            List<int[]> edges = new ArrayList<>();
            List<Integer> pairOfEdge = new ArrayList<>();
            for (int pair = 0; pair < component.pairs(); pair++) {
                for (int copy = 0; copy < component.messages()[pair]; copy++) {
                    edges.add(new int[] {component.source()[pair], component.destination()[pair]});
                    pairOfEdge.add(pair);
                }
            }
            List<Integer> sets = MaximalSets.of(edges);
            for (FrontierPlan plan : SweepOrders.plansFor(component)) {
                StateSets counted = new FrontierCount(plan).exact(component, 1_000_000);
                assertThat(counted.sets()).as("%s, seed %d", component, seed).isEqualTo(sets.size());
                for (int edge = 0; edge < edges.size(); edge++) {
                    int bit = edge;
                    assertThat(counted.setsWithMessage()[pairOfEdge.get(edge)])
                            .as("m%d of %s", edge, component)
                            .isEqualTo(sets.stream()
                                    .filter(set -> (set >> bit & 1) == 1)
                                    .count());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 8})
    void allToAll_closedForm_equalsTheSweep(int nodes) {
        for (int messages = 1; messages <= 3; messages++) {
            Component component = allToAll(nodes, messages);
            StateSets closed = AllToAllCount.of(component);
            StateSets swept = new FrontierCount(SweepOrders.plansFor(component).get(0)).exact(component, 10_000_000);
            assertThat(closed.sets()).isCloseTo(swept.sets(), within(1e-14 * swept.sets()));
            assertThat(closed.setsWithMessage()[0])
                    .isCloseTo(swept.setsWithMessage()[0], within(1e-14 * swept.setsWithMessage()[0]));
        }
    }

    @Test
    void allToAll_ofThree_isARingOfSix() {
        assertThat(AllToAllCount.of(allToAll(3, 1)).penaltyOfSource(allToAll(3, 1)))
                .containsExactly(2.5, 2.5, 2.5);
    }

    @Test
    void allToAll_of1000_hasAFinitePenalty() {
        Component component = allToAll(1000, 4);
        double penalty = AllToAllCount.of(component).penaltyOfSource(component)[0];
        assertThat(penalty).isBetween(999.0 * 4, 1001.0 * 4);
    }

    @Test
    void allToAll_onePairMore_isNotOne() {
        Component component = random(new Random(1), 4, 4, 1000, false);
        assertThat(component.pairs()).isEqualTo(16);
        assertThat(AllToAllCount.of(component)).isNull();
    }

    @Test
    void count_beyondTheLimit_isNone() {
        Component component = random(new Random(3), 64, 64, 400, true);

        assertThat(new StateSetCounting(100_000).count(component)).isNull();
    }

    @Test
    void plan_mostStates_areNeverExceeded() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Component component =
                    random(random, 1 + random.nextInt(8), 1 + random.nextInt(8), 1 + random.nextInt(30), true);
            for (FrontierPlan plan : SweepOrders.plansFor(component)) {
                FrontierCount count = new FrontierCount(plan);
                assertThat(count.exact(component, 1_000_000)).isNotNull();
                assertThat((double) count.states())
                        .as("%s, seed %d", component, seed)
                        .isLessThanOrEqualTo(plan.mostStates() * (1 + 1e-12));
            }
        }
    }

    /** 16 sources that each send to the next 8 have 376 647 states: within a budget of two of them, not of five. */
    @Tag("thorough")
    @Test
    void count_largeComponents_stopsAtTheBudgetAndStays() {
        StateSetCounting counting = new StateSetCounting(400_000);
        int counted = 0;
        for (int copies = 1; copies <= 5; copies++) {
            counted += counting.count(window(16, 8, copies)) == null ? 0 : 1;
            assertThat(counting.hasCountedMany()).isEqualTo(counted == copies);
        }
        assertThat(counted).isBetween(3, 4);
        assertThat(counting.count(window(16, 8, 5))).isNull();
        assertThat(counting.count(window(12, 3, 1))).as("a small one").isNotNull();
    }

    /** Node i sends to i + 1 … i + width modulo the number of nodes, the same number of messages to each. */
    static Component window(int nodes, int width, int messages) {
        List<int[]> pairs = new ArrayList<>();
        for (int source = 0; source < nodes; source++) {
            for (int offset = 1; offset <= width; offset++) {
                pairs.add(new int[] {source, (source + offset) % nodes});
            }
        }
        pairs.sort((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : Integer.compare(a[1], b[1]));
        int[] counts = new int[pairs.size()];
        Arrays.fill(counts, messages);
        return new Component(
                nodes,
                nodes,
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray(),
                counts);
    }
}
