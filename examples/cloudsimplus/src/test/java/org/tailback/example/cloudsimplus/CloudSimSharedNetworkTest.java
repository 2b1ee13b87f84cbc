package org.tailback.example.cloudsimplus;

import java.util.ArrayList;
import java.util.List;
import org.cloudsimplus.core.CloudSimEntity;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.events.SimEvent;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SteppedKernel;
import org.tailback.testing.Host;
import org.tailback.testing.SharedNetworkContract;

/** Replays and messages share a network that CloudSim Plus pulls along; times are as coarse as its events. */
class CloudSimSharedNetworkTest extends SharedNetworkContract {
    private static final double SHORTEST_EVENT = 1e-4;

    @Override
    protected Host newHost() {
        CloudSimPlus simulation = new CloudSimPlus(SHORTEST_EVENT);
        Clock clock = new Clock(simulation);
        return new Host() {
            @Override
            public EventKernel kernel() {
                return clock.kernel;
            }

            @Override
            public void schedule(double seconds, Runnable action) {
                clock.planned.add(new Planned(seconds, action));
            }

            @Override
            public void run() {
                simulation.start();
            }
        };
    }

    @Override
    protected double tolerance() {
        return 100 * SHORTEST_EVENT;
    }

    private record Planned(double seconds, Runnable action) {}

    /** One event of CloudSim stands for the next instant of the clock. */
    private static final class Clock extends CloudSimEntity {
        private static final int ACTION = 717_010;
        private static final int CLOCK_DUE = 717_011;

        private final SteppedKernel kernel = SteppedKernel.create();
        private final List<Planned> planned = new ArrayList<>();

        Clock(CloudSimPlus simulation) {
            super(simulation);
        }

        @Override
        protected void startInternal() {
            planned.forEach(each -> schedule(this, each.seconds(), ACTION, each.action()));
        }

        @Override
        public void processEvent(SimEvent event) {
            double now = getSimulation().clock();
            kernel.advanceTo(Math.max(kernel.now(), event.getTag() == CLOCK_DUE ? (Double) event.getData() : now));
            if (event.getData() instanceof Runnable action) {
                action.run();
            }
            getSimulation().cancelAll(this, other -> other.getTag() == CLOCK_DUE);
            double next = kernel.nextInstant();
            if (next < Double.POSITIVE_INFINITY) {
                schedule(this, Math.max(next - now, SHORTEST_EVENT), CLOCK_DUE, next);
            }
        }
    }
}
