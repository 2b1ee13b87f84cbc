package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order of events against {@link PriorityQueue}. */
class EventQueueTest {
    private record Event(long time, long key) {}

    private static final Comparator<Event> ORDER =
            Comparator.comparing(Event::time, Long::compareUnsigned).thenComparingLong(Event::key);

    @Test
    void select_emptyQueue_findsNothing() {
        EventQueue queue = new EventQueue();
        assertThat(queue.select()).isFalse();
        queue.push(5, 1);
        assertThat(queue.select()).isTrue();
        queue.remove();
        assertThat(queue.select()).isFalse();
    }

    @Test
    void remove_timesAboveHalfOfTheRange_areUnsigned() {
        EventQueue queue = new EventQueue();
        queue.push(-1, 1);
        queue.push(7, 2);
        assertThat(queue.select()).isTrue();
        assertThat(queue.time()).isEqualTo(7);
    }

    @Test
    void remove_randomPushesAndRemovals_isTheOrderOfPriorityQueue() {
        for (long seed = 1; seed <= 25; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EventQueue queue = new EventQueue();
            PriorityQueue<Event> expected = new PriorityQueue<>(ORDER);
            int spread = 1 + random.nextInt(3) * 400;
            long now = 0;
            long key = 0;
            for (int i = 0; i < 5_000; i++) {
                boolean grows = i < 2_500;
                if (random.nextInt(10) < (grows ? 6 : 4)) {
                    // mostly into the future, sometimes with an old key, sometimes into the past
                    long time = random.nextInt(50) == 0 ? random.nextInt(1 + (int) now) : now + random.nextInt(spread);
                    Event event = new Event(time, random.nextInt(20) == 0 ? 1_000_000_000L - i : key++);
                    queue.push(event.time, event.key);
                    expected.add(event);
                } else {
                    assertThat(queue.select()).as("seed %s, step %s", seed, i).isEqualTo(!expected.isEmpty());
                    if (!expected.isEmpty()) {
                        Event event = expected.remove();
                        assertThat(new Event(queue.time(), queue.key()))
                                .as("seed %s, step %s", seed, i)
                                .isEqualTo(event);
                        queue.remove();
                        now = Math.max(now, event.time);
                    }
                }
            }
        }
    }
}
