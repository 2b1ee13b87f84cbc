package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MatcherTest {
    @Test
    void randomAddsAndRemovals_behaveLikeQueuesByKey() {
        for (long seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matcher matcher = new Matcher();
            Map<String, Deque<Integer>> oracle = new TreeMap<>();
            int entries = 0;
            for (int step = 0; step < 5000; step++) {
                int source = random.nextInt(12);
                int destination = random.nextInt(12);
                int tag = random.nextInt(5) - 2;
                Deque<Integer> queue =
                        oracle.computeIfAbsent(source + ">" + destination + ":" + tag, key -> new ArrayDeque<>());
                assertThat(matcher.peek(source, destination, tag))
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(queue.isEmpty() ? Matcher.NONE : queue.peek());
                if (queue.isEmpty() || random.nextInt(3) == 0) {
                    matcher.add(source, destination, tag, entries);
                    queue.add(entries++);
                } else {
                    matcher.removeFirst(source, destination, tag);
                    queue.remove();
                }
            }
            assertThat(matcher.unmatchedEntries())
                    .as("seed %d", seed)
                    .containsExactly(oracle.values().stream()
                            .flatMap(Deque::stream)
                            .mapToInt(Integer::intValue)
                            .sorted()
                            .toArray());
        }
    }

    @Test
    void tagUsedOnce_manyTimes_leavesNothingBehind() {
        Matcher matcher = new Matcher();
        for (int tag = 0; tag < 100_000; tag++) {
            matcher.add(1, 2, tag, 0);
            matcher.removeFirst(1, 2, tag);
        }

        assertThat(matcher.unmatched()).isZero();
        assertThat(matcher.unmatchedEntries()).isEmpty();
    }
}
