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
import org.tailback.model.topology.TopologyPlan;

/**
 * Packets through a network of queues with credits, as simply as can be: what head-of-line means, on every topology
 * with equal links. All slots look at all queues; packets are counted where they arrive.
 *
 * <p>With a speed-up of n, a packet takes a slot from the queue at the input of a switch to the queue at its output,
 * and n slots on a link.
 */
final class Packets {
    /** By message and route: the number of its first step; those of a route follow each other. */
    private final int[][] routes;

    // by step: a link that a packet of a message takes on a route
    private final int[] message;
    private final int[] queueOf;
    private final boolean[] isLast;
    /** True where the routes of the message part. */
    private final boolean[] parts;

    /** By queue: the number of the link before it. */
    private final int[] linkOf;

    /** By link: slots that a packet takes. */
    private final int[] slots;

    private final boolean isAdaptive;
    private final int speedUp;
    private final int buffer;
    private final int window;
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
    /** By link: the first slot in which it is free. */
    private final int[] free;

    /** By link: the first packets that want it in this slot, and their number. */
    private final int[][] wanting;

    private final int[] competitors;
    /** By message. */
    private final int[] underWay;

    private final long[] left;
    private final long[] arrived;
    private int now;

    /** A link and the queue behind it: that of a lane and a virtual channel. Links inside of switches are negative. */
    private record Hop(int link, int lane, int channel) {}

    private record Step(int message, int queue, boolean isLast, boolean parts) {}

    /** Packets of the model's messages, sorted by source and each source's in its order of turns. */
    Packets(HeadOfLine model, int nodes, int[][] edges, long seed) {
        speedUp = model.speedUp();
        buffer = model.buffer();
        window = model.window();
        isAdaptive = model.adaptive();
        random = new SplittableRandom(seed);
        routes = new int[edges.length][];
        underWay = new int[edges.length];
        left = new long[edges.length];
        arrived = new long[edges.length];
        Arrays.fill(left, Long.MAX_VALUE);
        Map<Hop, Integer> hops = new LinkedHashMap<>();
        Map<Integer, Integer> links = new LinkedHashMap<>();
        Map<Integer, Deque<Integer>> bySource = new LinkedHashMap<>();
        List<Step> steps = new ArrayList<>();
        for (int m = 0; m < edges.length; m++) {
            Hop[][] found = routes(model, nodes, edges[m][0], edges[m][1]);
            routes[m] = new int[found.length];
            for (int route = 0; route < found.length; route++) {
                routes[m][route] = steps.size();
                for (int i = 0; i < found[route].length; i++) {
                    int queue = hops.computeIfAbsent(found[route][i], unused -> hops.size());
                    steps.add(new Step(m, queue, i == found[route].length - 1, i == parting(found)));
                }
            }
            bySource.computeIfAbsent(steps.get(routes[m][0]).queue(), unused -> new ArrayDeque<>())
                    .add(m);
        }
        message = steps.stream().mapToInt(Step::message).toArray();
        queueOf = steps.stream().mapToInt(Step::queue).toArray();
        isLast = new boolean[steps.size()];
        parts = new boolean[steps.size()];
        for (int i = 0; i < isLast.length; i++) {
            isLast[i] = steps.get(i).isLast();
            parts[i] = steps.get(i).parts();
        }
        hops.keySet().forEach(hop -> links.putIfAbsent(hop.link(), links.size()));
        linkOf = hops.keySet().stream().mapToInt(hop -> links.get(hop.link())).toArray();
        slots = links.keySet().stream().mapToInt(link -> link < 0 ? 1 : speedUp).toArray();
        sources = List.copyOf(bySource.values());
        queues = new int[linkOf.length][buffer];
        first = new int[linkOf.length];
        length = new int[linkOf.length];
        from = new int[sources.size() + queues.length];
        step = new int[from.length];
        free = new int[slots.length];
        wanting = new int[slots.length][from.length];
        competitors = new int[slots.length];
    }

    private static Hop[][] routes(HeadOfLine model, int nodes, int source, int destination) {
        TopologyPlan plan = model.topology();
        Topology topology = plan.on(Cluster.of(nodes, 1));
        int lane = PartAtHand.lane(destination, model.lanes());
        Hop[][] routes = new Hop[model.adaptive() ? topology.routes(source, destination) : 1][];
        int[] links = new int[topology.longestRoute()];
        for (int route = 0; route < routes.length; route++) {
            int length = topology.route(source, destination, route, links);
            List<Hop> hops = new ArrayList<>();
            int channel = 0;
            for (int i = 0; i < length; i++) {
                if (i > 0 && model.speedUp() > 1) {
                    hops.add(new Hop(-1 - links[i], lane, channel));
                }
                hops.add(new Hop(links[i], lane, channel));
                channel += topology.raisesChannel(links[i]) ? 1 : 0;
            }
            routes[route] = hops.toArray(Hop[]::new);
        }
        return routes;
    }

    /** The hop from which on routes differ. */
    private static int parting(Hop[][] routes) {
        for (int hop = 0; routes.length > 1; hop++) {
            for (Hop[] route : routes) {
                if (!route[hop].equals(routes[0][hop])) {
                    return hop;
                }
            }
        }
        return -1;
    }

    /** Packets of every message in the time of one on a link, means over many such times after a quarter as many. */
    double[] rates(int times) {
        further(times / 4);
        return further(times);
    }

    /** The same over as many times more. */
    double[] further(int times) {
        Arrays.fill(arrived, 0);
        for (int i = 0; i < times * speedUp; i++) {
            step();
        }
        return Arrays.stream(arrived)
                .mapToDouble(packets -> (double) packets / times)
                .toArray();
    }

    /** The times at which messages of so many packets have arrived, in the time of one packet on a link. */
    double[] finishes(int size) {
        Arrays.fill(left, size);
        double[] finish = new double[routes.length];
        while (Arrays.stream(arrived).anyMatch(packets -> packets < size)) {
            step();
            for (int m = 0; m < finish.length; m++) {
                if (arrived[m] == size && finish[m] == 0) {
                    finish[m] = (double) now / speedUp;
                }
            }
        }
        return finish;
    }

    private void step() {
        findHeads();
        Arrays.fill(competitors, 0);
        for (int i = 0; i < heads; i++) {
            if (isAdaptive) { // packets choose one after the other, in any order
                int drawn = i + random.nextInt(heads - i);
                swap(from, i, drawn);
                swap(step, i, drawn);
            }
            want(i);
        }
        for (int link = 0; link < competitors.length; link++) {
            if (competitors[link] > 0 && free[link] <= now) {
                free[link] = now + slots[link];
                move(wanting[link][random.nextInt(competitors[link])]);
            }
        }
        now++;
    }

    private static void swap(int[] numbers, int i, int k) {
        int swap = numbers[i];
        numbers[i] = numbers[k];
        numbers[k] = swap;
    }

    private void findHeads() {
        heads = 0;
        for (int s = 0; s < sources.size(); s++) {
            Deque<Integer> messages = sources.get(s);
            for (int i = messages.size(); i > 0 && !maySend(messages.getFirst()); i--) {
                messages.addLast(messages.removeFirst());
            }
            if (maySend(messages.getFirst())) {
                from[heads] = queues.length + s;
                step[heads++] = routes[messages.getFirst()][0];
            }
        }
        for (int q = 0; q < queues.length; q++) {
            if (length[q] > 0) {
                from[heads] = q;
                step[heads++] = queues[q][first[q]];
            }
        }
    }

    private boolean maySend(int of) {
        return left[of] > 0 && underWay[of] < window;
    }

    private void want(int head) {
        if (parts[step[head]]) {
            step[head] = leastLoaded(step[head]);
        }
        int queue = queueOf[step[head]];
        if (isLast[step[head]] || length[queue] < buffer) {
            wanting[linkOf[queue]][competitors[linkOf[queue]]++] = head;
        }
    }

    /** The same step on the route with the shortest queue, drawn where several are equal. */
    private int leastLoaded(int on) {
        int[] starts = routes[message[on]];
        int at = on;
        for (int start : starts) {
            at = start <= on ? on - start : at;
        }
        int least = Integer.MAX_VALUE;
        int equal = 0;
        for (int start : starts) {
            int load = load(queueOf[start + at]);
            equal = load < least ? 1 : equal + (load == least ? 1 : 0);
            least = Math.min(least, load);
        }
        int drawn = random.nextInt(equal);
        for (int start : starts) {
            if (load(queueOf[start + at]) == least && drawn-- == 0) {
                return start + at;
            }
        }
        throw new AssertionError("no route of " + starts.length);
    }

    private int load(int queue) {
        return length[queue] == buffer ? Integer.MAX_VALUE : length[queue] + competitors[linkOf[queue]];
    }

    private void move(int head) {
        int of = message[step[head]];
        if (from[head] >= queues.length) {
            Deque<Integer> turns = sources.get(from[head] - queues.length);
            turns.addLast(turns.removeFirst());
            underWay[of]++;
            left[of]--;
        } else {
            first[from[head]] = (first[from[head]] + 1) % buffer;
            length[from[head]]--;
        }
        if (isLast[step[head]]) {
            arrived[of]++;
            underWay[of]--;
        } else {
            int queue = queueOf[step[head]];
            queues[queue][(first[queue] + length[queue]++) % buffer] = step[head] + 1;
        }
    }
}
