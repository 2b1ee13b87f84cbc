package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.Link;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.Host;
import org.tailback.testing.NetworkScenario;

/**
 * What becomes of messages whose rates come by groups is what becomes of them if the same rates come one by one, up to
 * rounding: also when messages are cancelled, nodes fail, and capacities change.
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
            BandwidthSharing sharing = model.on(cluster, seed);
            return sharing instanceof AdjustableCapacity links
                    ? new UngroupedLinks(sharing, links)
                    : new Ungrouped(sharing);
        }
    }

    /** Hides that there are groups. */
    private static class Ungrouped implements BandwidthSharing {
        private final BandwidthSharing sharing;

        Ungrouped(BandwidthSharing sharing) {
            this.sharing = sharing;
        }

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
    }

    private static final class UngroupedLinks extends Ungrouped implements AdjustableCapacity {
        private final AdjustableCapacity links;

        UngroupedLinks(BandwidthSharing sharing, AdjustableCapacity links) {
            super(sharing);
            this.links = links;
        }

        @Override
        public List<Link> links() {
            return links.links();
        }

        @Override
        public int[] linksBetween(int source, int destination) {
            return links.linksBetween(source, destination);
        }

        @Override
        public void setLinkCapacity(int link, double fraction) {
            links.setLinkCapacity(link, fraction);
        }

        @Override
        public void setNodeCapacity(int node, double fraction) {
            links.setNodeCapacity(node, fraction);
        }
    }

    @Test
    void scenarios_maxMinWithAndWithoutGroups_endAlike() {
        assertAlike(Registry.load().sharing(ModelChoice.parse("max-min:bandwidth=100MB/s", "test")), 8, 1_000_000);
    }

    @Test
    void scenarios_infiniBandWithAndWithoutGroups_endAlike() {
        assertAlike(InfiniBand.DEFAULT, 8, 1_000_000);
    }

    @Test
    void scenarios_fairTreeWithAndWithoutGroups_endAlike() {
        assertAlike(FairTree.of(new double[] {100e6, 150e6, 200e6}, new double[0]), 8, 1_000_000);
    }

    /** On three nodes so many messages are parallel that some of them become groups on their way. */
    @Test
    void scenarios_gigabitEthernetWithAndWithoutGroups_endAlike() {
        assertAlike(GigabitEthernet.DEFAULT, 3, 40_000_000);
    }

    private static void assertAlike(SharingModel model, int nodes, long largestMessage) {
        for (long seed = 1; seed <= 60; seed++) {
            NetworkScenario scenario = new NetworkScenario(seed, nodes, largestMessage, 0.4, true);
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
