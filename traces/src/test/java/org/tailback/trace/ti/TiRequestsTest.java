package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TiRequestsTest {
    private static int take(TiRequests requests, int source, int destination, int tag) {
        int oldest = requests.find(source, destination, tag);
        if (oldest >= 0) {
            requests.remove(oldest);
        }
        return oldest;
    }

    private static void clear(TiRequests requests) {
        for (int request : requests.list()) {
            requests.remove(request);
        }
        requests.restart();
    }

    /** The oracle is a queue of request numbers per key. */
    @Test
    void randomOperations_giveTheOldestRequestOfAKey() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int keys = 1 + random.nextInt(40);
            TiRequests requests = new TiRequests();
            Map<List<Integer>, ArrayDeque<Integer>> expected = new HashMap<>();
            Set<Integer> open = new HashSet<>();
            for (int i = 0; i < 500; i++) {
                List<Integer> key = List.of(random.nextInt(keys), random.nextInt(3), random.nextInt(4) - 2);
                ArrayDeque<Integer> queue = expected.computeIfAbsent(key, k -> new ArrayDeque<>());
                int action = random.nextInt(100);
                if (action < 55) {
                    int request = requests.add(key.get(0), key.get(1), key.get(2));
                    assertThat(open.add(request)).as("seed %s", seed).isTrue();
                    assertThat(request).isLessThan(500);
                    queue.add(request);
                } else if (action < 97) {
                    Integer oldest = queue.poll();
                    assertThat(take(requests, key.get(0), key.get(1), key.get(2)))
                            .as("seed %s", seed)
                            .isEqualTo(oldest == null ? -1 : oldest);
                    open.remove(oldest);
                } else if (action < 99) {
                    Integer newest = queue.pollLast();
                    if (newest != null) {
                        requests.remove(newest);
                        open.remove(newest);
                    }
                } else {
                    int count = requests.size();
                    int[] list = requests.list();
                    assertThat(list)
                            .as("seed %s", seed)
                            .containsExactlyInAnyOrder(
                                    open.stream().mapToInt(Integer::intValue).toArray());
                    for (int j = 1; j < count; j++) {
                        assertThat(requests.ordinal(list[j - 1])).isLessThan(requests.ordinal(list[j]));
                    }
                    clear(requests);
                    expected.clear();
                    open.clear();
                }
                assertThat(requests.size()).isEqualTo(open.size());
            }
        }
    }

    @Test
    void numbers_ofEndedRequests_areUsedAgain() {
        TiRequests requests = new TiRequests();
        for (int i = 0; i < 10_000; i++) {
            assertThat(requests.add(0, 1, i)).isLessThan(2);
            requests.add(1, 0, i);
            if (i % 3 == 0) {
                clear(requests);
            } else {
                take(requests, 1, 0, i);
                take(requests, 0, 1, i);
            }
        }
    }

    @Test
    void numbers_beginAgain_whenNoRequestIsOpen() {
        TiRequests requests = new TiRequests();
        for (int i = 0; i < 9; i++) {
            requests.add(0, 1, i);
        }
        requests.restart();
        assertThat(requests.add(0, 1, 9)).isEqualTo(9);
        clear(requests);
        assertThat(requests.add(0, 1, 0)).isZero();
        assertThat(requests.add(0, 1, 0)).isEqualTo(1);
        assertThat(take(requests, 0, 1, 0)).isZero();
    }
}
