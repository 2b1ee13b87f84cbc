package org.tailback.benchmarks.sharing;

import java.util.SplittableRandom;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Messages between random nodes, always as many, each a flow of its own: one ends, another starts.
 */
final class ChangingMessages {
    private final BandwidthSharing sharing;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int nodes;
    private final int messages;
    private double sum;
    private final BandwidthSharing.RateConsumer rates = (message, rate) -> sum += rate;

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
        int destination = (source + 1 + random.nextInt(nodes - 1)) % nodes;
        sharing.flowStarted(message, source, destination, Double.POSITIVE_INFINITY);
    }

    private void recompute() {
        sharing.recompute(rates);
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
