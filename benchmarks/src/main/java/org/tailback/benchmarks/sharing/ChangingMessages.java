package org.tailback.benchmarks.sharing;

import java.util.SplittableRandom;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.GroupedSharing;
import org.tailback.sharing.SharingModel;

/**
 * Messages between random nodes, always as many: one ends, another starts. A model with groups is asked for groups, as
 * the network does.
 */
final class ChangingMessages {
    private final BandwidthSharing sharing;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int nodes;
    private final int messages;
    private double sum;
    private final BandwidthSharing.RateConsumer rates = (message, rate) -> sum += rate;
    private final GroupedSharing.GroupConsumer groups = new GroupedSharing.GroupConsumer() {
        @Override
        public void rate(int message, double rate) {
            sum += rate;
        }

        @Override
        public void moved(int message, int group) {
            sum += group;
        }

        @Override
        public void groupRate(int group, double rate) {
            sum += rate;
        }
    };

    ChangingMessages(SharingModel model, int nodes, int messages) {
        this.nodes = nodes;
        this.messages = messages;
        sharing = model.on(Cluster.of(nodes, 1), 1);
        for (int message = 0; message < messages; message++) {
            start(message);
        }
        recompute();
    }

    static ChangingMessages none() {
        return new ChangingMessages(new Uncontended(), 2, 0);
    }

    private void start(int message) {
        int source = random.nextInt(nodes);
        sharing.flowStarted(message, source, (source + 1 + random.nextInt(nodes - 1)) % nodes);
    }

    private void recompute() {
        if (sharing instanceof GroupedSharing grouped) {
            grouped.recomputeGroups(groups);
        } else {
            sharing.recompute(rates);
        }
    }

    /** Ends a random message, starts another, and returns the sum of all that was reported so far. */
    double exchange() {
        int message = random.nextInt(messages);
        sharing.flowEnded(message);
        start(message);
        recompute();
        return sum;
    }
}
