package org.tailback.kernel;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.tailback.columns.Columns;

/**
 * A clock that its owner advances: for hosts with a loop instead of an event list. The owner requests the time of the
 * next event and advances the clock to it, or to an earlier event of the loop:
 *
 * <pre>{@code
 * double next = Math.min(clock.nextInstant(), myNext);
 * clock.advanceTo(next);
 * }</pre>
 *
 * <p>An instant stays open after {@link #advanceTo}: all actions of the owner in it are simultaneous. {@link
 * #nextInstant}, or advancing further, closes it (timers of order {@link EventKernel.Order#LAST} fire). The results are
 * therefore bit-identical to the results on an event-driven host with the same actions at the same instants.
 *
 * <p>Cost: setting or cancelling a timer is O(timers due before it). There are few timers, because a network or a
 * replay has two. Firing is O(1); memory is allocated only for growth. Not thread-safe.
 */
public final class SteppedKernel implements EventKernel {
    /**
     * Pending timers in descending order of time. A new timer is usually due before all others, so no element moves.
     */
    private Appointment[] pending = new Appointment[8];

    private int size;
    private double now;
    private boolean running;

    private SteppedKernel() {}

    /** Returns a clock at 0 s. */
    public static SteppedKernel create() {
        return new SteppedKernel();
    }

    /** Returns the time at which the first timer is due, in seconds; infinite if none is pending. */
    double firstTime() {
        return size == 0 ? Double.POSITIVE_INFINITY : pending[size - 1].due;
    }

    /** Returns true if the first timer, which must exist, is of order {@link EventKernel.Order#LAST}. */
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

    private void fireWhile(BooleanSupplier isDue) {
        if (running) {
            throw new IllegalStateException("time cannot be advanced from within a timer's action");
        }
        running = true;
        try {
            while (isDue.getAsBoolean()) {
                fireFirst();
            }
        } finally {
            running = false;
        }
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
     * Closes the current instant unless ordinary timers are still due in it. Returns the time of the next event.
     *
     * @return seconds, not before now; infinite if nothing is pending
     * @throws IllegalStateException if called by a timer's action
     */
    public double nextInstant() {
        fireWhile(() -> firstTime() <= now && isFirstLast());
        return firstTime();
    }

    /**
     * Advances the clock: fires all timers that are due before {@code seconds}, at their times, then the ordinary
     * timers that are due at that instant, which stays open.
     *
     * @param seconds absolute time, finite, not before now
     * @throws IllegalArgumentException if it is NaN, infinite or in the past
     * @throws IllegalStateException if called by a timer's action
     */
    public void advanceTo(double seconds) {
        if (!(seconds >= now() && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the clock can advance only to a finite instant at or after now ("
                    + now() + " s), found " + seconds);
        }
        fireWhile(() -> firstTime() < seconds || (firstTime() == seconds && !isFirstLast()));
        now = seconds;
    }

    /**
     * Fires all pending timers, and the timers that these set, until none is pending.
     *
     * @throws CancellationException if the thread is interrupted
     * @throws IllegalStateException if called by a timer's action
     */
    public void runToEnd() {
        fireWhile(() -> {
            if (size > 0 && Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the thread of the simulation was interrupted");
            }
            return size > 0;
        });
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
                        "a timer must be due at a finite instant at or after now (" + now + " s), found " + seconds);
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
