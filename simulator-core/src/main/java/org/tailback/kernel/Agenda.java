package org.tailback.kernel;

import org.tailback.stability.Internal;

/**
 * Numbered entries that are due at instants of a kernel: a queue of their times, and one timer for the first.
 *
 * <p>The owner sets and removes times and calls {@link #arm} at the end of an instant. When the timer fires, the
 * owner's action removes due entries from the queue; the agenda then arms the timer again. The cost is the cost of
 * {@link TimeQueue}; the kernel has one event for any number of entries.
 */
@Internal
public final class Agenda {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final TimeQueue times;
    private final EventKernel.Timer timer;
    private final Runnable due;
    private double armedTime = NEVER;

    /**
     * Creates an empty agenda.
     *
     * @param kernel the clock
     * @param expected number of entries for which there is room initially, >= 0
     * @param due called at the time of the first entry
     */
    public Agenda(EventKernel kernel, int expected, Runnable due) {
        times = new TimeQueue(expected);
        this.due = due;
        timer = kernel.timer(EventKernel.Order.NORMAL, this::fire);
    }

    private void fire() {
        armedTime = NEVER;
        try {
            due.run();
        } finally {
            arm();
        }
    }

    /** Sets the timer to the first time in the queue. */
    public void arm() {
        arm(times.firstTime());
    }

    /**
     * Sets the timer to another time.
     *
     * @param first seconds, not before the kernel's present instant; infinite for none
     */
    public void arm(double first) {
        if (first != armedTime) {
            armedTime = first;
            if (first < NEVER) {
                timer.at(first);
            } else {
                timer.cancel();
            }
        }
    }

    /** Cancels the timer; the queue remains unchanged. */
    public void disarm() {
        armedTime = NEVER;
        timer.cancel();
    }

    /** Returns the entries and their times. */
    public TimeQueue times() {
        return times;
    }
}
