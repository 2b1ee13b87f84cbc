package org.tailback.model.sharing.uncontended;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.columns.Columns;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.stability.Internal;
import org.tailback.units.Domain;

/**
 * Baseline model without contention: every message has its uncontended rate.
 *
 * <p><b>Prediction.</b> A lower bound for every other model, except under costs of the LogP family. The difference
 * between a model and this baseline is the contention that the model predicts. Hockney, LogP, LogGP and PlogP assume
 * such a network.
 *
 * <p>Under costs of the LogP family the whole message occupies its interface, as in LogGP itself: messages of a node
 * are sent one after another, which may take longer than sharing its link. To isolate the contention of a model, use
 * {@link #baselineFor} instead: as under that model, only the gap g between two messages remains, and routes keep their
 * latencies.
 *
 * <p><b>Equations.</b> rate = reference rate = 1 second of uncontended transfer per second, so penalty = 1. As a
 * baseline, a message has its uncontended rate under the other model, so narrow links count.
 *
 * <p><b>Example.</b> Three messages of 20 MiB leave node 0 together; each takes 1 s when uncontended. All three end
 * after 1 s, although the total rate is three times the bandwidth of the node.
 *
 * <p><b>Inputs.</b> The capacity of a node's link, if known, which is an upper bound of all rates. The model supports
 * any cluster. <b>Do not use it</b> to predict programs in which several messages share a network card or a link.
 * <b>Cost</b>: O(flows started) per instant.
 *
 * @param compared model to be compared with this baseline, if any
 * @param bandwidth capacity of a node's link, bytes per second, > 0; infinite if unknown
 */
public record Uncontended(@Nullable SharingModel compared, double bandwidth) implements SharingModel {
    /** Name of the model in the registry. */
    public static final String NAME = "uncontended";

    @Internal
    public Uncontended {}

    /**
     * Creates an independent baseline, in which messages that occupy the interface of a node are transferred one after
     * another.
     */
    public Uncontended() {
        this(null, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns the baseline on links of a bandwidth that no message exceeds.
     *
     * @param bandwidth bandwidth of a node's link, bytes per second, finite, > 0
     */
    public static Uncontended over(double bandwidth) {
        Domain.requirePositive(bandwidth, "bandwidth");
        return new Uncontended(null, bandwidth);
    }

    /**
     * Returns the baseline of another model's results: messages are queued at interfaces only as under that model, and
     * routes have that model's latencies.
     */
    public static Uncontended baselineFor(SharingModel model) {
        return new Uncontended(model, Double.POSITIVE_INFINITY);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean sharesNodeLinks() {
        return compared != null && compared.sharesNodeLinks();
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new FullRate(compared == null ? null : compared.on(cluster, seed), bandwidth);
    }

    private static final class FullRate implements BandwidthSharing {
        private final BitSet started = new BitSet();
        private double[] rate = new double[16];
        /** Network of the other model without messages, the source of work, reference rates and latencies. */
        private final @Nullable BandwidthSharing compared;

        private final double bandwidth;

        FullRate(@Nullable BandwidthSharing compared, double bandwidth) {
            this.compared = compared;
            this.bandwidth = bandwidth;
        }

        @Override
        public void flowStarted(int flow, int source, int destination, double injectionRate) {
            started.set(flow);
            rate = Columns.fit(rate, flow);
            rate[flow] = Math.min(injectionRate, referenceRate(source, destination));
        }

        @Override
        public double work(int source, int destination, double wireBytes, double gap) {
            if (compared != null) {
                return compared.work(source, destination, wireBytes, gap);
            }
            return bandwidth < Double.POSITIVE_INFINITY ? wireBytes : gap;
        }

        @Override
        public void flowEnded(int flow) {
            started.clear(flow);
        }

        @Override
        public void recompute(RateConsumer rates) {
            for (int flow = started.nextSetBit(0); flow >= 0; flow = started.nextSetBit(flow + 1)) {
                rates.rate(flow, rate[flow]);
            }
            started.clear();
        }

        @Override
        public double referenceRate(int source, int destination) {
            if (compared != null) {
                return compared.referenceRate(source, destination);
            }
            return bandwidth < Double.POSITIVE_INFINITY ? bandwidth : 1;
        }

        @Override
        public double pathLatency(int source, int destination) {
            return compared == null ? Double.NaN : compared.pathLatency(source, destination);
        }

        @Override
        public Explanation explain(int flow) {
            return Explanation.of("rate", rate[flow], "no contention").asRate(compared == null ? 1 : rate[flow]);
        }
    }

    /** Provider of {@link Uncontended}. */
    public static final class Provider implements SharingModelProvider {
        private static final String BANDWIDTH = "bandwidth";

        @Override
        public Description description() {
            return ParameterTable.of(
                            "bandwidth | no limit | capacity of a node's link, the maximum rate under any cost")
                    .describe(
                            Uncontended.NAME,
                            "every message has its uncontended rate: a lower bound, except under LogP costs",
                            "");
        }

        @Override
        public SharingModel create(Settings settings) {
            return settings.has(BANDWIDTH) ? Uncontended.over(settings.bytesPerSecond(BANDWIDTH)) : new Uncontended();
        }
    }
}
