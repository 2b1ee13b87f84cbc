package org.tailback.model.sharing.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMinProvider;
import org.tailback.model.sharing.smpi.SmpiProvider;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.FlowsInFlight;

class FairLinkSharingTest {
    private static SharingModel model(SharingModelProvider provider, String... settings) {
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            map.put(settings[i], settings[i + 1]);
        }
        return provider.create(Settings.ofScalars("model", "test", map));
    }

    @ParameterizedTest
    @CsvSource({
        "star, bandwidth, 1.25 GB/s",
        "fat-tree, down, 4x4",
        "torus, dimensions, 4x4",
        "dragonfly, groups, 4x2x2",
    })
    void rates_randomChanges_areTheExactOnesRoundedOnce(String topology, String key, String value) {
        Cluster cluster = Cluster.of(16, 1);
        List<String> settings = new ArrayList<>(List.of("topology", topology, key, value));
        if (topology.equals("fat-tree")) {
            settings.addAll(List.of("up", "1x2"));
        }
        String[] array = settings.toArray(String[]::new);
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < array.length; i += 2) {
            map.put(array[i], array[i + 1]);
        }
        Topology links =
                TopologySettings.read(Settings.ofScalars("m", "t", map)).on(cluster);
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model(new MaxMinProvider(), array), cluster);
            for (int instant = 0; instant < 25; instant++) {
                change(network, random, 1 + random.nextInt(6));
                Map<Integer, BigDecimal> exact =
                        ExactFilling.rates(network.flows().values(), links);
                for (int flow : exact.keySet()) {
                    assertThat(network.rate(flow))
                            .as("f%d of %s on a %s, seed %d", flow, network, topology, seed)
                            .isEqualTo(exact.get(flow).doubleValue());
                }
            }
        }
    }

    /** Far more flows than nodes, ended one by one: by relaxation, sparse and dense, from a state found by progressive filling. */
    @ParameterizedTest
    @CsvSource({
        "star, bandwidth, 1.25 GB/s",
        "fat-tree, down, 4x4x2",
        "dragonfly, groups, 5x3x2",
    })
    void rates_manyFlowsEndingOneByOne_areTheExactOnesRoundedOnce(String topology, String key, String value) {
        Cluster cluster = Cluster.of(30, 1);
        Map<String, String> map = new TreeMap<>(Map.of("topology", topology, key, value));
        if (topology.equals("fat-tree")) {
            map.put("up", "1x2x1");
        }
        Settings settings = Settings.ofScalars("m", "t", map);
        Topology links = TopologySettings.read(settings).on(cluster);
        for (long seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(new MaxMinProvider().create(settings), cluster);
            for (int source = 0; source < 30; source++) {
                for (int destination = 0; destination < 30; destination++) {
                    if (source != destination && random.nextInt(3) > 0) {
                        network.start(30 * source + destination, source, destination);
                    }
                }
            }
            network.recompute();
            List<Integer> order = new ArrayList<>(network.flows().keySet());
            Collections.shuffle(order, random);
            for (int ended = 0; ended < order.size(); ended++) {
                if (ended % 8 == 0) {
                    Map<Integer, BigDecimal> exact =
                            ExactFilling.rates(network.flows().values(), links);
                    for (int flow : exact.keySet()) {
                        assertThat(network.rate(flow))
                                .as("f%d of %s on a %s, seed %d", flow, network, topology, seed)
                                .isEqualTo(exact.get(flow).doubleValue());
                    }
                }
                network.end(order.get(ended));
                network.recompute();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "max-min, topology, star",
        "max-min, topology, fat-tree",
        "smpi, topology, star",
        "smpi, topology, fat-tree",
        "max-min, topology, dragonfly",
        "smpi, topology, dragonfly",
    })
    void rates_changedOneByOne_areThoseFromScratchToTheLastBit(String name, String key, String topology) {
        Cluster cluster = Cluster.of(32, 1);
        List<String> settings = new ArrayList<>(List.of(key, topology, "bandwidth", "1.25 GB/s"));
        if (topology.equals("fat-tree")) {
            settings.addAll(List.of("down", "8x4", "up", "1x3"));
        }
        if (topology.equals("dragonfly")) {
            settings.addAll(List.of("groups", "6x3x2"));
        }
        if (name.equals("smpi")) {
            settings.addAll(List.of("link-latency", "5 us"));
        }
        SharingModel model =
                model(name.equals("smpi") ? new SmpiProvider() : new MaxMinProvider(), settings.toArray(String[]::new));
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model, cluster);
            for (int instant = 0; instant < 60; instant++) {
                change(network, random, 1 + random.nextInt(20));
                FlowsInFlight scratch = new FlowsInFlight(model, cluster);
                network.flows()
                        .values()
                        .forEach(flow -> scratch.start(flow.number(), flow.source(), flow.destination()));
                scratch.recompute();
                for (int flow : network.flows().keySet()) {
                    assertThat(network.rate(flow))
                            .as("f%d of %s, seed %d, instant %d", flow, network, seed, instant)
                            .isEqualTo(scratch.rate(flow));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"max-min, star", "max-min, fat-tree", "smpi, star", "smpi, fat-tree"})
    void rates_changedCapacities_areThoseFromScratchToTheLastBit(String name, String topology) {
        Cluster cluster = Cluster.of(16, 1);
        List<String> settings = new ArrayList<>(List.of("topology", topology, "bandwidth", "1.25 GB/s"));
        if (topology.equals("fat-tree")) {
            settings.addAll(List.of("down", "4x4", "up", "1x2"));
        }
        if (name.equals("smpi")) {
            settings.addAll(List.of("link-latency", "5 us"));
        }
        SharingModel model =
                model(name.equals("smpi") ? new SmpiProvider() : new MaxMinProvider(), settings.toArray(String[]::new));
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model, cluster);
            AdjustableCapacity links = (AdjustableCapacity) network.sharing();
            Map<Integer, Double> fractions = new TreeMap<>();
            for (int instant = 0; instant < 40; instant++) {
                int link = random.nextInt(links.linkNames().size());
                double fraction = name.equals("smpi") || random.nextBoolean()
                        ? 1 - 0.9 * random.nextDouble()
                        : Math.scalb(1.0, random.nextInt(35) - 20);
                fractions.put(link, fraction);
                links.setLinkCapacity(link, fraction);
                change(network, random, random.nextInt(6));
                FlowsInFlight scratch = new FlowsInFlight(model, cluster);
                fractions.forEach(((AdjustableCapacity) scratch.sharing())::setLinkCapacity);
                network.flows()
                        .values()
                        .forEach(flow -> scratch.start(flow.number(), flow.source(), flow.destination()));
                scratch.recompute();
                for (int flow : network.flows().keySet()) {
                    assertThat(network.rate(flow))
                            .as(
                                    "f%d of %s, capacities %s, seed %d, instant %d",
                                    flow, network, fractions, seed, instant)
                            .isEqualTo(scratch.rate(flow));
                }
            }
        }
    }

    /** Some flows start and end. */
    private static void change(FlowsInFlight network, Random random, int changes) {
        int nodes = network.cluster().nodes();
        for (int i = 0; i < changes; i++) {
            int number = random.nextInt(4 * nodes);
            if (network.flows().containsKey(number)) {
                network.end(number);
            } else {
                int source = random.nextInt(nodes);
                network.start(number, source, (source + 1 + random.nextInt(nodes - 1)) % nodes);
            }
        }
        network.recompute();
    }
}
