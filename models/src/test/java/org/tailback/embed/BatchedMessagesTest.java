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
import org.tailback.sharing.part.ByMessage;
import org.tailback.testing.Host;
import org.tailback.testing.NetworkScenario;

/**
 * What becomes of messages that the network moves in batches is what becomes of them if it moves each by itself, up to
 * rounding: also when messages are cancelled, nodes fail, and capacities change.
 */
class BatchedMessagesTest {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

    private record OneByOne(SharingModel model) implements SharingModel {
        @Override
        public String name() {
            return model.name();
        }

        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            BandwidthSharing sharing = model.on(cluster, seed);
            BandwidthSharing each = ByMessage.of(sharing);
            return sharing instanceof AdjustableCapacity links ? new EachWithLinks(each, links) : each;
        }
    }

    /** A state of messages whose links are those of the state of batches. */
    private record EachWithLinks(BandwidthSharing each, AdjustableCapacity adjustable)
            implements BandwidthSharing, AdjustableCapacity {
        @Override
        public void flowStarted(int flow, int source, int destination, double injectionRate) {
            each.flowStarted(flow, source, destination, injectionRate);
        }

        @Override
        public void flowEnded(int flow) {
            each.flowEnded(flow);
        }

        @Override
        public void recompute(RateConsumer rates) {
            each.recompute(rates);
        }

        @Override
        public double work(int source, int destination, double wireBytes, double gap) {
            return each.work(source, destination, wireBytes, gap);
        }

        @Override
        public double referenceRate(int source, int destination) {
            return each.referenceRate(source, destination);
        }

        @Override
        public Explanation explain(int flow) {
            return each.explain(flow);
        }

        @Override
        public List<Link> links() {
            return adjustable.links();
        }

        @Override
        public int[] linksBetween(int source, int destination) {
            return adjustable.linksBetween(source, destination);
        }

        @Override
        public void setLinkCapacity(int link, double fraction) {
            adjustable.setLinkCapacity(link, fraction);
        }

        @Override
        public void setNodeCapacity(int node, double fraction) {
            adjustable.setNodeCapacity(node, fraction);
        }
    }

    @Test
    void scenarios_maxMinWithAndWithoutBatches_endAlike() {
        assertAlike(Registry.load().model(ModelChoice.parse("max-min:bandwidth=100MB/s", "test")), 8, 1_000_000);
    }

    @Test
    void scenarios_infiniBandWithAndWithoutBatches_endAlike() {
        assertAlike(InfiniBand.DEFAULT, 8, 1_000_000);
    }

    @Test
    void scenarios_fairTreeWithAndWithoutBatches_endAlike() {
        assertAlike(FairTree.of(new double[] {100e6, 150e6, 200e6}, new double[0]), 8, 1_000_000);
    }

    /** On three nodes so many messages are parallel that most are in batches. */
    @Test
    void scenarios_gigabitEthernetWithAndWithoutBatches_endAlike() {
        assertAlike(GigabitEthernet.DEFAULT, 3, 40_000_000);
    }

    private static void assertAlike(SharingModel model, int nodes, long largestMessage) {
        for (long seed = 1; seed <= 60; seed++) {
            NetworkScenario scenario = new NetworkScenario(seed, nodes, largestMessage, 0.4, true);
            List<String> batched = run(scenario, nodes, model);
            List<String> oneByOne = run(scenario, nodes, new OneByOne(model));

            assertThat(oneByOne).as("%s", scenario).hasSameSizeAs(batched);
            for (int i = 0; i < batched.size(); i++) {
                assertAlike(batched.get(i), oneByOne.get(i), scenario);
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

    private static void assertAlike(String batched, String oneByOne, NetworkScenario scenario) {
        assertThat(NUMBER.matcher(batched).replaceAll("#"))
                .as("%s: %s", scenario, batched)
                .isEqualTo(NUMBER.matcher(oneByOne).replaceAll("#"));
        Matcher first = NUMBER.matcher(batched);
        Matcher second = NUMBER.matcher(oneByOne);
        while (first.find() && second.find()) {
            double expected = Double.parseDouble(second.group());
            assertThat(Math.abs(Double.parseDouble(first.group()) - expected))
                    .as("%s: %s and %s", scenario, batched, oneByOne)
                    .isLessThanOrEqualTo(1e-8 * Math.max(1e-3, Math.abs(expected)));
        }
    }
}
