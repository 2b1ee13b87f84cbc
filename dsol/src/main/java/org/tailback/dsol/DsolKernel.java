package org.tailback.dsol;

import nl.tudelft.simulation.dsol.formalisms.eventscheduling.SimEventInterface;
import nl.tudelft.simulation.dsol.simulators.DevsSimulatorInterface;
import org.jspecify.annotations.Nullable;
import org.tailback.kernel.EventKernel;

/**
 * Clock of a DSOL simulation, in seconds. The network must be built in {@code constructModel} or later, when the
 * simulator's clock is set. Timers of order LAST have DSOL's lowest priority, which the host must not use.
 */
public final class DsolKernel implements EventKernel {
    private final DevsSimulatorInterface<Double> simulator;

    /**
     * Creates the clock of a simulator.
     *
     * @param simulator simulator of the host, which starts and stops it
     */
    public DsolKernel(DevsSimulatorInterface<Double> simulator) {
        this.simulator = simulator;
    }

    @Override
    public double now() {
        return simulator.getSimulatorTime();
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        short priority = order == Order.LAST ? SimEventInterface.MIN_PRIORITY : SimEventInterface.NORMAL_PRIORITY;
        return new Timer() {
            private @Nullable SimEventInterface<Double> pending;

            @Override
            public void at(double seconds) {
                if (!(seconds >= now() && seconds < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException("a timer must be due at a finite instant, now (" + now()
                            + " s) or later, not at " + seconds);
                }
                cancel();
                pending = simulator.scheduleEventAbs(seconds, priority, () -> {
                    pending = null;
                    action.run();
                });
            }

            @Override
            public boolean cancel() {
                SimEventInterface<Double> event = pending;
                pending = null;
                return event != null && simulator.cancelEvent(event);
            }
        };
    }
}
