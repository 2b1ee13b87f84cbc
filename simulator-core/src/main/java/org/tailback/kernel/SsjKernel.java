package org.tailback.kernel;

import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * The clock of an SSJ {@link Simulator}, shared with the other users of the simulator. The simulator's event list
 * remains small: the engine keeps one or two events in it, for any number of messages in flight.
 *
 * <p>Rules for hosts: use the clock in the simulator's thread only. A simulation that shares the clock must not use
 * events with negative priorities or {@code scheduleNext}, because SSJ would fire events at time -10 after a cancel.
 * {@code Simulator.init()} drops pending timers, and a timer can be set again afterwards.
 *
 * <p>SSJ pitfalls that this class avoids, each covered by a test in {@code SsjKernelTest}: a delay added to a later
 * clock misses its time in the last bit (times are set absolutely), NaN times are accepted (rejected here), events
 * pending at {@code init()} can never be scheduled again (cancelled first).
 */
public final class SsjKernel implements EventKernel {
    private final Simulator simulator;

    private SsjKernel(Simulator simulator) {
        this.simulator = simulator;
    }

    /** Returns the clock of a simulator, which its owner starts and stops. */
    public static SsjKernel of(Simulator simulator) {
        return new SsjKernel(simulator);
    }

    /** Returns the simulator that advances this clock. */
    public Simulator simulator() {
        return simulator;
    }

    @Override
    public double now() {
        return simulator.time();
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        return new Appointment(simulator, order, action);
    }

    /** An SSJ event that can be scheduled repeatedly at absolute times. */
    private static final class Appointment extends Event implements Timer {
        private final Runnable action;

        Appointment(Simulator simulator, Order order, Runnable action) {
            super(simulator);
            this.action = action;
            if (order == Order.LAST) {
                setPriority(Double.MAX_VALUE);
            }
        }

        @Override
        public void at(double seconds) {
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
            action.run();
        }
    }
}
