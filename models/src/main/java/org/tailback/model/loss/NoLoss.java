package org.tailback.model.loss;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** A network that loses no messages: flow control in hardware, or studies of contention alone. */
public final class NoLoss implements LossModel {
    /** The name under which it is found. */
    public static final String NAME = "none";

    private static final LossProcess NOTHING_HAPPENS = new LossProcess() {
        @Override
        public void started(int sender, int source, int destination, double time) {}

        @Override
        public void decide(EndingMessages ending) {}
    };

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
        return NOTHING_HAPPENS;
    }

    @Override
    public boolean losesMessages() {
        return false;
    }

    /** Provides {@link NoLoss}. */
    public static final class Provider implements LossModelProvider {
        @Override
        public Description description() {
            return new Description(NoLoss.NAME, "no message is ever lost", "", List.of());
        }

        @Override
        public LossModel create(Settings settings) {
            return new NoLoss();
        }
    }
}
