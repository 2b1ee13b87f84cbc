package org.tailback.sharing.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartTest {
    private static final int LINKS = 40;

    @Test
    void find_randomStartsAndEnds_isTheSmallestClosedSet() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Crossings crossings = new Crossings(LINKS, 0, 3);
            Part part = new Part(crossings, LINKS);
            Map<Integer, int[]> routes = new TreeMap<>();
            for (int step = 0; step < 200; step++) {
                int flow = random.nextInt(30);
                if (routes.remove(flow) != null) {
                    crossings.remove(flow);
                } else {
                    int[] route = random.ints(0, LINKS)
                            .distinct()
                            .limit(1 + random.nextInt(3))
                            .toArray();
                    routes.put(flow, route);
                    crossings.add(flow, route, route.length);
                }
                int start = random.nextInt(LINKS);
                part.clear();
                Set<Integer> links = new TreeSet<>(Set.of(start));
                Set<Integer> flows = new TreeSet<>();
                while (routes.entrySet().stream()
                        .filter(entry -> Arrays.stream(entry.getValue()).anyMatch(links::contains))
                        .anyMatch(entry -> flows.add(entry.getKey())
                                | Arrays.stream(entry.getValue())
                                        .mapToObj(links::add)
                                        .reduce(false, Boolean::logicalOr))) {}
                assertThat(part.find(start)).isEqualTo(!flows.isEmpty());
                if (!flows.isEmpty()) {
                    assertThat(members(part.links(), part::link))
                            .as("links, seed %d", seed)
                            .isEqualTo(links);
                    assertThat(members(part.size(), part::batch))
                            .as("batches, seed %d", seed)
                            .isEqualTo(flows);
                    assertThat(part.find(start)).as("found twice").isFalse();
                }
            }
        }
    }

    private static Set<Integer> members(int count, IntUnaryOperator member) {
        return IntStream.range(0, count).map(member).boxed().collect(Collectors.toCollection(TreeSet::new));
    }
}
