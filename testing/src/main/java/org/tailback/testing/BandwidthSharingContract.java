package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ContiguousSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.FlowsInFlight.Flow;

/**
 * Contract of every bandwidth-sharing model. A model's test extends this class and returns the model and, where the
 * cluster matters, the cluster. A failing graph is printed in the syntax of {@code tailback graph}, so that it can be
 * pasted there.
 */
public abstract class BandwidthSharingContract {
    /** Returns the tested variant of the model. */
    protected abstract SharingModel model();

    /** Returns the cluster of the random graphs. */
    protected Cluster cluster() {
        return Cluster.of(8, 4);
    }

    /** Returns the largest number of flows in flight in random graphs. */
    protected int maximumFlows() {
        return 14;
    }

    /** Returns the number of tested random dynamic graphs, each with about 40 starts and ends. */
    protected int dynamicGraphs() {
        return Boolean.getBoolean("tailback.thorough") ? 500 : 20;
    }

    /** Returns the largest accepted relative difference between rates that must be equal. */
    protected double tolerance() {
        return 1e-12;
    }

    /**
     * Returns a relabelling of the nodes that does not change the network: by default any permutation, as for a single
     * switch. Tests of models on other topologies return permutations that preserve the topology.
     */
    protected int[] symmetry(Random random) {
        List<Integer> nodes =
                new ArrayList<>(ContiguousSet.closedOpen(0, cluster().nodes()));
        Collections.shuffle(nodes, random);
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Checks that the rates exceed no capacity of the model; the default checks nothing. */
    protected void checkCapacities(FlowsInFlight network) {}

    /**
     * Returns true if rates must be equal. Models may return false if their rates are estimates with a random error
     * where exact counting is infeasible.
     */
    protected boolean isExact() {
        return true;
    }

    private FlowsInFlight network() {
        return new FlowsInFlight(model(), cluster());
    }

    @Test
    void rate_uncontendedMessage_isTheLowerOfInjectionRateAndReferenceRate() {
        FlowsInFlight network = network();
        Random random = new Random(5);
        for (int source = 0; source < cluster().nodes(); source++) {
            for (int destination = 0; destination < cluster().nodes(); destination++) {
                if (source != destination) {
                    double reference = network.sharing().referenceRate(source, destination);
                    assertThat(reference).isPositive().isFinite();
                    assertUncontended(network, new Flow(0, source, destination, Double.POSITIVE_INFINITY), reference);
                    double injectionRate = injectionRate(network, source, destination, 0.1 + 1.4 * random.nextDouble());
                    assertUncontended(
                            network,
                            new Flow(0, source, destination, injectionRate),
                            Math.min(injectionRate, reference));
                }
            }
        }
    }

    /** Starts a flow on a network without other flows, checks its rate, and ends the flow. */
    private static void assertUncontended(FlowsInFlight network, Flow flow, double rate) {
        network.start(flow);
        network.recompute();
        assertClose(network.rate(0), rate, 1e-12, "rate of %s, %s", network, flow);
        network.end(0);
        network.recompute();
    }

    private static void assertClose(
            double actual, double expected, double tolerance, String description, Object... arguments) {
        assertThat(actual).as(description, arguments).isCloseTo(expected, within(tolerance * expected));
    }

    /** Returns a copy of a flow without an injection rate, or with an injection rate that other flows may also have. */
    private static Flow limited(FlowsInFlight network, Flow flow, Random random) {
        double[] parts = {0.125, 0.25, 0.5, 0.1 + 0.9 * random.nextDouble(), 2};
        double part = parts[random.nextInt(parts.length)];
        double injectionRate = injectionRate(network, flow.source(), flow.destination(), part);
        return new Flow(flow.number(), flow.source(), flow.destination(), injectionRate);
    }

    /**
     * Returns the injection rate of a message whose cost limits the message to a fraction of the route's rate; infinite
     * for penalty models, which have no such limits.
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
        FlowsInFlight network = network();
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
    void rates_randomGraphs_arePositiveNotAboveReferenceOrInjectionRateAndExplained() {
        for (long seed = 0; seed < dynamicGraphs(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = randomGraph(random);
            assertPossible(network);
            checkCapacities(network);
            if (isExact()) {
                assertPossible(copy(network, flow -> limited(network, flow, random)));
            }
        }
    }

    private static void assertPossible(FlowsInFlight network) {
        for (int flow : network.flows().keySet()) {
            assertThat(network.rate(flow))
                    .as("rate of f%d in %s", flow, network)
                    .isPositive()
                    .isFinite();
            assertThat(network.penalty(flow))
                    .as("penalty of f%d in %s, %s", flow, network, network.flows())
                    .isGreaterThanOrEqualTo(1 - 1e-9);
            assertExplained(network, flow);
        }
    }

    private static void assertExplained(FlowsInFlight network, int flow) {
        assertThat(network.explain(flow).value())
                .as("explained rate of f%d in %s", flow, network)
                .isEqualTo(network.rate(flow));
    }

    /** Returns a separate, recomputed network with changed flows. */
    private FlowsInFlight copy(FlowsInFlight network, UnaryOperator<Flow> change) {
        FlowsInFlight copy = network();
        network.flows().values().forEach(flow -> copy.start(change.apply(flow)));
        copy.recompute();
        return copy;
    }

    @Test
    void rates_otherOrderOfInsertion_areEqual() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = randomGraph(random);
            List<Flow> shuffled = new ArrayList<>(network.flows().values());
            Collections.shuffle(shuffled, random);
            FlowsInFlight other = network();
            shuffled.forEach(other::start);
            other.recompute();
            assertSameRates(network, other, "inserted as " + shuffled + ", seed " + seed);
        }
    }

    @Test
    void rates_relabelledNodes_arePermuted() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = randomGraph(random);
            int[] labels = symmetry(random);
            FlowsInFlight other = copy(
                    network,
                    flow -> new Flow(
                            flow.number(), labels[flow.source()], labels[flow.destination()], flow.injectionRate()));
            assertSameRates(network, other, "relabelled to " + other + ", seed " + seed);
        }
    }

    @Test
    void rates_parallelMessages_areEqual() {
        for (long seed = 0; seed < dynamicGraphs() && isExact(); seed++) {
            FlowsInFlight network = randomGraph(new Random(seed));
            Map<List<Integer>, Integer> first = new HashMap<>();
            for (Flow flow : network.flows().values()) {
                int other = first.computeIfAbsent(List.of(flow.source(), flow.destination()), ends -> flow.number());
                assertClose(
                        network.rate(flow.number()),
                        network.rate(other),
                        tolerance(),
                        "f%d and f%d of %s, seed %d",
                        flow.number(),
                        other,
                        network,
                        seed);
            }
        }
    }

    @Test
    void rates_afterRandomChanges_equalThoseFromScratch() {
        for (long seed = 0; seed < dynamicGraphs(); seed++) {
            Random random = new Random(seed);
            assertFromScratchAfterEach(25, seed, network -> change(network, random, false));
        }
    }

    @Test
    void rates_randomInjectionRatesAndChanges_equalThoseFromScratch() {
        for (long seed = 0; seed < dynamicGraphs() / 2 && isExact(); seed++) {
            Random random = new Random(seed);
            assertFromScratchAfterEach(25, seed, network -> change(network, random, true));
        }
    }

    /** Tests many messages between few nodes, which a model may treat as a single flow. */
    @Test
    void rates_manyMessagesBetweenFewNodes_equalThoseFromScratch() {
        for (long seed = 0; seed < dynamicGraphs() / 20; seed++) {
            Random random = new Random(seed);
            assertFromScratchAfterEach(12, seed, network -> {
                int changes = network.flows().isEmpty() ? 60 : 1 + random.nextInt(4);
                for (int i = 0; i < changes; i++) {
                    changeFewNodes(network, random);
                }
            });
        }
    }

    /** Checks after each of several changes that the rates equal the rates of the same flows in a new state. */
    private void assertFromScratchAfterEach(int instants, long seed, Consumer<FlowsInFlight> change) {
        FlowsInFlight network = network();
        for (int instant = 0; instant < instants; instant++) {
            change.accept(network);
            network.recompute();
            assertSameRates(
                    network, network.fromScratch(model()), "from scratch, seed " + seed + ", instant " + instant);
        }
        network.flows().keySet().forEach(flow -> assertExplained(network, flow));
    }

    private static void changeFewNodes(FlowsInFlight network, Random random) {
        int number = random.nextInt(80);
        if (network.flows().containsKey(number)) {
            network.end(number);
        }
        if (random.nextBoolean()) {
            int source = random.nextInt(3);
            network.start(number, source, (source + 1 + random.nextInt(2)) % 3);
        }
    }

    @Test
    void flowNumber_reusedWithinOneInstant_hasTheNewRate() {
        FlowsInFlight network = network();
        network.start(0, 0, 1);
        network.start(1, 0, 2);
        network.start(2, 3, 1);
        network.recompute();
        network.end(1);
        network.start(1, 3, 2);
        network.start(9, 2, 0);
        network.end(9);
        network.recompute();
        assertSameRates(network, network.fromScratch(model()), "from scratch");
    }

    @Test
    void rates_afterAllEnded_areThoseOfAFreshNetwork() {
        FlowsInFlight network = randomGraph(new Random(11));
        new ArrayList<>(network.flows().keySet()).forEach(network::end);
        network.recompute();
        assertUncontended(
                network,
                new Flow(0, 0, 1, Double.POSITIVE_INFINITY),
                network.sharing().referenceRate(0, 1));
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
        assertUncontended(
                other,
                new Flow(0, 0, 1, Double.POSITIVE_INFINITY),
                other.sharing().referenceRate(0, 1));
    }

    /**
     * Returns a random graph of 1 to {@link #maximumFlows()} flows, often with few nodes, so that flows share many
     * links.
     */
    protected FlowsInFlight randomGraph(Random random) {
        FlowsInFlight network = network();
        int nodes = 2 + random.nextInt(cluster().nodes() - 1);
        int count = 1 + random.nextInt(maximumFlows());
        for (int flow = 0; flow < count; flow++) {
            network.start(randomFlow(flow, nodes, random));
        }
        network.recompute();
        return network;
    }

    private static Flow randomFlow(int number, int nodes, Random random) {
        int source = random.nextInt(nodes);
        return new Flow(number, source, (source + 1 + random.nextInt(nodes - 1)) % nodes, Double.POSITIVE_INFINITY);
    }

    /** Starts or ends one to three flows. */
    private void change(FlowsInFlight network, Random random, boolean limited) {
        for (int change = 1 + random.nextInt(3); change > 0; change--) {
            List<Integer> numbers = List.copyOf(network.flows().keySet());
            int number = random.nextInt(2 * maximumFlows());
            if (!numbers.isEmpty() && random.nextInt(maximumFlows()) < numbers.size()) {
                network.end(numbers.get(random.nextInt(numbers.size())));
            } else if (!numbers.contains(number)) {
                Flow flow = randomFlow(number, cluster().nodes(), random);
                network.start(limited ? limited(network, flow, random) : flow);
            }
        }
    }

    private void assertSameRates(FlowsInFlight network, FlowsInFlight other, String what) {
        for (int flow : network.flows().keySet()) {
            assertClose(
                    network.rate(flow), other.rate(flow), tolerance(), "rate of f%d in %s, %s", flow, network, what);
        }
    }
}
