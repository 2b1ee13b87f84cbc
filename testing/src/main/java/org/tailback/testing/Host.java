package org.tailback.testing;

import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.kernel.SteppedKernel;
import umontreal.ssj.simevents.Simulator;

/** Simulation that contains a network: a clock, the host's own events, and a method that runs all events. */
public interface Host {
    /** Returns the clock that networks share. */
    EventKernel kernel();

    /**
     * Schedules an event of the host.
     *
     * @param seconds absolute time, not before now
     */
    void schedule(double seconds, Runnable action);

    /** Runs until no events are left. */
    void run();

    /**
     * Restarts the simulation at time 0, as between replications.
     *
     * @return false if this host's clock cannot go back
     */
    default boolean startAgain() {
        return false;
    }

    /** Returns an SSJ simulation. */
    static Host ssj() {
        Simulator simulator = new Simulator();
        simulator.init();
        SsjKernel kernel = SsjKernel.of(simulator);
        return new Host() {
            private boolean scheduled;

            @Override
            public EventKernel kernel() {
                return kernel;
            }

            @Override
            public void schedule(double seconds, Runnable action) {
                scheduled = true;
                kernel.timer(EventKernel.Order.NORMAL, action).at(seconds);
            }

            @Override
            public void run() {
                if (scheduled) {
                    simulator.start();
                }
            }

            @Override
            public boolean startAgain() {
                simulator.init();
                scheduled = false;
                return true;
            }
        };
    }

    /** Returns an external loop that advances the network; the loop's events are not on the network's clock. */
    static Host loop() {
        return new LoopHost(SteppedKernel.create());
    }
}
