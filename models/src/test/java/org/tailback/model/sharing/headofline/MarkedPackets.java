package org.tailback.model.sharing.headofline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.tailback.cluster.Cluster;
import org.tailback.model.topology.Topology;

/**
 * {@link Packets} of messages that start and end, with congestion control as InfiniBand's: an experiment, which the
 * model does not have ({@link MarkedInterference}).
 *
 * <p>A link of a switch marks the packets that it carries while more than a threshold of packets wait for it and the
 * queue behind it has room, so that it is where congestion begins. When a marked packet has arrived, its source raises
 * an index of the pair of nodes by 1, some slots later; the index falls by 1 whenever a timer expires. After each
 * packet of the pair the source leaves a gap, in packets, that a table gives for the index.
 */
final class MarkedPackets {
    /**
     * @param threshold packets that may wait for a link, >= 0; {@code Integer.MAX_VALUE}: none is marked
     * @param timer slots, > 0
     * @param delay slots from the arrival of a marked packet until its source knows, > 0
     */
    record Marking(int threshold, int timer, int delay) {
        static final Marking NONE = new Marking(Integer.MAX_VALUE, 1, 1);

        private static final int LAST_INDEX = 127;

        /**
         * The table of 128 gaps that a generator of opensm configurations (github.com/perryh/ib-cc-tools-llnl) calls
         * Mellanox' default; the least rate is 1/58 of a link.
         */
        private static int gap(int index) {
            return (int) (index * index * 7 / (95.0 * 95) / 0.218);
        }
    }

    private static final int CHANNELS = 4;
    private static final int SOURCE = -1;

    private final HeadOfLine model;
    private final Marking marking;
    private final Topology topology;
    private final Random random;
    private final Map<List<Integer>, Pair> pairs = new LinkedHashMap<>();
    /** By node: its pairs in turn; the first is next. */
    private final Map<Integer, Deque<Pair>> sources = new LinkedHashMap<>();
    /** By link, lane and channel, those met only. */
    private final Map<Integer, Deque<Packet>> queues = new LinkedHashMap<>();
    /** By link: packets in queues that take it next, where they have no choice. */
    private final int[] waiting;
    /** By link: packets that want it in this slot, the one of them that is drawn, and where that is. */
    private final int[] wanting;

    private final Packet[] drawn;
    private final int[] from;
    private final List<Integer> wanted = new ArrayList<>();
    private final Map<Long, List<Pair>> notifications = new HashMap<>();
    private long now;

    /** The packets from one node to another. */
    private static final class Pair {
        private final int source;
        /** By route and hop: its link, and the queue behind it. */
        private final int[][] link;

        private final int[][] queue;
        /** The first hop at which routes differ, -1 if there is one route. */
        private final int parting;

        private final int phase;
        private long left;
        private long arrived;
        private long next;
        private int index;

        private Pair(int source, int[][] link, int[][] queue, int phase) {
            this.source = source;
            this.link = link;
            this.queue = queue;
            this.phase = phase;
            int hop = 0;
            while (hop < link[0].length && differAt(hop) == 0) {
                hop++;
            }
            parting = hop == link[0].length ? -1 : hop;
        }

        private long differAt(int hop) {
            return Arrays.stream(link)
                    .filter(route -> route[hop] != link[0][hop])
                    .count();
        }
    }

    private static final class Packet {
        private final Pair pair;
        private int route;
        private int hop;
        private boolean isMarked;

        private Packet(Pair pair) {
            this.pair = pair;
        }

        private int link() {
            return pair.link[route][hop];
        }

        private int queueBehind() {
            return pair.queue[route][hop];
        }

        private boolean isLastHop() {
            return hop == pair.link[route].length - 1;
        }
    }

    MarkedPackets(HeadOfLine model, Marking marking, int nodes, long seed) {
        this.model = model;
        this.marking = marking;
        topology = model.topology().on(Cluster.of(nodes, 1));
        random = new Random(seed);
        waiting = new int[topology.links()];
        wanting = new int[topology.links()];
        drawn = new Packet[topology.links()];
        from = new int[topology.links()];
    }

    /** Adds packets to those that a node has for another. */
    void send(int source, int destination, long packets) {
        pair(source, destination).left += packets;
    }

    /** Packets that have arrived so far. */
    long arrived(int source, int destination) {
        return pair(source, destination).arrived;
    }

    /** Slots so far. */
    long now() {
        return now;
    }

    private Pair pair(int source, int destination) {
        return pairs.computeIfAbsent(List.of(source, destination), unused -> {
            int routes = model.adaptive() ? topology.routes(source, destination) : 1;
            int[][] link = new int[routes][];
            int[][] queue = new int[routes][];
            int lane = PartAtHand.lane(destination, model.lanes());
            int[] links = new int[topology.longestRoute()];
            for (int r = 0; r < routes; r++) {
                link[r] = Arrays.copyOf(links, topology.route(source, destination, r, links));
                int channel = 0;
                queue[r] = new int[link[r].length];
                for (int hop = 0; hop < queue[r].length; hop++) {
                    link[r][hop] = links[hop];
                    queue[r][hop] = (links[hop] * model.lanes() + lane) * CHANNELS + channel;
                    channel += topology.raisesChannel(links[hop]) ? 1 : 0;
                }
            }
            Pair made = new Pair(source, link, queue, random.nextInt(marking.timer()));
            sources.computeIfAbsent(source, node -> new ArrayDeque<>()).add(made);
            return made;
        });
    }

    /** Lets a slot pass. */
    void slot() {
        adjustIndices();
        List<Integer> order = new ArrayList<>(queues.keySet());
        sources.forEach((node, turns) -> {
            for (int i = turns.size(); i > 0 && !maySend(turns.getFirst()); i--) {
                turns.addLast(turns.removeFirst());
            }
            if (maySend(turns.getFirst())) {
                order.add(SOURCE - node);
            }
        });
        int offset = random.nextInt(order.size() + 1);
        for (int i = 0; i < order.size(); i++) {
            int at = order.get((i + offset) % order.size());
            want(
                    at <= SOURCE
                            ? new Packet(sources.get(SOURCE - at).getFirst())
                            : queues.get(at).getFirst(),
                    at);
        }
        wanted.forEach(this::move);
        wanted.clear();
        now++;
    }

    private boolean maySend(Pair pair) {
        return pair.left > 0 && pair.next <= now;
    }

    private int length(int queue) {
        Deque<Packet> packets = queues.get(queue);
        return packets == null ? 0 : packets.size();
    }

    private void want(Packet packet, int at) {
        if (packet.hop == packet.pair.parting) {
            packet.route = leastLoaded(packet);
        }
        int link = packet.link();
        if (packet.isLastHop() || length(packet.queueBehind()) < model.buffer()) {
            if (wanting[link]++ == 0) {
                wanted.add(link);
            }
            if (random.nextInt(wanting[link]) == 0) {
                drawn[link] = packet;
                from[link] = at;
            }
        }
    }

    private int leastLoaded(Packet packet) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        int equal = 0;
        for (int route = 0; route < packet.pair.link.length; route++) {
            int length = length(packet.pair.queue[route][packet.hop]);
            int load = length == model.buffer() ? length << 8 : length + wanting[packet.pair.link[route][packet.hop]];
            equal = load < least ? 1 : equal + 1;
            if (load < least || load == least && random.nextInt(equal) == 0) {
                best = route;
            }
            least = Math.min(least, load);
        }
        return best;
    }

    private void move(int link) {
        wanting[link] = 0;
        Packet packet = drawn[link];
        Pair pair = packet.pair;
        if (from[link] <= SOURCE) {
            Deque<Pair> turns = sources.get(pair.source);
            turns.addLast(turns.removeFirst());
            pair.left--;
            pair.next = now + 1 + Marking.gap(pair.index);
        } else {
            boolean hasRoom = packet.isLastHop() || length(packet.queueBehind()) + 1 < model.buffer();
            packet.isMarked |= waiting[link] > marking.threshold() && hasRoom;
            Deque<Packet> left = queues.get(from[link]);
            left.removeFirst();
            if (left.isEmpty()) {
                queues.remove(from[link]);
            }
            count(packet, -1);
        }
        if (packet.isLastHop()) {
            pair.arrived++;
            if (packet.isMarked) {
                notifications
                        .computeIfAbsent(now + marking.delay(), unused -> new ArrayList<>())
                        .add(pair);
            }
        } else {
            queues.computeIfAbsent(packet.queueBehind(), unused -> new ArrayDeque<>())
                    .addLast(packet);
            packet.hop++;
            count(packet, 1);
        }
    }

    private void count(Packet packet, int by) {
        if (packet.hop != packet.pair.parting) {
            waiting[packet.link()] += by;
        }
    }

    private void adjustIndices() {
        List<Pair> marked = notifications.remove(now);
        if (marked != null) {
            marked.forEach(pair -> pair.index = Math.min(Marking.LAST_INDEX, pair.index + 1));
        }
        for (Pair pair : pairs.values()) {
            pair.index -= pair.index > 0 && (now + pair.phase) % marking.timer() == 0 ? 1 : 0;
        }
    }
}
