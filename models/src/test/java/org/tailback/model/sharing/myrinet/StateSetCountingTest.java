package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateSetCountingTest {
    private static final StateSetCounting EXACT = new StateSetCounting(10_000_000);

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
                StateSets counted = FrontierCount.exact(component, plan, 1_000_000);
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
            StateSets swept = FrontierCount.exact(
                    component, SweepOrders.plansFor(component).get(0), 10_000_000);
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
}
