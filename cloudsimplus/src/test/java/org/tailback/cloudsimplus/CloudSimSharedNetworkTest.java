package org.tailback.cloudsimplus;

import java.util.ArrayList;
import java.util.List;
import org.cloudsimplus.core.CloudSimEntity;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.events.SimEvent;
import org.tailback.kernel.EventKernel;
import org.tailback.testing.Host;
import org.tailback.testing.SharedNetworkContract;

/** Replays and messages share a network that CloudSim Plus pulls along; times are as coarse as its events. */
class CloudSimSharedNetworkTest extends SharedNetworkContract {
    private static final double SHORTEST_EVENT = 1e-4;

    @Override
    protected Host newHost() {
        CloudSimPlus simulation = new CloudSimPlus(SHORTEST_EVENT);
        Planner planner = new Planner(simulation);
        return new Host() {
            @Override
            public EventKernel kernel() {
                return planner.clock.kernel();
            }

            @Override
            public void schedule(double seconds, Runnable action) {
                planner.planned.add(new Planned(seconds, action));
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

    private static final class Planner extends CloudSimEntity {
        private static final int ACTION = 717_010;

        private final CloudSimClock clock = new CloudSimClock(this);
        private final List<Planned> planned = new ArrayList<>();

        Planner(CloudSimPlus simulation) {
            super(simulation);
        }

        @Override
        protected void startInternal() {
            planned.forEach(each -> schedule(this, each.seconds(), ACTION, each.action()));
        }

        @Override
        public void processEvent(SimEvent event) {
            clock.process(event, each -> {
                if (each.getTag() == ACTION) {
                    ((Runnable) each.getData()).run();
                }
            });
        }
    }
}
