package org.tailback.trace.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.cost.MessageCost;
import org.tailback.network.TestModels;
import org.tailback.replay.Replay;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.TraceOptions;

/**
 * The order of a rank's nodes against its definition: whenever something ends, nodes whose dependencies have ended
 * start in the order of their ids if what they occupy is free. All ranks have the same nodes, so that a collective
 * operation takes the time of its messages.
 */
class ChakraOrderTest {
    private static final int RANKS = 2;

    @TempDir
    Path folder;

    /** A network in which nothing is shared: the whole time of a message is its latency. */
    private record LatencyOnly() implements MessageCost {
        @Override
        public String name() {
            return "latency-only";
        }

        @Override
        public double gap(long bytes) {
            return 0;
        }

        @Override
        public double latency(long bytes) {
            return bytes * 1e-9;
        }
    }

    private record Drawn(
            int id, int type, boolean onHost, long micros, int stream, String group, List<Long> dependencies) {
        ChakraTraces.Node node() {
            List<Object> attributes = new ArrayList<>(List.of("is_cpu_op", onHost));
            if (stream >= 0) {
                attributes.addAll(List.of("stream", (long) stream));
            }
            if (type == ChakraTraces.COLLECTIVE) {
                attributes.addAll(List.of("comm_type", 6L, "comm_size", 2000 * micros, "pg_name", group));
            }
            long duration = type == ChakraTraces.COLLECTIVE ? 0 : micros;
            return new ChakraTraces.Node(id, "n" + id, type, duration, dependencies, attributes.toArray());
        }

        Set<String> occupied(GpuStreams streams) {
            if (onHost) {
                return Set.of("host");
            }
            boolean kernel = type == ChakraTraces.COMPUTE;
            if (streams == GpuStreams.ONE) {
                return Set.of(kernel ? "kernel" : "communication");
            }
            Set<String> occupied = new HashSet<>();
            if (stream >= 0) {
                occupied.add("stream " + stream);
            }
            if (!kernel) {
                occupied.add("group " + group);
            } else if (stream < 0) {
                occupied.add("kernel");
            }
            return occupied;
        }
    }

    private static List<Drawn> draw(Random random, int nodes) {
        List<Drawn> drawn = new ArrayList<>();
        Integer[] ids = new Integer[nodes];
        Arrays.setAll(ids, i -> i);
        Collections.shuffle(Arrays.asList(ids), random);
        for (int i = 0; i < nodes; i++) {
            List<Long> dependencies = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(nodes) < 2) {
                    dependencies.add((long) ids[k]);
                }
            }
            int what = random.nextInt(4);
            drawn.add(new Drawn(
                    ids[i],
                    what == 3 ? ChakraTraces.COLLECTIVE : ChakraTraces.COMPUTE,
                    what == 0,
                    1 + random.nextInt(8),
                    what == 0 || random.nextInt(3) == 0 ? -1 : random.nextInt(2),
                    random.nextBoolean() ? "a" : "b",
                    dependencies));
        }
        return drawn;
    }

    /** Returns when all nodes of a rank have ended, in microseconds. */
    private static long byDefinition(List<Drawn> nodes, GpuStreams streams) {
        List<Drawn> waiting = new ArrayList<>(nodes);
        waiting.sort((a, b) -> Integer.compare(a.id, b.id));
        Map<Drawn, Long> running = new HashMap<>();
        Set<Long> ended = new HashSet<>();
        Set<String> occupied = new HashSet<>();
        long now = 0;
        while (!waiting.isEmpty() || !running.isEmpty()) {
            for (Drawn node : List.copyOf(waiting)) {
                Set<String> wanted = node.occupied(streams);
                if (ended.containsAll(node.dependencies) && wanted.stream().noneMatch(occupied::contains)) {
                    occupied.addAll(wanted);
                    running.put(node, now + node.micros);
                    waiting.remove(node);
                }
            }
            now = running.values().stream().min(Long::compare).orElseThrow();
            for (Drawn node : List.copyOf(running.keySet())) {
                if (running.get(node) == now) {
                    running.remove(node);
                    ended.add((long) node.id);
                    occupied.removeAll(node.occupied(streams));
                }
            }
        }
        return now;
    }

    /** An all-to-all of two ranks sends half of its bytes each way, at 1 ns per byte. */
    private double replayed(List<Drawn> nodes, GpuStreams streams) throws IOException {
        Files.writeString(folder.resolve("comm_group.json"), "{\"a\": [0, 1], \"b\": [1, 0]}");
        for (int rank = 0; rank < RANKS; rank++) {
            ChakraTraces.protobuf(folder, rank, nodes.stream().map(Drawn::node).toArray(ChakraTraces.Node[]::new));
        }
        var schedule = new ChakraReader()
                .open(folder, CollectiveSelectors.parse("basic"), TraceOptions.DEFAULTS.withGpuStreams(streams));
        return Replay.builder(
                        schedule,
                        TestModels.platform(RANKS, 0).cost(new LatencyOnly()).build())
                .build()
                .run()
                .makespan();
    }

    @Test
    void randomNodes_takeAsLongAsByDefinition() throws IOException {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 300 : 100); seed++) {
            Random random = new Random(seed);
            List<Drawn> nodes = draw(random, 2 + random.nextInt(14));
            for (GpuStreams streams : GpuStreams.values()) {
                assertThat(replayed(nodes, streams) * 1e6)
                        .as("seed %s, streams %s, %s", seed, streams, nodes)
                        .isCloseTo(byDefinition(nodes, streams), within(1e-6));
            }
        }
    }
}
