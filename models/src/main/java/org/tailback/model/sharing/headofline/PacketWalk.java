package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import org.tailback.random.SplitMix64;

/**
 * Packet-level sampling of a {@link PacketPart}, slot by slot, which defines the model's rates.
 *
 * <p>A source serves its messages' packets cyclically; every link except the last of a route ends in a queue of {@code
 * buffer} packets. In a slot, a link carries at most one packet, selected at random among the queues whose first packet
 * requests it, if the queue at its end has room.
 *
 * <p>Instead of the packets that leave their sources, the probabilities of leaving are added up: 1/n where n queues
 * request a link. Their sum has the same mean and much less noise. Each outlet keeps the sum of its probabilities so
 * far. A source reads the sum only when its request for the outlet begins and ends.
 */
final class PacketWalk {
    private static final int NONE = Outlets.NONE;

    private final PacketPart part;
    final Outlets outlets;
    private final PacketQueues packets;
    final Allowances allowances;
    /** Table of 1/n by n, with 0 for n = 0. */
    private final double[] share;

    private long random;
    /** Capacity of the slowest link, packets per slot. */
    double slowest = 1;

    // arrays by queue: sources first, then the queues behind links
    /** Next hop of the first packet of a queue; undefined where the queue is empty. */
    private final int[] head;
    /** Outlet that the first packet of a queue requests, or NONE. */
    private final int[] outlet;
    /** Position of a queue among the queues that request the same outlet, by queue. */
    private final int[] place;

    // arrays by source
    private final int[] current;
    private final int[] repeat;
    /** Sum of probabilities of the outlet at the beginning of the request, by source. */
    private final double[] since;

    // arrays by outlet
    /** Number of queues whose first packet requests the outlet. */
    private final int[] wanting;
    /** Sum over slots of the probability of each queue that requests the outlet. */
    private final double[] chances;
    /** Queue that requests the outlet, by hops before the outlet and then by position. */
    private final int[] queueAt;

    // arrays by link
    private final double[] token;
    private final int[] chosen;
    /** Number of packets left to send, by stream. */
    private final double[] left;

    /**
     * Creates a sampling in which every source is at its first packet and queues are empty.
     *
     * @param buffer number of packets that a queue holds, >= 1
     * @param seed seed of the random numbers of all samplings
     * @param number number of the sampling, which selects its random numbers
     */
    PacketWalk(PacketPart part, int buffer, long seed, int number) {
        this.part = part;
        random = seed * SplitMix64.GOLDEN + number;
        random = random == 0 ? SplitMix64.GOLDEN : random;
        for (int l = 0; l < part.links; l++) {
            slowest = Math.min(slowest, part.capacity[l]);
        }
        outlets = new Outlets(part);
        packets = new PacketQueues(outlets.queues, buffer);
        allowances = new Allowances(part, buffer);
        share = new double[outlets.queues + 1];
        for (int n = 1; n < share.length; n++) {
            share[n] = 1.0 / n;
        }
        head = new int[outlets.queues];
        outlet = new int[outlets.queues];
        place = new int[outlets.queues];
        Arrays.fill(outlet, NONE);
        int count = outlets.first[part.links];
        wanting = new int[count];
        chances = new double[count];
        queueAt = new int[outlets.hopsBefore[count]];
        token = new double[part.links];
        chosen = new int[part.links];
        Arrays.fill(token, 1);
        left = new double[part.streams];
        current = new int[part.sources];
        repeat = new int[part.sources];
        since = new double[part.sources];
        for (int s = 0; s < part.sources; s++) {
            current[s] = part.firstBatch[s];
            repeat[s] = part.weights[current[s]];
            want(s, part.entry[current[s]]);
        }
    }

    /**
     * Simulates a number of slots.
     *
     * @param chancesOfLeaving output by stream: sum of the probabilities of leaving over these slots
     */
    void pass(int slots, double[] chancesOfLeaving) {
        for (int i = 0; i < slots; i++) {
            prepare();
            carry();
        }
        for (int s = 0; s < part.sources; s++) {
            count(s);
        }
        System.arraycopy(left, 0, chancesOfLeaving, 0, left.length);
        Arrays.fill(left, 0);
    }

    /** Returns whether packets at the heads of queues wait for each other in a cycle. */
    boolean standsStill() {
        int queues = outlets.queues;
        boolean[] moves = new boolean[queues];
        int waiting = 0;
        for (int q = 0; q < queues; q++) {
            moves[q] = outlet[q] == NONE || hasRoom(outlet[q]);
            waiting += moves[q] ? 0 : 1;
        }
        for (boolean more = waiting > 0; more; ) {
            more = false;
            for (int q = 0; q < queues; q++) {
                if (!moves[q] && moves[outlets.behind[outlet[q]]]) {
                    moves[q] = true;
                    more = true;
                    waiting--;
                }
            }
        }
        return waiting > 0;
    }

    /** Returns the next hop of a queue's first packet, or NONE. */
    int wantedHop(int queue) {
        return outlet[queue] == NONE ? NONE : head[queue];
    }

    boolean hasRoomBehind(int hop) {
        return hasRoom(outlets.ofHop[hop]);
    }

    private boolean hasRoom(int of) {
        return !packets.isFull(outlets.behind[of]);
    }

    /** Begins a slot: sources that may send again request a link. */
    void prepare() {
        if (slowest < 1 || part.hasInjectionRates) {
            refill();
        }
        for (int s = 0; part.hasInjectionRates && s < part.sources; s++) {
            if (outlet[s] == NONE) {
                skipWaiting(s);
            }
        }
    }

    /** Ends a slot: links carry packets. */
    void carry() {
        int moving = 0;
        for (int i = 0; i < outlets.usedLinks; i++) {
            int l = outlets.used[i];
            int from = outlets.first[l];
            int to = outlets.first[l + 1];
            int n = from + 1 == to ? wanting[from] : candidates(from, to);
            if (n == 0 || from + 1 == to && !hasRoom(from) || slowest < 1 && token[l] < 1) {
                continue;
            }
            int drawn = n == 1 ? 0 : below(n);
            if (from + 1 == to) {
                chances[from] += share[n];
                chosen[moving++] = queueAt[outlets.hopsBefore[from] + drawn];
            } else {
                chosen[moving++] = drawnOf(from, to, share[n], drawn);
            }
            if (part.capacity[l] < 1) {
                token[l]--;
            }
        }
        for (int i = 0; i < moving; i++) {
            move(chosen[i]);
        }
    }

    /** Adds the probabilities of the queues that request a link; returns the queue with the given number among them. */
    private int drawnOf(int from, int to, double chance, int number) {
        int left = number;
        int queue = NONE;
        for (int o = from; o < to; o++) {
            if (wanting[o] > 0 && hasRoom(o)) {
                chances[o] += chance;
                if (left >= 0 && left < wanting[o]) {
                    queue = queueAt[outlets.hopsBefore[o] + left];
                }
                left -= wanting[o];
            }
        }
        return queue;
    }

    /** Returns the number of queues whose first packet may enter one of the outlets. */
    private int candidates(int from, int to) {
        int n = 0;
        for (int o = from; o < to; o++) {
            n += wanting[o] > 0 && hasRoom(o) ? wanting[o] : 0;
        }
        return n;
    }

    private void want(int queue, int hop) {
        int wanted = outlets.ofHop[hop];
        head[queue] = hop;
        if (outlet[queue] != wanted) {
            cease(queue);
            place[queue] = wanting[wanted]++;
            queueAt[outlets.hopsBefore[wanted] + place[queue]] = queue;
            outlet[queue] = wanted;
            if (queue < part.sources) {
                since[queue] = chances[wanted];
            }
        }
    }

    private void cease(int queue) {
        int from = outlet[queue];
        if (from == NONE) {
            return;
        }
        if (queue < part.sources) {
            count(queue);
        }
        int offset = outlets.hopsBefore[from];
        int last = queueAt[offset + --wanting[from]];
        queueAt[offset + place[queue]] = last;
        place[last] = place[queue];
        outlet[queue] = NONE;
    }

    private void count(int source) {
        if (outlet[source] != NONE) {
            double now = chances[outlet[source]];
            left[part.stream[current[source]]] += now - since[source];
            since[source] = now;
        }
    }

    private void move(int queue) {
        int hop = head[queue];
        int behind = outlets.behind[outlet[queue]];
        if (queue < part.sources) {
            advance(queue);
        } else {
            int next = packets.next(queue);
            if (next == NONE) {
                cease(queue);
            } else {
                want(queue, next);
            }
        }
        if (behind != Outlets.OUT) {
            enter(behind, part.after[hop]);
        }
    }

    private void enter(int queue, int next) {
        if (packets.add(queue, next)) {
            want(queue, next);
        }
    }

    private void advance(int source) {
        if (part.hasInjectionRates) {
            cease(source);
            allowances.sent(current[source]);
        }
        if (--repeat[source] == 0) {
            nextBatch(source);
        }
        if (!part.hasInjectionRates) {
            want(source, part.entry[current[source]]);
        }
    }

    private void nextBatch(int source) {
        current[source] = part.next[current[source]];
        repeat[source] = part.weights[current[source]];
    }

    /** Selects the next batch that may send a packet; the source waits if there is none. */
    private void skipWaiting(int source) {
        int from = current[source];
        do {
            if (allowances.maySend(current[source])) {
                want(source, part.entry[current[source]]);
                return;
            }
            nextBatch(source);
        } while (current[source] != from);
    }

    private void refill() {
        for (int l = 0; l < part.links; l++) {
            if (token[l] < 1) { // a waiting link does not accumulate capacity
                token[l] += part.capacity[l];
            }
        }
        if (part.hasInjectionRates) {
            allowances.refill();
        }
    }

    private int below(int n) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) ((random >>> 33) * n >>> 31);
    }
}
