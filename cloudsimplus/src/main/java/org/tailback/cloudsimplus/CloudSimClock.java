package org.tailback.cloudsimplus;

import java.util.function.Consumer;
import org.cloudsimplus.core.SimEntity;
import org.cloudsimplus.core.events.SimEvent;
import org.tailback.kernel.SteppedKernel;

/**
 * Clock of networks owned by an entity of CloudSim Plus: one event of the entity marks the next instant at which a
 * network changes. An entity has one clock, to which it passes all its events:
 *
 * <pre>{@code
 * private final CloudSimClock clock = new CloudSimClock(this);
 * private final Network network = Network.builder(platform).on(clock.kernel()).build();
 *
 * public void processEvent(SimEvent event) {
 *     clock.process(event, this::act);
 * }
 * }</pre>
 *
 * <p>Events of CloudSim are separated by at least its minimum time between events: use {@code new CloudSimPlus(1e-4)}
 * or a smaller value. Times have this resolution.
 */
public final class CloudSimClock {
    /** Tag of the clock's event, unused by CloudSim. */
    private static final int NETWORK_DUE = 717_001;

    private final SimEntity entity;
    private final SteppedKernel kernel = SteppedKernel.create();

    /**
     * Creates the clock of an entity.
     *
     * @param entity owner of the networks
     */
    public CloudSimClock(SimEntity entity) {
        this.entity = entity;
    }

    /** Returns the clock for networks: {@code Network.builder(platform).on(clock.kernel())}. */
    public SteppedKernel kernel() {
        return kernel;
    }

    /**
     * Advances the networks to the time of an entity's event, calls the entity, and schedules the next network event.
     *
     * @param event any event of the entity
     * @param act consumer of the events, except this clock's own events; may send messages and start replays
     */
    public void process(SimEvent event, Consumer<SimEvent> act) {
        boolean own = event.getTag() == NETWORK_DUE;
        double now = entity.getSimulation().clock();
        // exact time of the event: the clock may round it
        kernel.advanceTo(Math.max(kernel.now(), own ? (Double) event.getData() : now));
        if (!own) {
            act.accept(event);
        }
        entity.getSimulation().cancelAll(entity, other -> other.getTag() == NETWORK_DUE);
        double next = kernel.nextInstant();
        if (next < Double.POSITIVE_INFINITY) {
            double delay = Math.max(next - now, entity.getSimulation().getMinTimeBetweenEvents());
            entity.schedule(entity, delay, NETWORK_DUE, next);
        }
    }
}
