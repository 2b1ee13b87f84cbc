package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.GroupedSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.Host;
import org.tailback.testing.NetworkScenario;

/**
 * What becomes of messages whose rates come by groups is what becomes of them if the same rates come one by one, up to rounding: also when
 * messages are cancelled, nodes fail, and capacities change.
 */
class GroupedMessagesTest {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

    private record OneByOne(SharingModel model) implements SharingModel {
        @Override
        public String name() {
            return model.name();
        }

        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            return new Ungrouped(model.on(cluster, seed));
        }
    }

    /** Hides that there are groups. */
    private record Ungrouped(BandwidthSharing sharing) implements BandwidthSharing, AdjustableCapacity {
        @Override
        public void flowStarted(int flow, int source, int destination) {
            sharing.flowStarted(flow, source, destination);
        }

        @Override
        public void flowEnded(int flow) {
            sharing.flowEnded(flow);
        }

        @Override
        public void recompute(RateConsumer rates) {
            sharing.recompute(rates);
        }

        @Override
        public double referenceRate(int source, int destination) {
            return sharing.referenceRate(source, destination);
        }

        @Override
        public Explanation explain(int flow) {
            return sharing.explain(flow);
        }

        @Override
        public List<String> linkNames() {
            return ((AdjustableCapacity) sharing).linkNames();
        }

        @Override
        public void setLinkCapacity(int link, double fraction) {
            ((AdjustableCapacity) sharing).setLinkCapacity(link, fraction);
        }

        @Override
        public void setNodeCapacity(int node, double fraction) {
            ((AdjustableCapacity) sharing).setNodeCapacity(node, fraction);
        }
    }

    /** Says of a model with groups that it has capacities, so that nothing is put between it and the network. */
    private record WithCapacities(SharingModel model) implements SharingModel {
        @Override
        public String name() {
            return model.name();
        }

        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            return new Grouped((GroupedSharing) model.on(cluster, seed));
        }
    }

    private record Grouped(GroupedSharing sharing) implements GroupedSharing, AdjustableCapacity {
        @Override
        public void flowStarted(int flow, int source, int destination) {
            sharing.flowStarted(flow, source, destination);
        }

        @Override
        public void flowEnded(int flow) {
            sharing.flowEnded(flow);
        }

        @Override
        public void recompute(RateConsumer rates) {
            sharing.recompute(rates);
        }

        @Override
        public void recomputeGroups(GroupConsumer groups) {
            sharing.recomputeGroups(groups);
        }

        @Override
        public double rateFactor(int flow) {
            return sharing.rateFactor(flow);
        }

        @Override
        public double referenceRate(int source, int destination) {
            return sharing.referenceRate(source, destination);
        }

        @Override
        public Explanation explain(int flow) {
            return sharing.explain(flow);
        }

        @Override
        public List<String> linkNames() {
            return List.of();
        }

        @Override
        public void setLinkCapacity(int link, double fraction) {
            throw new UnsupportedOperationException("there are no links");
        }

        @Override
        public void setNodeCapacity(int node, double fraction) {
            throw new UnsupportedOperationException("the capacities are those of the test only");
        }
    }

    @Test
    void scenarios_maxMinWithAndWithoutGroups_endAlike() {
        assertAlike(
                Registry.load().sharing(ModelChoice.parse("max-min:bandwidth=100MB/s", "test")), 8, 1_000_000, true);
    }

    @Test
    void scenarios_infiniBandWithAndWithoutGroups_endAlike() {
        assertAlike(new WithCapacities(InfiniBand.DEFAULT), 8, 1_000_000, false);
    }

    /** On three nodes so many messages are parallel that some of them become groups on their way. */
    @Test
    void scenarios_gigabitEthernetWithAndWithoutGroups_endAlike() {
        assertAlike(new WithCapacities(GigabitEthernet.DEFAULT), 3, 40_000_000, false);
    }

    private static void assertAlike(SharingModel model, int nodes, long largestMessage, boolean changesCapacities) {
        for (long seed = 1; seed <= 60; seed++) {
            NetworkScenario scenario = new NetworkScenario(seed, nodes, largestMessage, 0.4, changesCapacities);
            List<String> grouped = run(scenario, nodes, model);
            List<String> oneByOne = run(scenario, nodes, new OneByOne(model));

            assertThat(oneByOne).as("%s", scenario).hasSameSizeAs(grouped);
            for (int i = 0; i < grouped.size(); i++) {
                assertAlike(grouped.get(i), oneByOne.get(i), scenario);
            }
        }
    }

    private static List<String> run(NetworkScenario scenario, int nodes, SharingModel model) {
        return scenario.run(
                Network.builder(Cluster.of(nodes, 1))
                        .cost("hockney:latency=20us,bandwidth=100MB/s")
                        .model(model),
                Host.ssj());
    }

    private static void assertAlike(String grouped, String oneByOne, NetworkScenario scenario) {
        assertThat(NUMBER.matcher(grouped).replaceAll("#"))
                .as("%s: %s", scenario, grouped)
                .isEqualTo(NUMBER.matcher(oneByOne).replaceAll("#"));
        Matcher first = NUMBER.matcher(grouped);
        Matcher second = NUMBER.matcher(oneByOne);
        while (first.find() && second.find()) {
            double expected = Double.parseDouble(second.group());
            assertThat(Math.abs(Double.parseDouble(first.group()) - expected))
                    .as("%s: %s and %s", scenario, grouped, oneByOne)
                    .isLessThanOrEqualTo(1e-9 * Math.max(1e-3, Math.abs(expected)));
        }
    }
}
