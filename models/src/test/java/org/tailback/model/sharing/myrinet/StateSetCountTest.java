package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateSetCountTest {
    /** Pairs of sources and destinations with random numbers of parallel messages; may be in several parts. */
    static Component random(Random random, int sources, int destinations, int messages, boolean parallel) {
        TreeMap<Integer, Integer> pairs = new TreeMap<>();
        for (int i = 0; i < messages; i++) {
            int pair = random.nextInt(sources) * destinations + random.nextInt(destinations);
            pairs.merge(pair, 1, (a, b) -> parallel ? a + b : 1);
        }
        return component(
                sources,
                destinations,
                pairs.entrySet().stream()
                        .map(entry -> new int[] {
                            entry.getKey() / destinations, entry.getKey() % destinations, entry.getValue()
                        })
                        .toList());
    }

    /** A component of rows of source, destination and number of messages, sorted by source and destination. */
    static Component component(int sources, int destinations, List<int[]> pairs) {
        return new Component(sources, destinations, column(pairs, 0), column(pairs, 1), column(pairs, 2));
    }

    private static ImmutableIntArray column(List<int[]> rows, int column) {
        return ImmutableIntArray.copyOf(rows.stream().mapToInt(row -> row[column]));
    }

    /** Node i sends to all other nodes, the same number of messages to each. */
    private static Component allToAll(int nodes, int messages) {
        return window(nodes, nodes - 1, messages);
    }

    @Test
    void counts_randomComponents_areThoseOfTheDefinition() {
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            Component component = random(random, 1 + random.nextInt(5), 1 + random.nextInt(5), 9, true);
            List<int[]> edges = new ArrayList<>();
            List<Integer> pairOfEdge = new ArrayList<>();
            for (int pair = 0; pair < component.pairs(); pair++) {
                for (int copy = 0; copy < component.messages().get(pair); copy++) {
                    edges.add(new int[] {
                        component.source().get(pair), component.destination().get(pair)
                    });
                    pairOfEdge.add(pair);
                }
            }
            List<Integer> sets = MaximalSets.of(edges);
            StateSets counted = StateSetCount.of(component, 1_000_000);
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

    /**
     * n nodes that all send m messages to all others: D(n) derangements, and n D(n-1) sets that leave one node out,
     * times m for each message of a set.
     */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 8})
    void counts_allToAll_areThoseOfDerangements(int nodes) {
        double derangements = 0;
        double fewer = 1;
        for (int k = 2; k <= nodes; k++) {
            double more = (k - 1) * (derangements + fewer);
            fewer = derangements;
            derangements = more;
        }
        for (int messages = 1; messages <= 3; messages++) {
            double sets = Math.pow(messages, nodes) * derangements + nodes * Math.pow(messages, nodes - 1) * fewer;
            assertThat(StateSetCount.of(allToAll(nodes, messages), 1_000_000).sets())
                    .isCloseTo(sets, within(1e-14 * sets));
        }
    }

    @Test
    void penalty_allToAllOfThree_isThatOfARingOfSix() {
        Component component = allToAll(3, 1);
        assertThat(StateSetCount.of(component, 1000).penaltyOfSource(component)).containsExactly(2.5, 2.5, 2.5);
    }

    @Test
    void count_beyondTheLimit_isNone() {
        assertThat(StateSetCount.of(allToAll(8, 1), 100)).isNull();
        assertThat(StateSetCount.of(random(new Random(3), 40, 40, 100, true), 1_000_000))
                .isNull();
    }

    /** Node i sends to i + 1 … i + width modulo the number of nodes, the same number of messages to each. */
    static Component window(int nodes, int width, int messages) {
        List<int[]> pairs = new ArrayList<>();
        for (int source = 0; source < nodes; source++) {
            for (int offset = 1; offset <= width; offset++) {
                pairs.add(new int[] {source, (source + offset) % nodes, messages});
            }
        }
        pairs.sort(Comparator.comparingInt((int[] pair) -> pair[0]).thenComparingInt(pair -> pair[1]));
        return component(nodes, nodes, pairs);
    }
}
