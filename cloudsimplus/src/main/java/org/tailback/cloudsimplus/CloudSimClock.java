package org.tailback.cloudsimplus;

import java.util.function.Consumer;
import org.cloudsimplus.core.SimEntity;
import org.cloudsimplus.core.events.SimEvent;
import org.tailback.kernel.SteppedKernel;

/**
 * The clock of networks that an entity of CloudSim Plus pulls along: one event of the entity at a time stands for the
 * next instant at which anything changes. An entity has one clock, to which it hands all its events over:
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
 * <p>CloudSim has no event shorter than its minimum time between events: give {@code new CloudSimPlus(1e-4)} or less,
 * and expect dates to be that coarse.
 */
public final class CloudSimClock {
    /** Nothing of CloudSim's own has this number. */
    private static final int NETWORK_DUE = 717_001;

    private final SimEntity entity;
    private final SteppedKernel kernel = SteppedKernel.create();

    /** @param entity owner of the networks */
    public CloudSimClock(SimEntity entity) {
        this.entity = entity;
    }

    /** Returns the clock for networks: {@code Network.builder(platform).on(clock.kernel())}. */
    public SteppedKernel kernel() {
        return kernel;
    }

    /**
     * Lets networks catch up with an event of the entity, the entity act on it, and networks go on.
     *
     * @param event any event of the entity
     * @param act receives the event, unless it is this clock's own; may send messages and start replays
     */
    public void process(SimEvent event, Consumer<SimEvent> act) {
        boolean own = event.getTag() == NETWORK_DUE;
        double now = entity.getSimulation().clock();
        // the date that was meant: the clock may show it up to a rounding
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
