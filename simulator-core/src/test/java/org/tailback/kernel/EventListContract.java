package org.tailback.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** What every SSJ event list must do, whoever wrote it. */
abstract class EventListContract {
    abstract EventList newList();

    @Test
    void start_eventsOfDifferentTimes_fireInTimeOrder() {
        Log log = new Log(newList());
        log.schedule("late", 3, 1);
        log.schedule("early", 1, 1);
        log.schedule("middle", 2, 1);

        assertThat(log.run()).containsExactly("early@1.0", "middle@2.0", "late@3.0");
    }

    @Test
    void start_equalTimes_lowPriorityFirstThenOrderOfScheduling() {
        Log log = new Log(newList());
        log.schedule("b", 1, 5);
        log.schedule("c", 1, 5);
        log.schedule("a", 1, 2);
        log.schedule("d", 1, 5);

        assertThat(log.run()).containsExactly("a@1.0", "b@1.0", "c@1.0", "d@1.0");
    }

    @Test
    void cancel_pendingEvent_neverFires() {
        Log log = new Log(newList());
        Event doomed = log.schedule("doomed", 1, 1);
        log.schedule("other", 2, 1);

        assertThat(doomed.cancel()).isTrue();
        assertThat(doomed.cancel()).isFalse();
        assertThat(log.run()).containsExactly("other@2.0");
    }

    @Test
    void scheduleBeforeAndAfter_standNextToTheOther() {
        Log log = new Log(newList());
        Event other = log.schedule("other", 1, 1);
        log.schedule("next", 1, 1);
        log.event("after", 1).scheduleAfter(other);
        log.event("before", 1).scheduleBefore(other);

        assertThat(log.run()).containsExactly("before@1.0", "other@1.0", "after@1.0", "next@1.0");
    }

    @Test
    void scheduleNext_goesBeforeEverythingPending() {
        Log log = new Log(newList());
        log.schedule("first", 0, 1);
        log.event("next", 1).scheduleNext();

        assertThat(log.run()).containsExactly("next@0.0", "first@0.0");
    }

    @Test
    void iterator_listsEventsInOrder() {
        EventList list = newList();
        Log log = new Log(list);
        Event second = log.schedule("second", 2, 1);
        Event first = log.schedule("first", 1, 1);

        assertThat(list).containsExactly(first, second);
        assertThat(list.getFirst()).isSameAs(first);
    }

    @Test
    void clear_leavesNothing() {
        EventList list = newList();
        Log log = new Log(list);
        log.schedule("gone", 1, 1);
        list.clear();

        assertThat(list.isEmpty()).isTrue();
        assertThat(list.getFirst()).isNull();
        assertThat(list.removeFirst()).isNull();
    }

    /** Thousands of events with many ties, cancelled and rescheduled at random: the same order as SSJ's default list. */
    @Test
    void start_randomScheduleWithTies_sameOrderAsSplayTree() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(randomRun(newList(), seed)).as("seed %d", seed).isEqualTo(randomRun(new SplayTree(), seed));
        }
    }

    /** A few events that set themselves and others again while they fire, sometimes more, sometimes none but one. */
    @Test
    void start_fewEventsThatMoveEachOther_sameOrderAsSplayTree() {
        for (long seed = 1; seed <= 40; seed++) {
            assertThat(changingRun(newList(), seed)).as("seed %d", seed).isEqualTo(changingRun(new SplayTree(), seed));
        }
    }

    private static List<String> changingRun(EventList list, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Log log = new Log(list);
        int count = 1 + (int) (seed % 14);
        List<Event> events = new ArrayList<>();
        int[] left = {600};
        for (int i = 0; i < count; i++) {
            String name = "e" + i;
            Event event = new Event(log.simulator) {
                @Override
                public void actions() {
                    log.lines.add(name + "@" + sim.time());
                    for (int changes = random.nextInt(4); changes > 0 && left[0] > 0; changes--, left[0]--) {
                        Event other = events.get(random.nextInt(events.size()));
                        other.cancel();
                        if (random.nextInt(5) > 0) {
                            other.schedule(random.nextInt(4));
                        }
                    }
                }
            };
            event.setPriority(1 + random.nextInt(2));
            events.add(event);
        }
        events.forEach(event -> event.schedule(random.nextInt(4)));
        return log.run();
    }

    private static List<String> randomRun(EventList list, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Log log = new Log(list);
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            events.add(log.schedule("e" + i, random.nextInt(40), 1 + random.nextInt(3)));
        }
        for (int i = 0; i < 1000; i++) {
            Event event = events.get(random.nextInt(events.size()));
            if (random.nextBoolean()) {
                event.cancel();
            } else {
                event.cancel();
                event.schedule(random.nextInt(40));
            }
        }
        return log.run();
    }

    /** A simulator whose events write their names and times down. */
    private static final class Log {
        private final Simulator simulator;
        private final List<String> lines = new ArrayList<>();

        Log(EventList list) {
            simulator = new Simulator(list);
            simulator.init();
        }

        Event event(String name, double priority) {
            Event event = new Event(simulator) {
                @Override
                public void actions() {
                    lines.add(name + "@" + sim.time());
                }
            };
            event.setPriority(priority);
            return event;
        }

        Event schedule(String name, double delay, double priority) {
            Event event = event(name, priority);
            event.schedule(delay);
            return event;
        }

        List<String> run() {
            simulator.start();
            return lines;
        }
    }
}
