package org.tailback.dsol;

import nl.tudelft.simulation.dsol.experiment.SingleReplication;
import nl.tudelft.simulation.dsol.model.AbstractDsolModel;
import nl.tudelft.simulation.dsol.simulators.DevsSimulator;
import nl.tudelft.simulation.dsol.simulators.DevsSimulatorInterface;
import org.tailback.kernel.EventKernel;
import org.tailback.testing.EventKernelContract;
import org.tailback.testing.Host;

/** DSOL is a clock like any other: networks on it give the bits that they give on SSJ. */
class DsolKernelTest extends EventKernelContract {
    @Override
    protected Host newHost() {
        return host();
    }

    static Host host() {
        DevsSimulator<Double> simulator = new DevsSimulator<>("contract");
        simulator.initialize(
                new AbstractDsolModel<Double, DevsSimulatorInterface<Double>>(simulator) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void constructModel() {
                        // the tests schedule what they need
                    }
                },
                new SingleReplication<>("replication", 0.0, 0.0, 1e10));
        return new Host() {
            @Override
            public EventKernel kernel() {
                return new DsolKernel(simulator);
            }

            @Override
            public void schedule(double seconds, Runnable action) {
                simulator.scheduleEventAbs(seconds, action::run);
            }

            @Override
            public void run() {
                simulator.start();
                try {
                    while (!simulator.isStoppingOrStopped()) {
                        Thread.sleep(1);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                simulator.cleanUp();
            }
        };
    }
}
