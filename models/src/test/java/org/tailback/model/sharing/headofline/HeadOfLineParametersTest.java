package org.tailback.model.sharing.headofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.model.topology.TopologySettings;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.FlowsInFlight;

/**
 * What the parameters of head-of-line mean beside each other: relations between rates that hold whatever the rates are.
 */
class HeadOfLineParametersTest {
    private static final int NODES = 16;
    private static final Cluster CLUSTER = Cluster.of(NODES, 1);
    /** Nodes that random messages use: those of the last group have none. */
    private static final int USED = 12;

    private static final int MESSAGES = 12;

    /** Four groups of four nodes each. */
    private static final ImmutableMap<String, String> TOPOLOGIES = ImmutableMap.of(
            "star", "topology=star",
            "tree", "topology=tree;arity=4;oversubscription=2",
            "fat-tree", "topology=fat-tree;down=4x4;up=1x2",
            "torus", "topology=torus;dimensions=4x4",
            "dragonfly", "topology=dragonfly;groups=4x2x2",
            "dragonfly-plus", "topology=dragonfly-plus;groups=4x2x2x2");

    private static final String SLOWER_LINKS = "slower links";
    private static final String INJECTION_RATES = "paces";

    /** Values that are not the default; those of links and injection rates are numbers per unit of capacity. */
    private static final ImmutableMap<String, String> PARAMETERS = ImmutableMap.<String, String>builder()
            .put("lanes", "3")
            .put("buffer", "4")
            .put("precision", "0.1")
            .put("effort", "1000")
            .put(SLOWER_LINKS, "0.6")
            .put(INJECTION_RATES, "")
            .buildOrThrow();

    private static final ImmutableMap<String, String> DEFAULTS = ImmutableMap.<String, String>builder()
            .put("lanes", "1")
            .put("buffer", "16")
            .put("precision", "0.005")
            .buildOrThrow();

    record Message(int source, int destination, double injectionRate) {
        Message times(double factor) {
            return new Message(source, destination, factor * injectionRate);
        }

        Message shifted(int by) {
            return new Message((source + by) % NODES, (destination + by) % NODES, injectionRate);
        }

        Message at(double newInjectionRate) {
            return new Message(source, destination, newInjectionRate);
        }
    }

    /** A topology and the parameters that are not the default. */
    record Variant(String topology, List<String> parameters) {
        boolean has(String parameter) {
            return parameters.contains(parameter);
        }

        boolean exists() {
            return !has(SLOWER_LINKS) || !topology.equals("star");
        }

        Map<String, String> settings(double capacity) {
            Map<String, String> settings = new TreeMap<>();
            add(TOPOLOGIES.get(topology), settings);
            settings.put("bandwidth", String.valueOf(capacity));
            settings.put("effort", "50000");
            for (String parameter : parameters) {
                if (parameter.equals(SLOWER_LINKS) && topology.equals("tree")) {
                    settings.put("oversubscription", "3");
                } else if (parameter.equals(SLOWER_LINKS)) {
                    settings.put("link-bandwidth", String.valueOf(0.6 * capacity));
                } else if (!parameter.equals(INJECTION_RATES)) {
                    settings.put(parameter, PARAMETERS.get(parameter));
                }
            }
            return settings;
        }

        HeadOfLine model() {
            return model("");
        }

        /** With further settings, which come last. */
        HeadOfLine model(String further) {
            Map<String, String> settings = settings(1);
            add(further, settings);
            return HeadOfLineParametersTest.model(settings);
        }

        /** Connected: each but the first has the source or the destination of another. */
        List<Message> messages() {
            Random random = new Random(hashCode());
            List<Message> messages = new ArrayList<>(List.of(new Message(1, 0, Double.POSITIVE_INFINITY)));
            while (messages.size() < MESSAGES) {
                Message one = messages.get(random.nextInt(messages.size()));
                boolean sameSource = random.nextBoolean();
                int source = sameSource ? one.source() : random.nextInt(USED);
                int destination = sameSource ? random.nextInt(USED) : one.destination();
                boolean limited = has(INJECTION_RATES) && random.nextBoolean();
                double injectionRate = limited ? 0.02 + 0.6 * random.nextDouble() : Double.POSITIVE_INFINITY;
                if (source != destination) {
                    messages.add(new Message(source, destination, injectionRate));
                }
            }
            return messages;
        }

        @Override
        public String toString() {
            return topology + " with " + String.join(", ", parameters);
        }
    }

    private static void add(String text, Map<String, String> settings) {
        for (String setting : text.split(";")) {
            if (!setting.isEmpty()) {
                settings.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
            }
        }
    }

    private static HeadOfLine model(Map<String, String> settings) {
        return (HeadOfLine) new HeadOfLine.Provider().create(Settings.ofScalars("head-of-line", "test", settings));
    }

    /** Every two parameters, each two on another topology than those before. */
    static Stream<Variant> pairs() {
        List<String> names = PARAMETERS.keySet().asList();
        List<Variant> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            for (int k = i + 1; k < names.size(); k++) {
                List<String> both = List.of(names.get(i), names.get(k));
                List<Variant> possible = TOPOLOGIES.keySet().stream()
                        .map(topology -> new Variant(topology, both))
                        .filter(Variant::exists)
                        .toList();
                all.add(possible.get(all.size() % possible.size()));
            }
        }
        return all.stream();
    }

    /** Each parameter on every topology, but those that make walks short and some others. */
    private static Stream<Variant> without(String... parameters) {
        return TOPOLOGIES.keySet().stream()
                .flatMap(topology ->
                        PARAMETERS.keySet().stream().map(parameter -> new Variant(topology, List.of(parameter))))
                .filter(Variant::exists)
                .filter(variant -> Stream.of(parameters).noneMatch(variant::has))
                .filter(variant -> !variant.has("effort") && !variant.has("precision"));
    }

    private static FlowsInFlight network(SharingModel model, List<Message> messages) {
        FlowsInFlight network = new FlowsInFlight(model, CLUSTER);
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            network.start(i, message.source(), message.destination(), message.injectionRate());
        }
        network.recompute();
        return network;
    }

    private static double[] rates(SharingModel model, List<Message> messages) {
        return network(model, messages).rates();
    }

    private static double meanError(double[] rates, double[] expected) {
        return IntStream.range(0, rates.length)
                .mapToDouble(i -> Math.abs(rates[i] / expected[i] - 1))
                .average()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void capacitiesAndInjectionRates_threeTimes_ratesAreThreeTimes(Variant variant) {
        double[] rates = rates(variant.model(), variant.messages());
        double[] three = rates(
                model(variant.settings(3)),
                variant.messages().stream().map(message -> message.times(3)).toList());

        assertThat(three)
                .containsExactly(Arrays.stream(rates).map(rate -> 3 * rate).toArray(), within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void defaults_given_changeNoBit(Variant variant) {
        Map<String, String> settings = variant.settings(1);
        DEFAULTS.forEach(settings::putIfAbsent);

        assertThat(rates(model(settings), variant.messages()))
                .containsExactly(rates(variant.model(), variant.messages()));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void messages_inAnotherOrder_haveTheSameBits(Variant variant) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, MESSAGES).boxed().toList());
        Collections.shuffle(order, new Random(variant.hashCode()));
        double[] shuffled = rates(
                variant.model(), order.stream().map(variant.messages()::get).toList());
        double[] rates = rates(variant.model(), variant.messages());

        assertThat(shuffled)
                .containsExactly(order.stream().mapToDouble(i -> rates[i]).toArray());
    }

    /** Between two nodes of the last group, over links of its own. */
    @ParameterizedTest
    @MethodSource("pairs")
    void message_onOtherLinks_changesNoBit(Variant variant) {
        List<Message> more = new ArrayList<>(variant.messages());
        more.add(new Message(NODES - 2, NODES - 1, Double.POSITIVE_INFINITY));

        assertThat(Arrays.copyOf(rates(variant.model(), more), MESSAGES))
                .containsExactly(rates(variant.model(), variant.messages()));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void rates_arePositiveAndFitIntoInjectionRatesAndLinks(Variant variant) {
        HeadOfLine model = variant.model();
        FlowsInFlight network = network(model, variant.messages());
        Topology topology = model.topology().on(CLUSTER);

        network.flows()
                .values()
                .forEach(flow ->
                        assertThat(network.rate(flow.number())).isPositive().isLessThanOrEqualTo(flow.injectionRate()));
        LinkLoadsTest.loads(network, topology)
                .forEach((link, load) -> assertThat(load)
                        .as(topology.link(link).name())
                        .isLessThanOrEqualTo(topology.capacity(link) * (1 + 1e-7)));
    }

    static Stream<Variant> pairsWithOneRoute() {
        return pairs().filter(variant -> !variant.topology().startsWith("dragonfly"));
    }

    /** Links that are given one by one, with other names, in another order. */
    @ParameterizedTest
    @MethodSource("pairsWithOneRoute")
    void links_givenInAnotherOrder_changeNoBit(Variant variant) {
        HeadOfLine model = variant.model();
        List<Integer> order = new ArrayList<>(
                IntStream.range(0, model.topology().on(CLUSTER).links()).boxed().toList());
        Collections.shuffle(order, new Random(variant.hashCode()));
        HeadOfLine given = on(given(model.topology().on(CLUSTER), order, variant.messages()), model);

        assertThat(rates(given, variant.messages())).containsExactly(rates(model, variant.messages()));
    }

    private static HeadOfLine on(TopologyPlan topology, HeadOfLine model) {
        return new HeadOfLine(topology, model.lanes(), model.buffer(), model.precision(), model.effort());
    }

    private static TopologyPlan given(Topology topology, List<Integer> order, List<Message> messages) {
        List<Value> links = order.stream()
                .map(link -> section(Map.of("name", "l" + link, "bandwidth", String.valueOf(topology.capacity(link)))))
                .toList();
        int[] route = new int[topology.longestRoute()];
        List<Value> routes = messages.stream()
                .map(message -> message.at(1))
                .distinct()
                .map(message -> {
                    int length = topology.route(message.source(), message.destination(), route);
                    List<String> via = IntStream.range(0, length)
                            .mapToObj(i -> "l" + route[i])
                            .toList();
                    return section(Map.of(
                            "from", String.valueOf(message.source()),
                            "to", String.valueOf(message.destination()),
                            "via", String.join(" ", via)));
                })
                .toList();
        return TopologySettings.read(new Settings(
                "model",
                "test",
                Map.of(
                        "topology", Value.scalar("test", "links"),
                        "links", Value.list("test", links),
                        "routes", Value.list("test", routes))));
    }

    private static Value section(Map<String, String> scalars) {
        return Value.section(Settings.ofScalars("section", "test", scalars));
    }

    /** Four fifths of what packets do anyway: none has to wait long. */
    @ParameterizedTest
    @MethodSource("pairs")
    void injectionRates_thatFit_areKept(Variant variant) {
        double[] rates = rates(variant.model("effort=200000"), variant.messages());
        List<Message> slower = IntStream.range(0, MESSAGES)
                .mapToObj(i -> variant.messages().get(i).at(0.8 * rates[i]))
                .toList();

        assertThat(meanError(
                        rates(variant.model("effort=200000"), slower),
                        slower.stream().mapToDouble(Message::injectionRate).toArray()))
                .isLessThan(1e-6);
    }

    static Stream<Variant> withoutInjectionRates() {
        return without(INJECTION_RATES);
    }

    @ParameterizedTest
    @MethodSource("withoutInjectionRates")
    void injectionRates_aboveTheLinks_haveNoEffect(Variant variant) {
        HeadOfLine model = variant.model("effort=600000");
        List<Message> fast =
                variant.messages().stream().map(message -> message.at(1.5)).toList();

        assertThat(meanError(rates(model, fast), rates(model, variant.messages())))
                .isLessThan(0.05);
    }

    /** The lane of a message depends on the number of its destination, and so changes with it. */
    static Stream<Variant> onSymmetricNetworks() {
        return without("lanes").filter(variant -> !variant.topology().startsWith("dragonfly"));
    }

    @ParameterizedTest
    @MethodSource("onSymmetricNetworks")
    void groups_renamed_keepTheirRates(Variant variant) {
        HeadOfLine model = variant.model("effort=600000");
        List<Message> shifted =
                variant.messages().stream().map(message -> message.shifted(8)).toList();

        assertThat(meanError(rates(model, shifted), rates(model, variant.messages())))
                .isLessThan(0.05);
    }

    static Stream<Variant> withoutLanes() {
        return without("lanes");
    }

    /** Destinations with lanes of their own: no packet waits behind one of another message. */
    @ParameterizedTest
    @MethodSource("withoutLanes")
    void lanes_oneForEachMessage_ratesAreThoseOfMaxMin(Variant variant) {
        int lanes = 64;
        Random random = new Random(variant.hashCode());
        List<Message> messages = new ArrayList<>();
        List<Integer> taken = new ArrayList<>();
        for (int destination = 0; destination < NODES; destination++) {
            int source = random.nextInt(4) * 4;
            int lane = NetworkPart.lane(destination, lanes);
            if (source != destination && !taken.contains(lane)) {
                taken.add(lane);
                messages.add(new Message(
                        source,
                        destination,
                        variant.messages().get(taken.size() % MESSAGES).injectionRate()));
            }
        }
        HeadOfLine model = variant.model("effort=500000;buffer=8;lanes=" + lanes);

        assertThat(messages).hasSizeGreaterThan(8);
        assertThat(meanError(rates(model, messages), rates(new MaxMin(model.topology()), messages)))
                .isLessThan(0.05);
    }
}
