package org.tailback.model.sharing.headofline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Packets through a network of queues with credits, as simply as can be: what head-of-line means, on every topology
 * with equal links.
 *
 * <p>With a speed-up of n, a packet takes a slot from the queue at the input of a switch to the queue at its output,
 * and n slots on a link.
 */
final class Packets {
    private final int[][] routes;
    private final int[] lane;
    private final int speedUp;
    private final int buffer;
    private final Random random;
    /** By the queue in front of its first link: the messages of a source in turn; the first is next. */
    private final Map<Queue, Deque<Integer>> sources = new LinkedHashMap<>();

    private final Map<Queue, Deque<Packet>> queues = new LinkedHashMap<>();
    /** By link: the first slot in which it is free. */
    private final Map<Integer, Integer> free = new TreeMap<>();

    /** A packet that has still to take some hop of its message. */
    private record Packet(int message, int hop) {}

    /** The queue of a lane behind a link; links inside of switches are the negative of the link that follows. */
    private record Queue(int link, int lane) {}

    /** @param queue where the packet is, none at its source */
    private record Head(Optional<Queue> queue, Packet packet) {}

    /** Packets of one lane, without speed-up. */
    Packets(int[][] routes, long seed) {
        this(routes, new int[routes.length], 1, HeadOfLine.BUFFER, seed);
    }

    /**
     * @param routes by message: its links, those of a source in its order of turns
     * @param lane by message
     * @param speedUp >= 1
     * @param buffer packets that a queue holds, >= 1
     */
    Packets(int[][] routes, int[] lane, int speedUp, int buffer, long seed) {
        this.routes = Arrays.stream(routes)
                .map(route -> speedUp == 1 ? route : withSwitches(route))
                .toArray(int[][]::new);
        this.lane = lane;
        this.speedUp = speedUp;
        this.buffer = buffer;
        random = new Random(seed);
        for (int message = 0; message < routes.length; message++) {
            sources.computeIfAbsent(queue(message, 0), unused -> new ArrayDeque<>())
                    .add(message);
            for (int hop = 0; hop < this.routes[message].length; hop++) {
                queues.put(queue(message, hop), new ArrayDeque<>());
            }
        }
    }

    private static int[] withSwitches(int[] route) {
        return IntStream.range(1, 2 * route.length)
                .map(i -> i % 2 == 1 ? route[i / 2] : -1 - route[i / 2])
                .toArray();
    }

    private Queue queue(int message, int hop) {
        return new Queue(routes[message][hop], lane[message]);
    }

    /** Packets of every message in the time of one on a link, means over many such times after a quarter as many. */
    double[] rates(int times) {
        double[] arrived = new double[routes.length];
        for (int slot = -times / 4 * speedUp; slot < times * speedUp; slot++) {
            for (int message : step(slot)) {
                arrived[message] += slot >= 0 ? 1.0 / times : 0;
            }
        }
        return arrived;
    }

    /** A slot; returns the messages whose packets have arrived. */
    private List<Integer> step(int slot) {
        Map<Integer, List<Head>> wanting = new TreeMap<>();
        sources.values().forEach(turns -> want(wanting, new Head(Optional.empty(), new Packet(turns.getFirst(), 0))));
        queues.forEach((queue, packets) -> {
            if (!packets.isEmpty()) {
                want(wanting, new Head(Optional.of(queue), packets.getFirst()));
            }
        });
        wanting.keySet().removeIf(link -> free.getOrDefault(link, slot) > slot);
        List<Integer> arrived = new ArrayList<>();
        wanting.forEach((link, heads) -> {
            Collections.shuffle(heads, random);
            free.put(link, slot + (link < 0 ? 1 : speedUp));
            Packet packet = heads.get(0).packet();
            Queue next = queue(packet.message(), packet.hop());
            heads.get(0).queue().ifPresentOrElse(queue -> queues.get(queue).removeFirst(), () -> {
                Deque<Integer> turns = sources.get(next);
                turns.addLast(turns.removeFirst());
            });
            if (isLast(packet)) {
                arrived.add(packet.message());
            } else {
                queues.get(next).addLast(new Packet(packet.message(), packet.hop() + 1));
            }
        });
        return arrived;
    }

    private void want(Map<Integer, List<Head>> wanting, Head head) {
        Queue behind = queue(head.packet().message(), head.packet().hop());
        if (isLast(head.packet()) || queues.get(behind).size() < buffer) {
            wanting.computeIfAbsent(behind.link(), unused -> new ArrayList<>()).add(head);
        }
    }

    private boolean isLast(Packet packet) {
        return packet.hop() == routes[packet.message()].length - 1;
    }
}
