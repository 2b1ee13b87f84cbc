package org.tailback.trace.chakra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.WritingLosses;

/**
 * Resources that the nodes of a rank occupy. The host performs one node at a time. On the accelerator, each stream and
 * each process group perform one node at a time. Alternatively, the whole accelerator performs one kernel and one
 * communication at a time. Receives occupy no resource, as in ASTRA-sim: they only wait.
 */
final class NodePlaces {
    /** CPU of calculations of length 0. It is never busy, so they end immediately. */
    static final int JOIN_CPU = 0;

    private static final int HOST = 0;
    private static final int KERNELS = 1;
    private static final int COMMUNICATIONS = 2;
    private static final int FIRST_NAMED = 3;
    private static final int MOST_CPUS = 256;

    private final GpuStreams streams;
    private final WritingLosses counts;
    private final Map<String, Integer> resources = new HashMap<>();
    private final Map<String, Integer> cpus = new HashMap<>();

    NodePlaces(GpuStreams streams, WritingLosses counts) {
        this.streams = streams;
        this.counts = counts;
    }

    /**
     * Returns the resources that a node occupies.
     *
     * @param group number of the node's process group for group communication, otherwise -1
     */
    List<Integer> resources(ChakraNode node, int group) {
        if (node.type == ChakraNode.RECEIVE) {
            return List.of();
        }
        if (node.onHost) {
            return List.of(HOST);
        }
        if (streams == GpuStreams.ONE) {
            return List.of(node.type == ChakraNode.COMPUTE ? KERNELS : COMMUNICATIONS);
        }
        List<Integer> occupied = new ArrayList<>();
        if (node.stream >= 0) {
            occupied.add(named("stream " + node.stream));
        } else if (node.type == ChakraNode.COMPUTE) {
            occupied.add(KERNELS);
        }
        if (group >= 0) {
            occupied.add(named("group " + group));
        }
        return occupied;
    }

    private int named(String name) {
        return resources.computeIfAbsent(name, key -> FIRST_NAMED + resources.size());
    }

    /** Returns the CPU of a node's calculations, which is not shared with nodes that may run at the same time. */
    int cpuOfCalculation(ChakraNode node, int group) {
        String kind = node.type == ChakraNode.COMPUTE ? "kernels" : "durations";
        return cpu(node.onHost ? "host" : kind + resources(node, group) + (node.stream < 0 ? "" : node.stream));
    }

    /** Returns the CPU of the messages of a node. */
    int cpuOfMessages(ChakraNode node, int group) {
        return cpu(node.stream < 0 ? "group " + group : "stream " + node.stream);
    }

    private int cpu(String name) {
        Integer known = cpus.get(name);
        if (known != null) {
            return known;
        }
        int number = cpus.size() + 1;
        if (number >= MOST_CPUS) {
            counts.count("stream or group beyond the " + (MOST_CPUS - 1)
                    + "th of an accelerator: shares the processor of another");
            number = 1 + number % (MOST_CPUS - 1);
        }
        cpus.put(name, number);
        return number;
    }
}
