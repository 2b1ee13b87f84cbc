package com.example.network;

import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.random.RandomStreams;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import umontreal.ssj.rng.CloneableRandomStream;

/**
 * Each message loses its last packet with the same probability and waits for a timeout.
 *
 * @param probability 0 to 1
 * @param timeout seconds, > 0
 */
public record RandomLoss(double probability, double timeout) implements LossModel {
    @Override
    public String name() {
        return "random-loss";
    }

    @Override
    public boolean isRandom() {
        return true;
    }

    @Override
    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
        return new Process((CloneableRandomStream) RandomStreams.of(seed, name()));
    }

    private final class Process implements LossProcess {
        private final CloneableRandomStream stream;

        Process(CloneableRandomStream stream) {
            this.stream = stream;
        }

        @Override
        public void started(int sender, int source, int destination, double time) {}

        @Override
        public void decide(EndingMessages ending) {
            for (int i = 0; i < ending.count(); i++) {
                if (stream.nextDouble() < probability) {
                    ending.timeOut(i, timeout);
                }
            }
        }

        @Override
        public LossProcess copy() {
            return new Process(stream.clone());
        }
    }

    /** Makes the model of its settings. */
    public static final class Provider implements LossModelProvider {
        @Override
        public Description description() {
            Parameter probability = new Parameter("probability", "0.01", "of a loss, 0 to 1");
            Parameter timeout = new Parameter("timeout", "200 ms", "until the retransmission");
            return new Description("random-loss", "independent losses", "", List.of(probability, timeout));
        }

        @Override
        public LossModel create(Settings settings) {
            double probability = settings.number("probability", 0.01);
            if (!(probability >= 0 && probability <= 1)) {
                throw settings.problem("probability", "must be 0 to 1, found " + probability, "");
            }
            return new RandomLoss(probability, settings.seconds("timeout", 0.2));
        }
    }
}
