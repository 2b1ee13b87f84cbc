package org.tailback.kernel;

import java.util.concurrent.CancellationException;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * The clock of an SSJ {@link Simulator}, shared with whatever else runs on it. Its event list stays small: the engine
 * keeps one or two events there, however many messages are in flight.
 *
 * <p>Rules for hosts: same thread as the simulator; no events with negative priorities and no {@code scheduleNext} in
 * simulations that share it (SSJ then lets events fire at time -10 after a cancel); {@code Simulator.init()} forgets
 * pending timers, and a timer set again afterwards works.
 *
 * <p>SSJ's traps that this class avoids, each pinned by a test in {@code SsjKernelTest}: a delay added to a later
 * clock misses its time in the last bit (times are set absolutely), NaN times are accepted (rejected here), events
 * pending at {@code init()} can never be scheduled again (cancelled first).
 */
public final class SsjKernel implements EventKernel {
    private final Simulator simulator;
    private final boolean isInterruptible;

    private SsjKernel(Simulator simulator, boolean isInterruptible) {
        this.simulator = simulator;
        this.isInterruptible = isInterruptible;
    }

    /** Returns the clock of a simulator, which its owner starts and stops. */
    public static SsjKernel of(Simulator simulator) {
        return new SsjKernel(simulator, false);
    }

    /**
     * Returns a new clock; starting {@link #simulator()} runs it, until a {@link CancellationException} if its thread
     * is interrupted.
     */
    public static SsjKernel create() {
        return started(new Simulator());
    }

    /** As {@link #create}, for a clock of few timers, say ten: setting one costs O(timers due before it). */
    public static SsjKernel forFewTimers() {
        return started(new Simulator(new SortedEvents()));
    }

    private static SsjKernel started(Simulator simulator) {
        simulator.init();
        return new SsjKernel(simulator, true);
    }

    /** The simulator whose clock this is. */
    public Simulator simulator() {
        return simulator;
    }

    @Override
    public double now() {
        return simulator.time();
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        return new SsjTimer(simulator, order, action, isInterruptible);
    }

    private static final class SsjTimer implements Timer {
        private final Appointment appointment;

        SsjTimer(Simulator simulator, Order order, Runnable action, boolean isInterruptible) {
            appointment = new Appointment(simulator, action, isInterruptible);
            if (order == Order.LAST) {
                appointment.setPriority(Double.MAX_VALUE);
            }
        }

        @Override
        public void at(double seconds) {
            appointment.at(seconds);
        }

        @Override
        public void cancel() {
            appointment.cancel();
        }
    }

    /** An SSJ event that is scheduled at absolute times, again and again. */
    private static final class Appointment extends Event {
        private final Runnable action;
        private final boolean isInterruptible;

        Appointment(Simulator simulator, Runnable action, boolean isInterruptible) {
            super(simulator);
            this.action = action;
            this.isInterruptible = isInterruptible;
        }

        void at(double seconds) {
            if (!(seconds >= sim.time() && seconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a timer must be due at a finite instant, now (" + sim.time()
                        + " s) or later, not at " + seconds);
            }
            cancel();
            eventTime = seconds;
            sim.getEventList().add(this);
        }

        @Override
        public void actions() {
            if (isInterruptible && Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the thread of the simulation was interrupted");
            }
            action.run();
        }
    }
}
