package org.tailback.platformfile;

import java.util.List;
import java.util.stream.Stream;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.model.loss.NoLossProvider;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/** Models whose only purpose is to show which settings reached them. */
final class TestModels {
    private TestModels() {}

    /**
     * {@code tree-like}: knows tree and beta; {@code star-like}: knows beta and links; {@code two-racks}: refuses other
     * clusters.
     */
    static Registry registry() {
        return Registry.of(
                List.of(
                        new SharingProvider("tree-like", "tree", "beta"),
                        new SharingProvider("star-like", "beta", "links"),
                        new SharingProvider("two-racks")),
                List.of(new CostProvider("line", "latency", "bandwidth"), new CostProvider("steps", "latency", "gap")),
                List.of(new NoLossProvider(), new LossProvider()));
    }

    record Sharing(String name, Settings settings) implements SharingModel {
        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            if (name.equals("two-racks") && cluster.racks().size() != 2) {
                throw new InputException("two-racks needs two racks. Valid: tree-like, star-like");
            }
            return new Uncontended().on(cluster, seed);
        }
    }

    record Cost(String name, Settings settings) implements MessageCost {
        @Override
        public double gap(long bytes) {
            return bytes;
        }

        @Override
        public double latency(long bytes) {
            return settings.seconds("latency", 0);
        }
    }

    record Loss(String name, Settings settings) implements LossModel {
        @Override
        public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
            return new LossProcess() {
                @Override
                public void started(int sender, int source, int destination, double time) {}

                @Override
                public void decide(EndingMessages ending) {}
            };
        }
    }

    private static Description describe(String name, String... parameters) {
        return new Description(
                name,
                "",
                "",
                Stream.of(parameters).map(key -> new Parameter(key, "", "")).toList());
    }

    private record SharingProvider(Description description) implements SharingModelProvider {
        SharingProvider(String name, String... parameters) {
            this(describe(name, parameters));
        }

        @Override
        public SharingModel create(Settings settings) {
            return new Sharing(description.name(), settings);
        }
    }

    private record CostProvider(Description description) implements MessageCostProvider {
        CostProvider(String name, String... parameters) {
            this(describe(name, parameters));
        }

        @Override
        public MessageCost create(Settings settings) {
            settings.seconds("latency");
            return new Cost(description.name(), settings);
        }
    }

    private record LossProvider() implements LossModelProvider {
        @Override
        public Description description() {
            return describe("drop", "timeout");
        }

        @Override
        public LossModel create(Settings settings) {
            return new Loss("drop", settings);
        }
    }
}
