package org.tailback.model.sharing.headofline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.tailback.cluster.Cluster;
import org.tailback.model.topology.Topology;

/**
 * Packets through a network of queues with credits, as simply as can be: what head-of-line means, on every topology
 * with equal links. All slots look at all queues; packets are counted where they arrive.
 */
final class Packets {
    /** By message: the number of its first step; those of a route follow each other. */
    private final int[] route;

    // by step: a link that a packet of a message takes
    private final int[] message;
    private final int[] queueOf;
    private final boolean[] isLast;

    /** By queue: the number of the link before it. */
    private final int[] linkOf;

    private final int buffer;
    private final SplittableRandom random;
    /** By source: its messages in turn; the first is next. */
    private final List<Deque<Integer>> sources;

    /** By queue: the steps that its packets take next, in a ring from the first. */
    private final int[][] queues;

    private final int[] first;
    private final int[] length;
    // first packets in a slot: the number of their queue, or queues and the number of their source; their next step
    private final int[] from;
    private final int[] step;
    private int heads;

    /** By link: the first packets that want it in this slot, and their number. */
    private final int[][] wanting;

    private final int[] competitors;
    // by message
    private final long[] left;
    private final long[] arrived;
    private int now;

    /** A link and the queue behind it: that of a lane and a virtual channel. */
    private record Hop(int link, int lane, int channel) {}

    private record Step(int message, int queue, boolean isLast) {}

    /** Packets of the model's messages, sorted by source and each source's in its order of turns. */
    Packets(HeadOfLine model, int nodes, int[][] edges, long seed) {
        buffer = model.buffer();
        random = new SplittableRandom(seed);
        route = new int[edges.length];
        left = new long[edges.length];
        arrived = new long[edges.length];
        Arrays.fill(left, Long.MAX_VALUE);
        Map<Hop, Integer> hops = new LinkedHashMap<>();
        Map<Integer, Integer> links = new LinkedHashMap<>();
        Map<Integer, Deque<Integer>> bySource = new LinkedHashMap<>();
        List<Step> steps = new ArrayList<>();
        for (int m = 0; m < edges.length; m++) {
            List<Hop> found = route(model, nodes, edges[m][0], edges[m][1]);
            route[m] = steps.size();
            for (int i = 0; i < found.size(); i++) {
                int queue = hops.computeIfAbsent(found.get(i), unused -> hops.size());
                steps.add(new Step(m, queue, i == found.size() - 1));
            }
            bySource.computeIfAbsent(steps.get(route[m]).queue(), unused -> new ArrayDeque<>())
                    .add(m);
        }
        message = steps.stream().mapToInt(Step::message).toArray();
        queueOf = steps.stream().mapToInt(Step::queue).toArray();
        isLast = new boolean[steps.size()];
        for (int i = 0; i < isLast.length; i++) {
            isLast[i] = steps.get(i).isLast();
        }
        hops.keySet().forEach(hop -> links.putIfAbsent(hop.link(), links.size()));
        linkOf = hops.keySet().stream().mapToInt(hop -> links.get(hop.link())).toArray();
        sources = List.copyOf(bySource.values());
        queues = new int[linkOf.length][buffer];
        first = new int[linkOf.length];
        length = new int[linkOf.length];
        from = new int[sources.size() + queues.length];
        step = new int[from.length];
        wanting = new int[links.size()][from.length];
        competitors = new int[links.size()];
    }

    private static List<Hop> route(HeadOfLine model, int nodes, int source, int destination) {
        Topology topology = model.topology().on(Cluster.of(nodes, 1));
        int lane = NetworkPart.lane(destination, model.lanes());
        int[] links = new int[topology.longestRoute()];
        int hops = topology.route(source, destination, links);
        List<Hop> route = new ArrayList<>();
        int channel = 0;
        for (int i = 0; i < hops; i++) {
            route.add(new Hop(links[i], lane, channel));
            channel += topology.raisesChannel(links[i]) ? 1 : 0;
        }
        return route;
    }

    /** Packets of every message in a slot, means over many slots after a quarter as many. */
    double[] rates(int slots) {
        further(slots / 4);
        return further(slots);
    }

    /** The same over as many slots more. */
    double[] further(int slots) {
        Arrays.fill(arrived, 0);
        for (int i = 0; i < slots; i++) {
            slot();
        }
        return Arrays.stream(arrived)
                .mapToDouble(packets -> (double) packets / slots)
                .toArray();
    }

    /** The slots at which messages of so many packets have arrived. */
    double[] finishes(int size) {
        Arrays.fill(left, size);
        double[] finish = new double[route.length];
        while (Arrays.stream(arrived).anyMatch(packets -> packets < size)) {
            slot();
            for (int m = 0; m < finish.length; m++) {
                if (arrived[m] == size && finish[m] == 0) {
                    finish[m] = now;
                }
            }
        }
        return finish;
    }

    private void slot() {
        findHeads();
        Arrays.fill(competitors, 0);
        for (int i = 0; i < heads; i++) {
            int queue = queueOf[step[i]];
            if (isLast[step[i]] || length[queue] < buffer) {
                wanting[linkOf[queue]][competitors[linkOf[queue]]++] = i;
            }
        }
        for (int link = 0; link < competitors.length; link++) {
            if (competitors[link] > 0) {
                move(wanting[link][random.nextInt(competitors[link])]);
            }
        }
        now++;
    }

    private void findHeads() {
        heads = 0;
        for (int s = 0; s < sources.size(); s++) {
            Deque<Integer> messages = sources.get(s);
            for (int i = messages.size(); i > 0 && left[messages.getFirst()] == 0; i--) {
                messages.addLast(messages.removeFirst());
            }
            if (left[messages.getFirst()] > 0) {
                from[heads] = queues.length + s;
                step[heads++] = route[messages.getFirst()];
            }
        }
        for (int q = 0; q < queues.length; q++) {
            if (length[q] > 0) {
                from[heads] = q;
                step[heads++] = queues[q][first[q]];
            }
        }
    }

    private void move(int head) {
        int of = message[step[head]];
        if (from[head] >= queues.length) {
            Deque<Integer> roundRobin = sources.get(from[head] - queues.length);
            roundRobin.addLast(roundRobin.removeFirst());
            left[of]--;
        } else {
            first[from[head]] = (first[from[head]] + 1) % buffer;
            length[from[head]]--;
        }
        if (isLast[step[head]]) {
            arrived[of]++;
        } else {
            int queue = queueOf[step[head]];
            queues[queue][(first[queue] + length[queue]++) % buffer] = step[head] + 1;
        }
    }
}
