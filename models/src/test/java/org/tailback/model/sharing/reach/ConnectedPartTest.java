package org.tailback.model.sharing.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ConnectedPartTest {
    private static final int LINKS = 40;

    @Test
    void extend_randomStartsAndEnds_isTheSmallestClosedSet() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Crossings crossings = new Crossings(LINKS, 0, 3);
            ConnectedPart part = new ConnectedPart(crossings, LINKS, false);
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
                part.add(start);
                part.extend();
                Set<Integer> links = new TreeSet<>(Set.of(start));
                Set<Integer> flows = new TreeSet<>();
                while (routes.entrySet().stream()
                        .filter(entry -> Arrays.stream(entry.getValue()).anyMatch(links::contains))
                        .anyMatch(entry -> flows.add(entry.getKey())
                                | Arrays.stream(entry.getValue())
                                        .mapToObj(links::add)
                                        .reduce(false, Boolean::logicalOr))) {}
                assertThat(members(part.links())).as("links, seed %d", seed).isEqualTo(links);
            }
        }
    }

    private static Set<Integer> members(DenseSet set) {
        Set<Integer> members = new TreeSet<>();
        for (int i = 0; i < set.size(); i++) {
            members.add(set.get(i));
        }
        return members;
    }
}
