package org.tailback.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimeQueueTest {
    private record Due(double date, long rank) {}

    @Test
    void randomOperations_behaveLikeASortedMap() {
        for (long seed = 1; seed <= (Boolean.getBoolean("tailback.thorough") ? 20 : 5); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimeQueue queue = new TimeQueue(1);
            Map<Integer, Due> oracle = new TreeMap<>();
            for (int step = 0; step < 3000; step++) {
                int id = random.nextInt(200);
                if (random.nextInt(3) > 0) {
                    Due due = new Due(random.nextInt(20), id * 1000L + step % 1000);
                    queue.set(id, due.date(), due.rank());
                    oracle.put(id, due);
                } else {
                    queue.remove(id);
                    oracle.remove(id);
                }
                assertThat(queue.size()).as("seed %d step %d", seed, step).isEqualTo(oracle.size());
                if (!oracle.isEmpty()) {
                    assertThat(queue.first()).as("seed %d step %d", seed, step).isEqualTo(first(oracle));
                }
            }
            assertThat(drained(queue)).as("seed %d", seed).isEqualTo(sorted(oracle));
        }
    }

    /** Most dates are later than all others, as in regular programs; some things are taken out or moved between. */
    @Test
    void ascendingDates_withRemovalsAndMoves_behaveLikeASortedMap() {
        for (long seed = 1; seed <= (Boolean.getBoolean("tailback.thorough") ? 20 : 5); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimeQueue queue = new TimeQueue(1);
            Map<Integer, Due> oracle = new TreeMap<>();
            int most = 1 << random.nextInt(4, 11);
            for (int step = 0; step < 5000; step++) {
                int id = random.nextInt(most);
                switch (random.nextInt(8)) {
                    case 0 -> {
                        queue.remove(id);
                        oracle.remove(id);
                    }
                    case 1 -> {
                        Due due = new Due(random.nextInt(step + 1), id * 10_000L + step);
                        queue.set(id, due.date(), due.rank());
                        oracle.put(id, due);
                    }
                    case 2, 3, 4 -> {
                        if (!oracle.isEmpty()) {
                            int first = queue.first();
                            assertThat(first).as("seed %d step %d", seed, step).isEqualTo(first(oracle));
                            assertThat(queue.firstTime())
                                    .isEqualTo(oracle.get(first).date());
                            queue.remove(first);
                            oracle.remove(first);
                        }
                    }
                    default -> {
                        Due due = new Due(step / 3, id * 10_000L + step);
                        queue.set(id, due.date(), due.rank());
                        oracle.put(id, due);
                        assertThat(queue.date(id)).isEqualTo(due.date());
                    }
                }
                assertThat(queue.size()).as("seed %d step %d", seed, step).isEqualTo(oracle.size());
            }
            List<Integer> visited = new ArrayList<>();
            queue.forEachUntil(Double.POSITIVE_INFINITY, visited::add);
            assertThat(visited).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(oracle.keySet());
            assertThat(drained(queue)).as("seed %d", seed).isEqualTo(sorted(oracle));
        }
    }

    /** Dates of all sizes and both signs, few of them equal, in a heap of several levels. */
    @Test
    void drain_manyDatesOfBothSigns_comeInOrder() {
        double[] special = {0.0, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 1};
        for (long seed = 1; seed <= (Boolean.getBoolean("tailback.thorough") ? 10 : 4); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimeQueue queue = new TimeQueue(1);
            Map<Integer, Due> oracle = new TreeMap<>();
            for (int id = 0; id < 500; id++) {
                double date = random.nextInt(10) == 0
                        ? special[random.nextInt(special.length)]
                        : Math.scalb(random.nextDouble() - (seed % 2 == 0 ? 0.5 : 0), random.nextInt(80) - 40);
                queue.set(id, date, id);
                // the two zeros are one date
                oracle.put(id, new Due(date + 0.0, id));
            }
            assertThat(queue.date(7)).isEqualTo(oracle.get(7).date());
            assertThat(drained(queue)).as("seed %d", seed).isEqualTo(sorted(oracle));
        }
    }

    @Test
    void forEachUntil_visitsExactlyWhatIsDue() {
        TimeQueue queue = new TimeQueue(4);
        for (int id = 0; id < 100; id++) {
            queue.set(id, (id * 37) % 100, id);
        }
        List<Integer> visited = new ArrayList<>();
        queue.forEachUntil(10, visited::add);

        assertThat(visited)
                .hasSize(11)
                .allSatisfy(id -> assertThat((id * 37) % 100).isLessThanOrEqualTo(10));
    }

    @Test
    void firstTime_emptyQueue_isNever() {
        assertThat(new TimeQueue(4).firstTime()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    private static int first(Map<Integer, Due> oracle) {
        return sorted(oracle).get(0);
    }

    private static List<Integer> sorted(Map<Integer, Due> oracle) {
        return oracle.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                                (Map.Entry<Integer, Due> e) -> e.getValue().date())
                        .thenComparingLong(e -> e.getValue().rank()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<Integer> drained(TimeQueue queue) {
        List<Integer> ids = new ArrayList<>();
        while (queue.size() > 0) {
            ids.add(queue.first());
            queue.remove(queue.first());
        }
        return ids;
    }
}
