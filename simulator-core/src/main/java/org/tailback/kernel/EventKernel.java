package org.tailback.kernel;

/**
 * The engine's interface to an event-driven host: the time, and callbacks at absolute instants. SSJ is one host ({@link
 * SsjKernel}); any other discrete-event simulator becomes a host by implementing these two methods.
 *
 * <p>All calls are made on the host's thread.
 */
public interface EventKernel {
    /** Returns the present instant, in seconds. Never decreases while timers are pending. */
    double now();

    /**
     * Returns a reusable timer. It is not pending until {@link Timer#at} is called.
     *
     * @param order order of timers due at the same instant: {@link Order#LAST} timers fire after all others, including
     *     timers set while the instant is being processed; other timers fire in the order in which they were set
     * @param action performed when it is due; it may set this and other timers
     */
    Timer timer(Order order, Runnable action);

    /** The order of timers within an instant. */
    enum Order {
        /** Timers of one instant run in the order in which they were set. */
        NORMAL,
        /** The timer runs after all other events of its instant. */
        LAST
    }

    /** A timer that can be set repeatedly. */
    interface Timer {
        /**
         * Sets the timer to an instant, and replaces its earlier time.
         *
         * @param seconds absolute time, finite, not before {@link EventKernel#now}
         * @throws IllegalArgumentException if it is NaN, infinite or in the past
         */
        void at(double seconds);

        /**
         * Cancels the timer; does nothing if it is not pending.
         *
         * @return true if it was pending and will not fire now; false if it was not, or the host has dropped it, for
         *     example on a restart
         */
        boolean cancel();
    }
}
