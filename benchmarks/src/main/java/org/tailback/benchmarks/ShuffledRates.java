package org.tailback.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * No model at all: every change gives k random flows in flight new random rates. What is left to measure is the engine.
 */
final class ShuffledRates implements SharingModel {
    private final int flows;
    private final int changedPerInstant;

    ShuffledRates(int flows, int changedPerInstant) {
        this.flows = flows;
        this.changedPerInstant = changedPerInstant;
    }

    @Override
    public String name() {
        return "shuffled-rates";
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(seed);
    }

    private final class State implements BandwidthSharing {
        private final SplittableRandom random;
        private final boolean[] inFlight = new boolean[flows + 1];
        private final int[] started = new int[flows + 1];
        private int startedCount;

        State(long seed) {
            random = new SplittableRandom(seed);
        }

        @Override
        public void flowStarted(int flow, int source, int destination, double injectionRate) {
            inFlight[flow] = true;
            started[startedCount++] = flow;
        }

        @Override
        public void flowEnded(int flow) {
            inFlight[flow] = false;
        }

        @Override
        public void recompute(RateConsumer rates) {
            for (int i = 0; i < startedCount; i++) {
                rates.rate(started[i], 0.5 + random.nextDouble());
            }
            Arrays.fill(started, 0, startedCount, 0);
            startedCount = 0;
            for (int i = 0; i < changedPerInstant; i++) {
                int flow = random.nextInt(flows);
                if (inFlight[flow]) {
                    rates.rate(flow, 0.5 + random.nextDouble());
                }
            }
        }

        @Override
        public double referenceRate(int source, int destination) {
            return 1;
        }

        @Override
        public Explanation explain(int flow) {
            return Explanation.leaf("random rate", Double.NaN);
        }
    }
}
