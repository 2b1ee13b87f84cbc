package org.tailback.model.sharing.conflict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ConflictGraphTest {
    @Test
    void lists_randomChanges_equalThoseOfAMap() {
        Random random = new Random(1);
        ConflictGraph graph = new ConflictGraph(5);
        Map<Integer, int[]> flows = new TreeMap<>();
        for (int change = 0; change < 3000; change++) {
            int flow = random.nextInt(40);
            int[] known = flows.get(flow);
            if (known == null) {
                int from = random.nextInt(5);
                int to = (from + 1 + random.nextInt(4)) % 5;
                graph.add(flow, from, to);
                flows.put(flow, new int[] {from, to, 1});
            } else if (random.nextBoolean()) {
                int more = random.nextInt(4) - known[2] / 2;
                graph.addMessages(flow, more);
                known[2] += more;
            } else {
                graph.remove(flow);
                flows.remove(flow);
            }
            assertThat(graph.sources())
                    .isEqualTo(flows.values().stream()
                            .mapToInt(ends -> ends[0])
                            .distinct()
                            .count());
            for (int node = 0; node < 5; node++) {
                TreeSet<Integer> leaving = new TreeSet<>();
                for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
                    assertThat(leaving.add(f)).isTrue();
                    assertThat(graph.messages(f)).isEqualTo(flows.get(f)[2]);
                }
                TreeSet<Integer> coming = new TreeSet<>();
                for (int f = graph.firstIn(node); f >= 0; f = graph.nextIn(f)) {
                    assertThat(coming.add(f)).isTrue();
                }
                int at = node;
                assertThat(leaving).isEqualTo(withEnd(flows, 0, at));
                assertThat(coming).isEqualTo(withEnd(flows, 1, at));
                assertThat(graph.outDegree(node)).isEqualTo(messages(flows, leaving));
                assertThat(graph.inDegree(node)).isEqualTo(messages(flows, coming));
            }
        }
    }

    private static Set<Integer> withEnd(Map<Integer, int[]> flows, int end, int node) {
        Set<Integer> found = new TreeSet<>();
        flows.forEach((flow, ends) -> {
            if (ends[end] == node) {
                found.add(flow);
            }
        });
        return found;
    }

    private static int messages(Map<Integer, int[]> flows, Set<Integer> some) {
        return some.stream().mapToInt(flow -> flows.get(flow)[2]).sum();
    }

    @Test
    void add_misused_fails() {
        ConflictGraph graph = new ConflictGraph(3);
        graph.add(0, 0, 1);
        assertThatThrownBy(() -> graph.add(0, 1, 2)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> graph.add(1, 2, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> graph.add(-1, 1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> graph.add(1, 0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> graph.remove(1)).isInstanceOf(IllegalStateException.class);
    }
}
