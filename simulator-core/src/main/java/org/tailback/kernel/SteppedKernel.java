package org.tailback.kernel;

import java.util.concurrent.CancellationException;
import org.tailback.columns.Columns;

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
 * <p>Cost: a timer that is set or cancelled passes those that are due before it, which are few: a network or a replay
 * has two. Firing is O(1); nothing is allocated but growth. Not thread-safe.
 */
public final class SteppedKernel implements EventKernel {
    /** Pending timers, the first one at the end: the next one is mostly set before all others, and moves nothing. */
    private Appointment[] pending = new Appointment[8];

    private int size;
    private double now;
    private boolean running;

    private SteppedKernel() {}

    /** A clock at 0 s. */
    public static SteppedKernel create() {
        return new SteppedKernel();
    }

    /** Returns the time at which the first timer is due, in seconds; infinite if none is pending. */
    double firstTime() {
        return size == 0 ? Double.POSITIVE_INFINITY : pending[size - 1].due;
    }

    /** True if the first timer, which must be there, is of order {@link EventKernel.Order#LAST}. */
    boolean isFirstLast() {
        return pending[size - 1].isLast;
    }

    void fireFirst() {
        Appointment first = pending[--size];
        first.isPending = false;
        now = first.due;
        first.action.run();
    }

    void restart() {
        while (size > 0) {
            pending[size - 1].cancel();
        }
        now = 0;
    }

    private void begin() {
        if (running) {
            throw new IllegalStateException("time cannot be moved from within a timer's action");
        }
        running = true;
    }

    @Override
    public double now() {
        return now;
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        return new Appointment(order, action);
    }

    /**
     * Closes the present instant, unless ordinary timers are still due in it, and returns the time of the next event.
     *
     * @return seconds, from now on; infinite if nothing is pending
     * @throws IllegalStateException if called by a timer's action
     */
    public double nextInstant() {
        begin();
        try {
            while (firstTime() <= now && isFirstLast()) {
                fireFirst();
            }
            return firstTime();
        } finally {
            running = false;
        }
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
        begin();
        try {
            while (firstTime() < seconds || (firstTime() == seconds && !isFirstLast())) {
                fireFirst();
            }
            now = seconds;
        } finally {
            running = false;
        }
    }

    /**
     * Performs all pending events and their consequences, until none is pending.
     *
     * @throws CancellationException if the thread is interrupted
     * @throws IllegalStateException if called by a timer's action
     */
    public void runToEnd() {
        begin();
        try {
            while (size > 0) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("the thread of the simulation was interrupted");
                }
                fireFirst();
            }
        } finally {
            running = false;
        }
    }

    /** A timer that records whether it is pending. */
    private final class Appointment implements Timer {
        private final boolean isLast;
        private final Runnable action;
        private double due;
        private boolean isPending;

        Appointment(Order order, Runnable action) {
            isLast = order == Order.LAST;
            this.action = action;
        }

        @Override
        public void at(double seconds) {
            if (!(seconds >= now && seconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "a timer must be due at a finite instant, now (" + now + " s) or later, not at " + seconds);
            }
            cancel();
            due = seconds;
            isPending = true;
            if (size == pending.length) {
                pending = Columns.fit(pending, size);
            }
            int slot = size++;
            for (; slot > 0 && !isBefore(pending[slot - 1]); slot--) {
                pending[slot] = pending[slot - 1];
            }
            pending[slot] = this;
        }

        private boolean isBefore(Appointment other) {
            return due < other.due || (due == other.due && !isLast && other.isLast);
        }

        @Override
        public boolean cancel() {
            if (!isPending) {
                return false;
            }
            int slot = size - 1;
            while (pending[slot] != this) {
                slot--;
            }
            for (size--; slot < size; slot++) {
                pending[slot] = pending[slot + 1];
            }
            isPending = false;
            return true;
        }
    }
}
