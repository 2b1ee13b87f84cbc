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
import org.tailback.cluster.Cluster;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;

/**
 * Packets through a network of queues with credits, as simply as can be: what head-of-line means, on every topology
 * with equal links.
 *
 * <p>With a speed-up of n, a packet takes a slot from the queue at the input of a switch to the queue at its output,
 * and n slots on a link.
 */
final class Packets {
    /** By message and way: its hops. */
    private final Hop[][][] ways;

    private final int[] parting;
    private final int speedUp;
    private final int buffer;
    private final int window;
    private final Random random;
    /** By the queue in front of its first link: the messages of a source in turn; the first is next. */
    private final Map<Hop, Deque<Integer>> sources = new LinkedHashMap<>();

    private final Map<Hop, Deque<Packet>> queues = new LinkedHashMap<>();
    /** By link: the first slot in which it is free. */
    private final Map<Integer, Integer> free = new TreeMap<>();
    /** By message. */
    private final int[] underWay;

    private final long[] left;

    /**
     * A link and the queue behind it: that of a lane and a virtual channel. Links inside of switches are the negative
     * of the link that follows.
     */
    private record Hop(int link, int lane, int channel) {}

    /** A packet that has still to take some hop of its message's way. */
    private record Packet(int message, int way, int hop) {}

    /** @param queue where the packet is, none at its source */
    private record Head(Optional<Hop> queue, Packet packet) {}

    /** Packets of the model's messages, sorted by source and each source's in its order of turns. */
    Packets(HeadOfLine model, int nodes, int[][] edges, long seed) {
        speedUp = model.speedUp();
        buffer = model.buffer();
        window = model.window();
        random = new Random(seed);
        ways = new Hop[edges.length][][];
        parting = new int[edges.length];
        underWay = new int[edges.length];
        left = new long[edges.length];
        Arrays.fill(left, Long.MAX_VALUE);
        for (int message = 0; message < edges.length; message++) {
            ways[message] = ways(model, nodes, edges[message][0], edges[message][1]);
            parting[message] = parting(ways[message]);
            sources.computeIfAbsent(ways[message][0][0], unused -> new ArrayDeque<>())
                    .add(message);
            for (Hop[] way : ways[message]) {
                Arrays.stream(way).forEach(hop -> queues.put(hop, new ArrayDeque<>()));
            }
        }
    }

    private static Hop[][] ways(HeadOfLine model, int nodes, int source, int destination) {
        TopologyPlan plan = model.topology();
        Topology topology = plan.on(Cluster.of(nodes, 1));
        int lane = HeadOfLineSharing.lane(destination, model.lanes());
        Hop[][] ways = new Hop[model.adaptive() ? topology.ways(source, destination) : 1][];
        int[] route = new int[topology.longestRoute()];
        for (int way = 0; way < ways.length; way++) {
            int length = topology.route(source, destination, way, route);
            List<Hop> hops = new ArrayList<>();
            int channel = 0;
            for (int i = 0; i < length; i++) {
                if (i > 0 && model.speedUp() > 1) {
                    hops.add(new Hop(-1 - route[i], lane, channel));
                }
                hops.add(new Hop(route[i], lane, channel));
                channel += topology.raisesChannel(route[i]) ? 1 : 0;
            }
            ways[way] = hops.toArray(Hop[]::new);
        }
        return ways;
    }

    /** The hop from which on ways differ. */
    private static int parting(Hop[][] ways) {
        int hop = 0;
        while (ways.length > 1) {
            int at = hop;
            if (Arrays.stream(ways).anyMatch(way -> !way[at].equals(ways[0][at]))) {
                return hop;
            }
            hop++;
        }
        return -1;
    }

    /** Packets of every message in the time of one on a link, means over many such times after a quarter as many. */
    double[] rates(int times) {
        double[] arrived = new double[ways.length];
        for (int slot = -times / 4 * speedUp; slot < times * speedUp; slot++) {
            for (int message : step(slot)) {
                arrived[message] += slot >= 0 ? 1.0 / times : 0;
            }
        }
        return arrived;
    }

    /** The times at which messages of so many packets have arrived, in the time of one packet on a link. */
    double[] finishes(int size) {
        Arrays.fill(left, size);
        int[] open = IntStream.generate(() -> size).limit(ways.length).toArray();
        double[] finish = new double[ways.length];
        for (int slot = 0; Arrays.stream(open).anyMatch(packets -> packets > 0); slot++) {
            for (int message : step(slot)) {
                finish[message] = (slot + 1.0) / speedUp;
                open[message]--;
            }
        }
        return finish;
    }

    /** A slot; returns the messages whose packets have arrived. */
    private List<Integer> step(int slot) {
        Map<Integer, List<Head>> wanting = new TreeMap<>();
        List<Head> heads = new ArrayList<>();
        for (Deque<Integer> messages : sources.values()) {
            for (int i = messages.size(); i > 0 && !maySend(messages.getFirst()); i--) {
                messages.addLast(messages.removeFirst());
            }
            if (maySend(messages.getFirst())) {
                heads.add(new Head(Optional.empty(), new Packet(messages.getFirst(), 0, 0)));
            }
        }
        queues.forEach((queue, packets) -> {
            if (!packets.isEmpty()) {
                heads.add(new Head(Optional.of(queue), packets.getFirst()));
            }
        });
        Collections.shuffle(heads, random);
        heads.forEach(head -> want(wanting, head));
        wanting.keySet().removeIf(link -> free.getOrDefault(link, slot) > slot);
        List<Integer> arrived = new ArrayList<>();
        wanting.forEach((link, competitors) -> {
            free.put(link, slot + (link < 0 ? 1 : speedUp));
            Head drawn = competitors.get(random.nextInt(competitors.size()));
            Packet packet = drawn.packet();
            int message = packet.message();
            drawn.queue().ifPresentOrElse(queue -> queues.get(queue).removeFirst(), () -> {
                Deque<Integer> turns = sources.get(ways[message][0][0]);
                turns.addLast(turns.removeFirst());
                underWay[message]++;
                left[message]--;
            });
            if (isLast(packet)) {
                arrived.add(message);
                underWay[message]--;
            } else {
                queues.get(behind(packet)).addLast(new Packet(message, packet.way(), packet.hop() + 1));
            }
        });
        return arrived;
    }

    private boolean maySend(int message) {
        return left[message] > 0 && underWay[message] < window;
    }

    private Hop behind(Packet packet) {
        return ways[packet.message()][packet.way()][packet.hop()];
    }

    private void want(Map<Integer, List<Head>> wanting, Head head) {
        Packet packet = head.packet();
        if (packet.hop() == parting[packet.message()]) {
            packet = new Packet(packet.message(), leastLoaded(wanting, packet), packet.hop());
        }
        Hop behind = behind(packet);
        if (isLast(packet) || queues.get(behind).size() < buffer) {
            wanting.computeIfAbsent(behind.link(), unused -> new ArrayList<>()).add(new Head(head.queue(), packet));
        }
    }

    private int leastLoaded(Map<Integer, List<Head>> wanting, Packet packet) {
        List<Integer> best = new ArrayList<>();
        int least = Integer.MAX_VALUE;
        for (int way = 0; way < ways[packet.message()].length; way++) {
            Hop hop = ways[packet.message()][way][packet.hop()];
            int load = queues.get(hop).size();
            load = load == buffer
                    ? Integer.MAX_VALUE
                    : load + wanting.getOrDefault(hop.link(), List.of()).size();
            if (load < least) {
                best.clear();
                least = load;
            }
            if (load == least) {
                best.add(way);
            }
        }
        return best.get(random.nextInt(best.size()));
    }

    private boolean isLast(Packet packet) {
        return packet.hop() == ways[packet.message()][0].length - 1;
    }
}
