package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ContiguousSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.FlowsInFlight.Flow;

/**
 * The contract of every bandwidth-sharing model. A model's test extends this class and names the model and, where it
 * matters, the cluster; a failing graph is printed so that it can be pasted into {@code tailback graph}.
 */
public abstract class BandwidthSharingContract {
    /** Returns the model under test, in the variant under test. */
    protected abstract SharingModel model();

    /** Returns the cluster of the random graphs. */
    protected Cluster cluster() {
        return Cluster.of(8, 4);
    }

    /** Returns the largest number of flows in flight in random graphs. */
    protected int maximumFlows() {
        return 14;
    }

    /** Returns the number of random dynamic graphs tried, each with some 40 starts and ends. */
    protected int dynamicGraphs() {
        return Boolean.getBoolean("tailback.thorough") ? 500 : 40;
    }

    /** Returns the largest accepted relative difference between rates that must be equal. */
    protected double tolerance() {
        return 1e-12;
    }

    /**
     * Returns a relabelling of the nodes that leaves the network as it is. Any permutation by default, as for one
     * switch; models on other topologies return those that respect them.
     */
    protected int[] symmetry(Random random) {
        List<Integer> nodes =
                new ArrayList<>(ContiguousSet.closedOpen(0, cluster().nodes()));
        Collections.shuffle(nodes, random);
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Fails if the rates exceed a capacity of the model; checks nothing by default. */
    protected void checkCapacities(FlowsInFlight network) {}

    /**
     * Checks the same as {@link #checkCapacities} where messages have individual injection rates, see {@link
     * Flow#injectionRate}.
     */
    protected void checkLimitedCapacities(FlowsInFlight network) {}

    /**
     * Returns false if rates may be estimates with a random error (beyond exact counting), so that equality is not
     * required.
     */
    protected boolean isExact() {
        return true;
    }

    @Test
    void rate_uncontendedMessage_isReferenceRate() {
        int nodes = cluster().nodes();
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (source != destination) {
                    FlowsInFlight network = new FlowsInFlight(model(), cluster());
                    network.start(0, source, destination);
                    network.recompute();
                    double reference = network.sharing().referenceRate(source, destination);
                    assertThat(reference).isPositive().isFinite();
                    assertThat(network.rate(0))
                            .as("rate of %s", network)
                            .isCloseTo(reference, within(1e-12 * reference));
                }
            }
        }
    }

    @Test
    void rate_uncontendedMessage_isTheLowerOfInjectionRateAndReferenceRate() {
        FlowsInFlight network = new FlowsInFlight(model(), cluster());
        Random random = new Random(5);
        for (int source = 0; source < cluster().nodes(); source++) {
            for (int destination = 0; destination < cluster().nodes(); destination++) {
                if (source != destination) {
                    double reference = network.sharing().referenceRate(source, destination);
                    double injectionRate = injectionRate(network, source, destination, 0.1 + 1.4 * random.nextDouble());
                    network.start(0, source, destination, injectionRate);
                    network.recompute();
                    double expected = Math.min(injectionRate, reference);
                    assertThat(network.rate(0))
                            .as("rate of %s at an injection rate of %s", network, injectionRate)
                            .isCloseTo(expected, within(1e-12 * expected));
                    network.end(0);
                    network.recompute();
                }
            }
        }
    }

    @Test
    void rates_randomInjectionRates_noMessageIsFaster() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = randomGraph(random);
            FlowsInFlight limited = new FlowsInFlight(model(), cluster());
            network.flows().values().forEach(flow -> startLimited(limited, flow, random));
            limited.recompute();
            for (Flow flow : limited.flows().values()) {
                assertThat(limited.rate(flow.number()))
                        .as("rate of f%d in %s, %s", flow.number(), limited, limited.flows())
                        .isPositive()
                        .isLessThanOrEqualTo(flow.injectionRate() * (1 + tolerance()));
                assertThat(limited.explain(flow.number()).value()).isEqualTo(limited.rate(flow.number()));
            }
            checkLimitedCapacities(limited);
        }
    }

    @Test
    void rates_randomInjectionRatesAndChanges_equalThoseFromScratch() {
        for (long seed = 0; seed < dynamicGraphs() / 2 && isExact(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model(), cluster());
            for (int instant = 0; instant < 25; instant++) {
                for (int change = 1 + random.nextInt(3); change > 0; change--) {
                    List<Integer> before = List.copyOf(network.flows().keySet());
                    change(network, random);
                    for (Flow flow : List.copyOf(network.flows().values())) {
                        if (!before.contains(flow.number())) {
                            network.end(flow.number());
                            startLimited(network, flow, random);
                        }
                    }
                }
                network.recompute();
                assertSameRates(
                        network, network.fromScratch(model()), "from scratch, seed " + seed + ", instant " + instant);
            }
        }
    }

    /**
     * Starts a message without an injection rate, or with one that others have too, so that messages may share a limit.
     */
    private static void startLimited(FlowsInFlight network, Flow flow, Random random) {
        double[] parts = {0.125, 0.25, 0.5, 0.1 + 0.9 * random.nextDouble(), 2};
        double part = parts[random.nextInt(parts.length)];
        network.start(
                flow.number(),
                flow.source(),
                flow.destination(),
                injectionRate(network, flow.source(), flow.destination(), part));
    }

    /**
     * Returns the injection rate of a message whose cost limits it to a part of the route's rate; penalty models have
     * no limit below it.
     */
    private static double injectionRate(FlowsInFlight network, int source, int destination, double part) {
        double bytes = 1e6;
        double reference = network.sharing().referenceRate(source, destination);
        double gap = bytes / (reference * part);
        double injectionRate = network.sharing().work(source, destination, bytes, gap) / gap;
        return injectionRate < reference * (1 - 1e-12) ? injectionRate : Double.POSITIVE_INFINITY;
    }

    @Test
    void work_anySizeAndGap_isBytesOrTheGapsWorth() {
        FlowsInFlight network = new FlowsInFlight(model(), cluster());
        boolean inBytes = network.hasCapacitiesInBytes();
        for (double bytes : new double[] {1, 1500, 1e6, 1e12}) {
            for (double gap : new double[] {0, 1e-9, 1, 1e6}) {
                double work = network.sharing().work(0, 1, bytes, gap);
                assertThat(work)
                        .as("work of %s B, %s s", bytes, gap)
                        .isGreaterThanOrEqualTo(inBytes ? bytes : 0)
                        .isFinite();
                assertThat(network.sharing().work(0, 1, 2 * bytes, 2 * gap))
                        .as("twice the message")
                        .isEqualTo(2 * work);
                if (!inBytes) {
                    assertThat(network.sharing().work(0, 1, 1, gap)).isEqualTo(work);
                }
            }
        }
    }

    @Test
    void rates_randomGraphs_arePositiveNotAboveReferenceAndExplained() {
        for (long seed = 0; seed < dynamicGraphs(); seed++) {
            FlowsInFlight network = randomGraph(new Random(seed));
            for (int flow : network.flows().keySet()) {
                assertThat(network.rate(flow))
                        .as("rate of f%d in %s", flow, network)
                        .isPositive()
                        .isFinite();
                assertThat(network.penalty(flow))
                        .as("penalty of f%d in %s", flow, network)
                        .isGreaterThanOrEqualTo(1 - 1e-9);
                assertThat(network.explain(flow).value())
                        .as("explained rate of f%d in %s", flow, network)
                        .isEqualTo(network.rate(flow));
            }
            checkCapacities(network);
        }
    }

    @Test
    void rates_otherOrderOfInsertion_areEqual() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = randomGraph(random);
            List<Flow> shuffled = new ArrayList<>(network.flows().values());
            Collections.shuffle(shuffled, random);
            FlowsInFlight other = new FlowsInFlight(model(), cluster());
            shuffled.forEach(flow -> other.start(flow.number(), flow.source(), flow.destination()));
            other.recompute();
            assertSameRates(network, other, "inserted as " + shuffled + ", seed " + seed);
        }
    }

    @Test
    void rates_relabelledNodes_arePermuted() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = randomGraph(random);
            int[] relabelled = symmetry(random);
            FlowsInFlight other = new FlowsInFlight(model(), cluster());
            network.flows()
                    .values()
                    .forEach(flow ->
                            other.start(flow.number(), relabelled[flow.source()], relabelled[flow.destination()]));
            other.recompute();
            assertSameRates(network, other, "relabelled to " + other + ", seed " + seed);
        }
    }

    @Test
    void rates_parallelMessages_areEqual() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            FlowsInFlight network = randomGraph(new Random(seed));
            for (Flow one : network.flows().values()) {
                for (Flow other : network.flows().values()) {
                    if (one.source() == other.source() && one.destination() == other.destination()) {
                        assertThat(network.rate(one.number()))
                                .as("f%d and f%d of %s, seed %d", one.number(), other.number(), network, seed)
                                .isCloseTo(
                                        network.rate(other.number()),
                                        within(tolerance() * network.rate(other.number())));
                    }
                }
            }
        }
    }

    @Test
    void rates_afterRandomChanges_equalThoseFromScratch() {
        for (long seed = 0; seed < dynamicGraphs(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model(), cluster());
            for (int instant = 0; instant < 25; instant++) {
                for (int change = 1 + random.nextInt(3); change > 0; change--) {
                    change(network, random);
                }
                network.recompute();
                assertSameRates(
                        network, network.fromScratch(model()), "from scratch, seed " + seed + ", instant " + instant);
            }
        }
    }

    /** Tests many ranks on few nodes: many messages between the same nodes, which a model may treat as one. */
    @Test
    void rates_manyMessagesBetweenFewNodes_equalThoseFromScratch() {
        for (long seed = 0; seed < dynamicGraphs() / 20; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model(), cluster());
            for (int instant = 0; instant < 12; instant++) {
                changeFewNodes(network, random, instant % 10 == 0 ? 60 : 1 + random.nextInt(4));
                network.recompute();
                assertSameRates(
                        network, network.fromScratch(model()), "from scratch, seed " + seed + ", instant " + instant);
                for (int flow : network.flows().keySet()) {
                    assertThat(network.explain(flow).value()).isEqualTo(network.rate(flow));
                }
            }
        }
    }

    private static void changeFewNodes(FlowsInFlight network, Random random, int changes) {
        for (int i = 0; i < changes; i++) {
            int number = random.nextInt(80);
            if (network.flows().containsKey(number)) {
                network.end(number);
            }
            if (random.nextBoolean()) {
                int source = random.nextInt(3);
                network.start(number, source, (source + 1 + random.nextInt(2)) % 3);
            }
        }
    }

    @Test
    void flowNumber_reusedWithinOneInstant_hasTheNewRate() {
        FlowsInFlight network = new FlowsInFlight(model(), cluster());
        network.start(0, 0, 1);
        network.start(1, 0, 2);
        network.start(2, 3, 1);
        network.recompute();
        network.end(1);
        network.start(1, 3, 2);
        network.start(9, 2, 0);
        network.end(9);
        network.recompute();
        FlowsInFlight scratch = network.fromScratch(model());
        assertSameRates(network, scratch, "from scratch");
    }

    @Test
    void rates_afterAllEnded_areThoseOfAFreshNetwork() {
        FlowsInFlight network = randomGraph(new Random(11));
        new ArrayList<>(network.flows().keySet()).forEach(network::end);
        network.recompute();
        network.start(0, 0, 1);
        network.recompute();
        double reference = network.sharing().referenceRate(0, 1);
        assertThat(network.rate(0)).isCloseTo(reference, within(1e-12 * reference));
    }

    @Test
    void model_hasANameAndIsOneInstanceForManyNetworks() {
        SharingModel model = model();
        assertThat(model.name()).matches("[a-z]+(-[a-z]+)*");
        FlowsInFlight one = new FlowsInFlight(model, cluster());
        FlowsInFlight other = new FlowsInFlight(model, cluster());
        one.start(0, 0, 1);
        one.start(1, 0, 1);
        one.recompute();
        other.start(0, 0, 1);
        other.recompute();
        double reference = other.sharing().referenceRate(0, 1);
        assertThat(other.rate(0)).isCloseTo(reference, within(1e-12 * reference));
    }

    /** Returns a random graph of 1 to {@link #maximumFlows()} flows, often with few nodes so that much is shared. */
    protected FlowsInFlight randomGraph(Random random) {
        FlowsInFlight network = new FlowsInFlight(model(), cluster());
        int nodes = 2 + random.nextInt(cluster().nodes() - 1);
        int count = 1 + random.nextInt(maximumFlows());
        for (int flow = 0; flow < count; flow++) {
            int source = random.nextInt(nodes);
            network.start(flow, source, (source + 1 + random.nextInt(nodes - 1)) % nodes);
        }
        network.recompute();
        return network;
    }

    private void change(FlowsInFlight network, Random random) {
        List<Integer> numbers = new ArrayList<>(network.flows().keySet());
        if (!numbers.isEmpty() && random.nextInt(maximumFlows()) < numbers.size()) {
            network.end(numbers.get(random.nextInt(numbers.size())));
            return;
        }
        int number = random.nextInt(2 * maximumFlows());
        if (!network.flows().containsKey(number)) {
            int nodes = cluster().nodes();
            int source = random.nextInt(nodes);
            network.start(number, source, (source + 1 + random.nextInt(nodes - 1)) % nodes);
        }
    }

    private void assertSameRates(FlowsInFlight network, FlowsInFlight other, String what) {
        for (int flow : network.flows().keySet()) {
            double expected = other.rate(flow);
            assertThat(network.rate(flow))
                    .as("rate of f%d in %s, %s", flow, network, what)
                    .isCloseTo(expected, within(tolerance() * expected));
        }
    }
}
