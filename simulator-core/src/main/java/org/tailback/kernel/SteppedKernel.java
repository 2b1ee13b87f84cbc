package org.tailback.kernel;

import java.util.Objects;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.SplayTree;

/**
 * A clock that its owner moves: for hosts with a loop of their own instead of an event list. The owner asks when
 * something happens next, and lets time pass until then or until something of its own happens earlier:
 *
 * <pre>{@code
 * double next = Math.min(clock.nextInstant(), myNext);
 * clock.advanceTo(next);
 * }</pre>
 *
 * <p>An instant stays open after {@link #advanceTo}: the owner may act in it as often as it likes, and everything that
 * it does counts as simultaneous. {@link #nextInstant}, or advancing further, closes it (timers of {@link
 * EventKernel.Order#LAST} fire). So the results are, to the bit, those of an event-driven host that does the same
 * things at the same instants.
 *
 * <p>Cost: O(log pending timers) per timer that is set or fires. Not thread-safe.
 */
public final class SteppedKernel implements EventKernel {
    private final SteppedSimulator simulator;
    private final SsjKernel timers;

    private SteppedKernel(EventList events) {
        simulator = new SteppedSimulator(events);
        timers = SsjKernel.of(simulator);
    }

    /** A clock at 0 s. */
    public static SteppedKernel create() {
        return new SteppedKernel(new SplayTree());
    }

    /** As {@link #create}, for few timers: {@link SortedEvents}. */
    static SteppedKernel forFewTimers() {
        return new SteppedKernel(new SortedEvents());
    }

    /** When the first timer is due, in seconds; infinite if none is pending. */
    double firstTime() {
        Event first = simulator.getEventList().getFirst();
        return first == null ? Double.POSITIVE_INFINITY : first.time();
    }

    /** True if the first timer, which must be there, is of order {@link EventKernel.Order#LAST}. */
    boolean isFirstLast() {
        return SteppedSimulator.isLast(
                Objects.requireNonNull(simulator.getEventList().getFirst()));
    }

    /** Lets time pass to the first timer, which fires. */
    void fireFirst() {
        simulator.fireFirst();
    }

    /** Forgets all timers; the clock shows 0 s. */
    void restart() {
        simulator.init();
    }

    @Override
    public double now() {
        return simulator.time();
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        return timers.timer(order, action);
    }

    /**
     * Closes the present instant, unless ordinary timers are still due in it, and says when something happens next.
     *
     * @return seconds, from now on; infinite if nothing is pending
     * @throws IllegalStateException if called by a timer's action
     */
    public double nextInstant() {
        return simulator.closeInstant();
    }

    /**
     * Lets time pass: everything that is due before {@code seconds} happens, at its time, then everything ordinary that
     * is due at that very instant, which stays open.
     *
     * @param seconds absolute time, finite, not before now
     * @throws IllegalArgumentException if it is NaN, infinite or in the past
     * @throws IllegalStateException if called by a timer's action
     */
    public void advanceTo(double seconds) {
        if (!(seconds >= now() && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "time goes on to a finite instant, now (" + now() + " s) or later, not to " + seconds);
        }
        simulator.advanceTo(seconds);
    }

    /** Lets everything that is pending happen, and what follows from it, until nothing is pending. */
    public void runToEnd() {
        for (double next = nextInstant(); next < Double.POSITIVE_INFINITY; next = nextInstant()) {
            advanceTo(next);
        }
    }

    /** SSJ's clock, event by event: SSJ itself has no step. */
    private static final class SteppedSimulator extends Simulator {
        SteppedSimulator(EventList events) {
            super(events);
            init();
        }

        double closeInstant() {
            begin();
            try {
                Event first = eventList.getFirst();
                while (first != null && first.time() <= currentTime && isLast(first)) {
                    fireFirst();
                    first = eventList.getFirst();
                }
                return first == null ? Double.POSITIVE_INFINITY : first.time();
            } finally {
                simulating = false;
            }
        }

        void advanceTo(double seconds) {
            begin();
            try {
                Event first = eventList.getFirst();
                while (first != null && (first.time() < seconds || (first.time() == seconds && !isLast(first)))) {
                    fireFirst();
                    first = eventList.getFirst();
                }
                currentTime = seconds;
            } finally {
                simulating = false;
            }
        }

        private void begin() {
            if (simulating) {
                throw new IllegalStateException("time cannot be moved from within a timer's action");
            }
            simulating = true;
        }

        private void fireFirst() {
            Event event = removeFirstEvent();
            if (event != null) {
                event.actions();
            }
        }

        private static boolean isLast(Event event) {
            return event.priority() == Double.MAX_VALUE;
        }
    }
}
