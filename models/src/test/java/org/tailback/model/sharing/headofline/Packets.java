package org.tailback.model.sharing.headofline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Packets through a network of queues with credits, as simply as can be: what head-of-line means, on every topology
 * with equal links.
 */
final class Packets {
    private static final int BUFFER = 16;

    private final int[][] routes;
    private final Random random;
    /** Of every source, by its first link, the messages in turn; the first is next. */
    private final Map<Integer, Deque<Integer>> sources = new LinkedHashMap<>();

    private final Map<Integer, Deque<Packet>> queues = new TreeMap<>();

    /** A packet that has still to take some hop of its message. */
    private record Packet(int message, int hop) {}

    /** @param queue the link behind which the packet is, -1 at its source */
    private record Head(int queue, Packet packet) {}

    Packets(int[][] routes, long seed) {
        this.routes = routes;
        random = new Random(seed);
        for (int message = 0; message < routes.length; message++) {
            sources.computeIfAbsent(routes[message][0], unused -> new ArrayDeque<>())
                    .add(message);
            Arrays.stream(routes[message]).forEach(link -> queues.put(link, new ArrayDeque<>()));
        }
    }

    /** Packets per slot of every message, over so many slots after as many quarters of them. */
    double[] rates(int slots) {
        double[] arrived = new double[routes.length];
        for (int slot = -slots / 4; slot < slots; slot++) {
            for (int message : step()) {
                arrived[message] += slot >= 0 ? 1.0 / slots : 0;
            }
        }
        return arrived;
    }

    /** A slot; returns the messages whose packets have arrived. */
    private List<Integer> step() {
        Map<Integer, List<Head>> wanting = new TreeMap<>();
        sources.values().forEach(turns -> want(wanting, new Head(-1, new Packet(turns.getFirst(), 0))));
        queues.forEach((link, queue) -> {
            if (!queue.isEmpty()) {
                want(wanting, new Head(link, queue.getFirst()));
            }
        });
        List<Integer> arrived = new ArrayList<>();
        wanting.forEach((link, heads) -> {
            Collections.shuffle(heads, random);
            Packet packet = heads.get(0).packet();
            if (heads.get(0).queue() < 0) {
                Deque<Integer> turns = sources.get(link);
                turns.addLast(turns.removeFirst());
            } else {
                queues.get(heads.get(0).queue()).removeFirst();
            }
            if (isLast(packet)) {
                arrived.add(packet.message());
            } else {
                queues.get(link).addLast(new Packet(packet.message(), packet.hop() + 1));
            }
        });
        return arrived;
    }

    private void want(Map<Integer, List<Head>> wanting, Head head) {
        int link = routes[head.packet().message()][head.packet().hop()];
        if (isLast(head.packet()) || queues.get(link).size() < BUFFER) {
            wanting.computeIfAbsent(link, unused -> new ArrayList<>()).add(head);
        }
    }

    private boolean isLast(Packet packet) {
        return packet.hop() == routes[packet.message()].length - 1;
    }
}
