package org.tailback.kernel;

import org.tailback.stability.Internal;
import org.tailback.units.Readable;

/**
 * The clock of one network or replay inside a host: it counts from its creation or from the last instant at which it
 * was idle, and uses the host's time only at this boundary. In epoch seconds a double resolves only 0.24 us; on this
 * clock durations keep their full precision.
 *
 * <p>With the clock's beginning o on the host's clock, a timer at the local time t is due at the host's instant o + t,
 * rounded. Timers that are due at one instant of the host fire in the order of their exact local times, and {@link
 * #now} returns this exact time during the call. An action in an event of the host happens at the host's present
 * instant T. Its local time is the time of the first pending timer if that timer is also due at T, and T - o otherwise.
 * Timers of {@link EventKernel.Order#LAST} wait for the end of the host's instant. With o = 0 all times are
 * bit-identical to the host's times.
 *
 * <p>A host that restarts without {@link #reset} has dropped the timers of this clock, which would then never fire.
 * Every call throws an {@link IllegalStateException} as soon as the host's clock has gone back by more than rounding (a
 * few units in the last place of a double), or the host has dropped a pending timer.
 *
 * <p>The clock uses two timers of the host. It costs as much as an {@link EventKernel} with few timers, and does not
 * allocate memory. Not thread-safe.
 */
@Internal
public final class LocalClock implements EventKernel {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    /**
     * Number of units in the last place by which a host's clock may go back, because hosts round times to their own
     * units.
     */
    private static final int ROUNDING = 4;

    private final EventKernel host;
    private final SteppedKernel timers = SteppedKernel.create();
    private final Appointment ordinary;
    private final Appointment last;
    private double origin;
    /** Latest local time that was observed. */
    private double seen;

    /** Latest instant of the host that was observed, in seconds. */
    private double latest = Double.NEGATIVE_INFINITY;

    private boolean running;
    private boolean dropped;

    /** Creates a clock that shows the host's time until it is {@link #restart restarted}. */
    public LocalClock(EventKernel host) {
        this.host = host;
        ordinary = new Appointment(Order.NORMAL);
        last = new Appointment(Order.LAST);
    }

    /**
     * Creates a clock that shows the same time as another one, without timers.
     *
     * @param host host at the same present instant as the host of the other clock
     */
    public LocalClock(EventKernel host, LocalClock other) {
        this(host);
        origin = other.origin;
        seen = other.now();
        timers.advanceTo(seen);
    }

    /** Returns the host's time at which this clock shows 0, in seconds. */
    public double origin() {
        return origin;
    }

    /** Returns the host's present instant, in seconds: {@link #now} on its clock. */
    public double hostTime() {
        return host.now();
    }

    @Override
    public double now() {
        if (!running) {
            see(instant());
        }
        return seen;
    }

    /** Returns the host's present instant, in seconds. */
    private double instant() {
        double instant = host.now();
        if (dropped || instant < latest - ROUNDING * Math.ulp(latest)) {
            throw startedAgain(instant);
        }
        latest = Math.max(latest, instant);
        return instant;
    }

    private IllegalStateException startedAgain(double instant) {
        String how = instant < latest
                ? "the host's clock went back from " + Readable.seconds(latest) + " to " + Readable.seconds(instant)
                : "the host has dropped the network's timers, as a simulator does when it is initialised";
        return new IllegalStateException(how + ": call reset() of the network when the host starts again");
    }

    private void see(double instant) {
        double first = timers.firstTime();
        seen = Math.max(seen, isDue(first, instant) ? first : Math.min(first, instant - origin));
    }

    /**
     * Returns true if the clock has reached a local time. A time whose rounded sum with the origin is the host's
     * present instant counts as reached.
     */
    private boolean isDue(double time, double instant) {
        return time <= seen || origin + time <= instant;
    }

    /**
     * Sets the clock to 0 at the host's present instant, if nothing is pending.
     *
     * @return seconds by which it has been set back; 0 if it has not
     * @throws IllegalStateException if the host's clock went back
     */
    public double restart() {
        return running || timers.firstTime() < NEVER ? 0 : setBack(instant());
    }

    /**
     * Sets the clock to 0 at the host's present instant, even if that instant precedes all earlier instants; drops all
     * timers.
     */
    public void reset() {
        latest = host.now();
        dropped = false;
        setBack(latest);
    }

    private double setBack(double instant) {
        double shift = instant - origin;
        timers.restart();
        ordinary.forget();
        last.forget();
        origin = instant;
        seen = 0;
        return shift;
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        Timer timer = timers.timer(order, action);
        return new Timer() {
            @Override
            public void at(double seconds) {
                timer.at(seconds);
                arm();
            }

            @Override
            public boolean cancel() {
                boolean was = timer.cancel();
                arm();
                return was;
            }
        };
    }

    private void arm() {
        if (running) {
            return;
        }
        double first = timers.firstTime();
        if (first == NEVER) {
            ordinary.cancel();
            last.cancel();
            return;
        }
        // not checked, because a reset also cancels timers that a restarted host has dropped
        double instant = host.now();
        double due = isDue(first, instant) ? instant : origin + first;
        (timers.isFirstLast() ? ordinary : last).cancel();
        (timers.isFirstLast() ? last : ordinary).at(due);
    }

    private void run(boolean all) {
        double instant = instant();
        running = true;
        try {
            double first = timers.firstTime();
            while (isDue(first, instant) && (all || !timers.isFirstLast())) {
                seen = Math.max(seen, first);
                timers.fireFirst();
                first = timers.firstTime();
            }
        } finally {
            running = false;
            arm();
        }
    }

    /** A timer of the host that is set again only when its instant changes. */
    private final class Appointment {
        private final Timer timer;
        private double due = NEVER;

        Appointment(Order order) {
            timer = host.timer(order, () -> {
                due = NEVER;
                run(order == Order.LAST);
            });
        }

        void at(double instant) {
            if (instant != due) {
                cancel();
                due = instant;
                timer.at(instant);
            }
        }

        void cancel() {
            if (due < NEVER) {
                due = NEVER;
                if (!timer.cancel()) {
                    dropped = true;
                    throw startedAgain(host.now());
                }
            }
        }

        void forget() {
            due = NEVER;
            timer.cancel();
        }
    }
}
