package org.tailback.model.sharing.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.model.sharing.smpi.Smpi;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologySettings;
import org.tailback.settings.Settings;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.ByMessage;

/** Rates against the definition, computed with 60 digits. */
class FairLinkSharingTest {
    private static final double BANDWIDTH = 1.25e9;
    private static final int SEEDS = Boolean.getBoolean("tailback.thorough") ? 8 : 2;
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private record Flow(int source, int destination, double injectionRate) {}

    /** Two states under the same starts and ends, one of messages and one of batches, and the definition. */
    private static final class Compared {
        private final Map<String, String> settings;
        private final SharingModel model;
        private final Topology topology;
        private final BandwidthSharing byMessage;
        private final BandwidthSharing ofBatches;
        private final BandwidthSharing byBatch;
        private final double[] capacity;
        private final Map<Integer, Flow> flows = new TreeMap<>();
        private final Map<Integer, Double> rates = new HashMap<>();
        private final Map<Integer, Double> ratesByBatch = new HashMap<>();

        Compared(String name, int nodes, Map<String, String> settings) {
            this.settings = settings;
            Cluster cluster = Cluster.of(nodes, 1);
            Settings read = Settings.ofScalars("model", "test", settings);
            model = name.equals("smpi") ? new Smpi.Provider().create(read) : new MaxMin.Provider().create(read);
            topology = TopologySettings.read(Settings.ofScalars("model", "test", settings))
                    .on(cluster);
            byMessage = model.on(cluster, 1);
            ofBatches = model.on(cluster, 1);
            byBatch = ByMessage.of(ofBatches);
            capacity = new double[topology.links()];
            for (int link = 0; link < capacity.length; link++) {
                capacity[link] = topology.capacity(link);
            }
        }

        void start(int number, int source, int destination, double injectionRate) {
            flows.put(number, new Flow(source, destination, injectionRate));
            byMessage.flowStarted(number, source, destination, injectionRate);
            byBatch.flowStarted(number, source, destination, injectionRate);
        }

        void end(int number) {
            flows.remove(number);
            byMessage.flowEnded(number);
            byBatch.flowEnded(number);
        }

        void setCapacity(int link, double fraction) {
            for (BandwidthSharing sharing : List.of(byMessage, ofBatches)) {
                ((AdjustableCapacity) sharing).setLinkCapacity(link, fraction);
            }
            capacity[link] = topology.capacity(link) * fraction;
        }

        void recompute() {
            byMessage.recompute(rates::put);
            byBatch.recompute(ratesByBatch::put);
        }

        void check(String where) {
            Map<Integer, ExactFilling.Message> messages = new TreeMap<>();
            flows.forEach((number, flow) -> messages.put(number, message(flow)));
            Map<Integer, Double> exact = ExactFilling.rates(messages, capacity, topology::transit);
            exact.forEach((number, rate) -> {
                String what = number + " of " + flows + " with " + settings + ", " + where;
                assertThat(rates.get(number)).as(what).isCloseTo(rate, within(1e-11 * rate));
                assertThat(ratesByBatch.get(number)).as("in a batch, " + what).isCloseTo(rate, within(1e-11 * rate));
                assertThat(byMessage.explain(number).value()).as(what).isEqualTo(rates.get(number));
                assertThat(byBatch.explain(number).value()).as(what).isEqualTo(ratesByBatch.get(number));
            });
        }

        private ExactFilling.Message message(Flow flow) {
            List<Integer> links = route(flow.source(), flow.destination());
            List<Double> parts = new ArrayList<>();
            links.forEach(link -> parts.add(topology.part(link, flow.source(), flow.destination())));
            if (!(model instanceof Smpi smpi)) {
                return new ExactFilling.Message(links, parts, 1, flow.injectionRate());
            }
            double latency = Math.min(links.size(), 2) * smpi.linkLatency()
                    + Math.max(links.size() - 2, 0) * smpi.innerLinkLatency();
            double weight = latency
                    + links.stream()
                            .mapToDouble(link -> smpi.weightBytes() / topology.capacity(link))
                            .sum();
            for (int link : route(flow.destination(), flow.source())) {
                int at = links.indexOf(link);
                if (at < 0) {
                    links.add(link);
                    parts.add(smpi.crossTraffic());
                } else {
                    parts.set(at, parts.get(at) + smpi.crossTraffic());
                }
            }
            double window = smpi.windowBytes() > 0 ? smpi.windowBytes() / (2 * latency) : INFINITE;
            return new ExactFilling.Message(links, parts, weight, Math.min(window, flow.injectionRate()));
        }

        private List<Integer> route(int source, int destination) {
            int[] route = new int[topology.longestRoute()];
            List<Integer> links = new ArrayList<>();
            for (int i = 0, length = topology.route(source, destination, route); i < length; i++) {
                links.add(route[i]);
            }
            return links;
        }
    }

    private static Map<String, String> settings(String model, String topology) {
        Map<String, String> settings = new HashMap<>(Map.of("topology", topology, "bandwidth", "1.25 GB/s"));
        switch (topology) {
            case "fat-tree" -> settings.putAll(Map.of("down", "4x2x2", "up", "1x2x1"));
            case "torus" -> settings.put("dimensions", "4x4");
            case "dragonfly" -> settings.put("groups", "4x2x2");
            case "adaptive" ->
                settings.putAll(Map.of(
                        "topology", "dragonfly",
                        "groups", "4x2x2",
                        "routing", "adaptive",
                        "link-bandwidth", "0.9 GB/s",
                        "global-bandwidth", "0.4 GB/s"));
            case "adaptive-routers" ->
                settings.putAll(Map.of(
                        "topology", "dragonfly",
                        "groups", "2x4x2",
                        "routing", "adaptive",
                        "link-bandwidth", "0.3 GB/s",
                        "global-bandwidth", "2 GB/s"));
            case "dragonfly-plus" -> settings.put("groups", "2x4x2x2");
            default -> {}
        }
        if (model.equals("smpi")) {
            settings.put("link-latency", "5 us");
        }
        return settings;
    }

    /** Starts or ends one of so many messages that may be in flight; one in three has an injection rate, of a few. */
    private static void change(Compared network, Random random, int nodes, int numbers, boolean limited) {
        int number = random.nextInt(numbers);
        if (network.flows.containsKey(number)) {
            network.end(number);
        } else {
            int source = random.nextInt(nodes);
            int destination = (source + 1 + random.nextInt(nodes - 1)) % nodes;
            double injectionRate = limited && random.nextInt(3) == 0 ? BANDWIDTH / (2 + random.nextInt(12)) : INFINITE;
            network.start(number, source, destination, injectionRate);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "max-min, star",
        "max-min, fat-tree",
        "max-min, torus",
        "max-min, dragonfly",
        "max-min, dragonfly-plus",
        "max-min, adaptive",
        "max-min, adaptive-routers",
        "smpi, star",
        "smpi, fat-tree",
        "smpi, torus",
        "smpi, dragonfly",
        "smpi, dragonfly-plus",
    })
    void rates_randomChanges_areThoseOfTheDefinition(String model, String topology) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            // so many that nearly all are connected, or so few that links become empty
            int numbers = seed % 2 == 0 ? 60 : 14;
            Compared network = new Compared(model, 16, settings(model, topology));
            for (int instant = 0; instant < 30; instant++) {
                for (int changes = 1 + random.nextInt(instant % 10 == 0 ? 40 : 5); changes > 0; changes--) {
                    change(network, random, 16, numbers, seed % 2 == 1);
                }
                network.recompute();
                network.check("seed " + seed + ", instant " + instant);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "max-min, star, 0",
        "max-min, fat-tree, 0",
        "max-min, adaptive, 0",
        "smpi, star, 0",
        "smpi, fat-tree, 0",
        "smpi, star, 20000",
        "smpi, fat-tree, 4000",
    })
    void rates_manyMessagesBetweenFewNodes_areThoseOfTheDefinition(String model, String topology, String window) {
        Map<String, String> settings = settings(model, topology);
        if (model.equals("smpi")) {
            settings.put("tcp-gamma", window);
        }
        for (long seed = 0; seed < SEEDS / 2; seed++) {
            Random random = new Random(seed);
            Compared network = new Compared(model, 16, settings);
            for (int instant = 0; instant < 40; instant++) {
                for (int changes = instant % 10 == 0 ? 40 : 1 + random.nextInt(4); changes > 0; changes--) {
                    change(network, random, 4, 80, seed % 2 == 1);
                }
                network.recompute();
                network.check("seed " + seed + ", instant " + instant);
            }
        }
    }

    /** Nearly everything is connected all the time. */
    @ParameterizedTest
    @CsvSource({"max-min, star", "smpi, star", "max-min, fat-tree", "max-min, adaptive"})
    void rates_allPairsEndingOneByOne_areThoseOfTheDefinition(String model, String topology) {
        int nodes = 14;
        Random random = new Random(5);
        Compared network = new Compared(model, topology.equals("star") ? nodes : 16, settings(model, topology));
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (source != destination && random.nextInt(8) > 0) {
                    network.start(nodes * source + destination, source, destination, INFINITE);
                }
            }
        }
        network.recompute();
        while (!network.flows.isEmpty()) {
            List<Integer> numbers = new ArrayList<>(network.flows.keySet());
            network.end(numbers.get(random.nextInt(numbers.size())));
            network.recompute();
            if (random.nextInt(4) == 0) {
                network.check(numbers.size() + " left");
            }
        }
    }

    /**
     * What is connected is not searched for while it is about everything: links that become empty must be noticed all
     * the same.
     */
    @Test
    void rates_emptyLinkUsedAgain_areThoseOfTheDefinition() {
        Compared network = new Compared("max-min", 10, settings("max-min", "star"));
        for (int source = 0; source < 9; source++) {
            for (int destination = 0; destination < 8; destination++) {
                if (source != destination) {
                    network.start(10 * source + destination, source, destination, INFINITE);
                }
            }
        }
        network.recompute();
        for (int destination = 0; destination < 8; destination++) {
            network.end(80 + destination);
        }
        network.recompute();
        network.start(99, 8, 9, INFINITE);
        network.recompute();
        network.check("node 8 sends again");
    }

    @ParameterizedTest
    @CsvSource({"max-min, star", "max-min, fat-tree", "max-min, adaptive", "smpi, star", "smpi, fat-tree"})
    void rates_changedCapacities_areThoseOfTheDefinition(String model, String topology) {
        Map<String, String> settings = settings(model, topology);
        if (model.equals("smpi")) {
            settings.put("tcp-gamma", "30000");
        }
        for (long seed = 0; seed < SEEDS / 2; seed++) {
            Random random = new Random(seed);
            Compared network = new Compared(model, 16, settings);
            for (int instant = 0; instant < 40; instant++) {
                int link = random.nextInt(network.capacity.length);
                network.setCapacity(link, Math.pow(10, 4 * random.nextDouble() - 2));
                for (int changes = random.nextInt(6); changes > 0; changes--) {
                    change(network, random, 16, 60, true);
                }
                network.recompute();
                network.check("seed " + seed + ", instant " + instant);
            }
        }
    }

    @Test
    void capacities_nearlyZeroAndVeryLarge_areFollowed() {
        Compared network = new Compared("max-min", 4, settings("max-min", "star"));
        network.start(0, 0, 1, INFINITE);
        network.start(1, 0, 2, INFINITE);
        network.setCapacity(3, 1e-10);
        network.recompute();
        network.check("node 1 hardly receives");
        network.setCapacity(3, 1e12);
        network.setCapacity(0, 1e9);
        network.recompute();
        network.check("node 1 receives and node 0 sends as much as there is");
        assertThat(network.rates.get(1)).isEqualTo(BANDWIDTH);
    }

    /** Thousands of changes: what is lost by rounding does not add up. */
    @Test
    void rates_afterManyChanges_areAsGoodAsAtFirst() {
        Random random = new Random(3);
        Compared network = new Compared("smpi", 16, settings("smpi", "fat-tree"));
        for (int i = 0; i < (Boolean.getBoolean("tailback.thorough") ? 30_000 : 2_000); i++) {
            change(network, random, 16, 40, true);
            network.recompute();
        }
        network.check("after many changes");
    }

    /** All pairs at once, which end one after the other: against a network that is filled anew. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                max-min | star     |             | false
                max-min | star     |             | true
                max-min | fat-tree | 4x4, 1x3    | true
                smpi    | star     |             | false
                """)
    void allPairs_endingOneByOne_haveTheRatesOfANewNetwork(
            String model, String topology, String tree, boolean injectionRates) {
        Map<String, String> settings = new HashMap<>(Map.of("topology", topology, "bandwidth", "1.25 GB/s"));
        if (tree != null) {
            settings.put("down", tree.split(", ")[0]);
            settings.put("up", tree.split(", ")[1]);
        }
        if (model.equals("smpi")) {
            settings.put("link-latency", "10 us");
        }
        int nodes = 16;
        Compared present = new Compared(model, nodes, settings);
        Random random = new Random(75);
        Map<Integer, Flow> flows = new TreeMap<>();
        for (int number = 0; number < nodes * nodes; number++) {
            if (number / nodes != number % nodes) {
                double injectionRate =
                        injectionRates && random.nextInt(5) == 0 ? BANDWIDTH / (5 + random.nextInt(40)) : INFINITE;
                flows.put(number, new Flow(number / nodes, number % nodes, injectionRate));
                present.start(number, number / nodes, number % nodes, injectionRate);
            }
        }
        present.recompute();
        List<Integer> order = new ArrayList<>(flows.keySet());
        Collections.shuffle(order, random);
        for (int i = 0; i < order.size() - 1; i++) {
            present.end(order.get(i));
            flows.remove(order.get(i));
            present.recompute();
            Compared anew = new Compared(model, nodes, settings);
            flows.forEach(
                    (number, flow) -> anew.start(number, flow.source(), flow.destination(), flow.injectionRate()));
            anew.recompute();
            int ended = i;
            flows.keySet()
                    .forEach(number -> assertThat(present.rates.get(number))
                            .as("rate of %d after %d ends", number, ended + 1)
                            .isCloseTo(anew.rates.get(number), within(1e-11 * anew.rates.get(number))));
        }
    }
}
