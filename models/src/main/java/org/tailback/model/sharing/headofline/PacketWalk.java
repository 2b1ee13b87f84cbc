package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Packets walking through a {@link Part}, slot by slot: the definition of the model's rates, estimated over a bounded
 * number of slots.
 *
 * <p>A source serves its messages' packets in turn; a link but the last of a route ends in a queue of so many packets.
 * In a slot a link carries one packet at most, drawn among the queues whose first packet wants it, if the queue at its
 * end has room. A message with a window misses its turn while so many of its packets are under way. A first packet that
 * has several ways wants, anew in each slot, the link with the shortest queue behind it, counting the packets that want
 * it already; full queues come last, and it is drawn where several are equal.
 *
 * <p>Packets are not counted where they leave their sources, but the chances of leaving: 1/n where n queues want a
 * link. Their sum has the same mean and much less noise.
 *
 * <p>Slots are in windows. The first quarter of them is warm-up. When all windows are full and the scatter of their
 * means is too large, every two become one, and the walk goes on.
 */
final class PacketWalk {
    private static final int WINDOWS = 32;
    private static final int WARM_UP = WINDOWS / 4;
    /** Slots of a window at first, where all links are equally fast. */
    private static final int FIRST_WINDOW = 32;

    private static final int SHORTEST_WINDOW = 8;
    private static final int NONE = -1;
    /** The load of a way whose queue is full. */
    private static final int FULL = Integer.MAX_VALUE - 1;

    private static final long SEED = 0x9e3779b97f4a7c15L;

    private final int buffer;
    private final double[] share = new double[64];
    private Part part = new Part(1, HeadOfLine.UNBOUNDED);
    private long random;
    private long visits;
    /** Capacity of the slowest link. */
    private double slowest = 1;

    private int queues;
    // by queue: sources first, then those behind links
    /** The hop that its first packet takes next; not used where there is no packet. */
    private int[] head = new int[16];
    /** The link that its first packet wants, or NONE. */
    private int[] wants = new int[16];
    /** The queue behind that link that it goes to, or NONE. */
    private int[] next = new int[16];

    private int[] first = new int[16];
    private int[] length = new int[16];
    private int[] packets = new int[256];
    /** All queues in the order in which a slot looks at them. */
    private int[] order = new int[16];
    /** Queues whose first packet may go in this slot. */
    private int[] candidates = new int[16];
    // by source
    private int[] turn = new int[16];
    private int[] repeat = new int[16];
    // by link
    private double[] token = new double[16];
    private int[] wanting = new int[16];
    private int[] chosen = new int[16];
    private int[] wanted = new int[17];
    // by hop
    private int[] queueBehind = new int[32];
    private int[] batchOf = new int[32];
    // by batch
    private int[] underWay = new int[16];
    private double[] allowance = new double[16];
    /** True if the pace allowed more than the network took. */
    private boolean[] isBehind = new boolean[16];
    /** By stream: chances of leaving in this window. */
    private double[] left = new double[16];

    private double[][] windows = new double[WINDOWS][0];

    /** @param buffer packets that a queue holds, >= 1 */
    PacketWalk(int buffer) {
        this.buffer = buffer;
        for (int n = 1; n < share.length; n++) {
            share[n] = 1.0 / n;
        }
    }

    /**
     * Estimates packets per slot. Where packets stand still for ever in a circle of full queues, it splits the queues
     * and begins anew.
     *
     * @param classes by stream: streams of one class have one rate
     * @param precision relative standard error at which the walk ends, > 0
     * @param most visits to queues after which it ends in any case
     * @param seed of the draws
     * @param rate by stream: is set to the packets per slot of all its messages
     * @return the relative standard error, root mean square over streams
     */
    double estimate(Part of, int[] classes, double precision, long most, int seed, double[] rate) {
        start(of);
        random = SEED + seed;
        double first = Math.min(FIRST_WINDOW, Math.max(SHORTEST_WINDOW, most / ((double) WINDOWS * queues)));
        int slots = (int) Math.ceil(Math.min(first / slowest, Math.max(first, most / ((double) WINDOWS * queues))));
        int full = 0;
        while (true) {
            for (; full < WINDOWS; full++) {
                Arrays.fill(left, 0, part.streams, 0);
                for (int i = 0; i < slots; i++) {
                    slot();
                }
                visits += (long) slots * queues;
                System.arraycopy(left, 0, windows[full], 0, part.streams);
            }
            if (!part.isSplit && standsStill()) {
                part.split();
                start(part);
                full = 0;
                continue;
            }
            double error = evaluate(classes, slots, rate);
            if (error <= precision || 2 * visits > most) {
                return error;
            }
            for (int w = 0; w < WINDOWS / 2; w++) {
                for (int i = 0; i < part.streams; i++) {
                    windows[w][i] = windows[2 * w][i] + windows[2 * w + 1][i];
                }
            }
            full = WINDOWS / 2;
            slots *= 2;
        }
    }

    /** True if some first packets wait for each other in a circle. */
    private boolean standsStill() {
        boolean[] moves = new boolean[queues];
        int waiting = 0;
        for (int q = 0; q < queues; q++) {
            moves[q] = wants[q] == NONE;
            waiting += moves[q] ? 0 : 1;
        }
        for (boolean more = true; more; ) {
            more = false;
            for (int q = 0; q < queues; q++) {
                if (!moves[q] && (next[q] == NONE || length[next[q]] < buffer || moves[next[q]])) {
                    moves[q] = true;
                    more = true;
                    waiting--;
                }
            }
        }
        return waiting > 0;
    }

    /** Slots of the last walk, warm-up included. */
    double slots() {
        return visits / (double) queues;
    }

    private double evaluate(int[] classes, int slots, double[] rate) {
        int streams = part.streams;
        double[][] mean = new double[(WINDOWS - WARM_UP) / 2][streams];
        int[] members = new int[streams];
        for (int i = 0; i < streams; i++) {
            members[classes[i]]++;
            for (int w = WARM_UP; w < WINDOWS; w++) {
                mean[(w - WARM_UP) / 2][classes[i]] += windows[w][i] / (2.0 * slots);
            }
        }
        double squares = 0;
        double[] ofClass = new double[streams];
        for (int c = 0; c < streams && members[c] > 0; c++) {
            double sum = 0;
            double sumOfSquares = 0;
            for (double[] ofWindow : mean) {
                sum += ofWindow[c];
                sumOfSquares += ofWindow[c] * ofWindow[c];
            }
            int n = mean.length;
            double average = sum / n;
            double variance = Math.max(0, sumOfSquares / n - average * average) / (n - 1);
            squares += members[c] * (average > 0 ? variance / (average * average) : 1);
            ofClass[c] = average > 0 ? average / members[c] : 0.5 / ((WINDOWS - WARM_UP) * (double) slots);
        }
        for (int i = 0; i < streams; i++) {
            rate[i] = ofClass[classes[i]];
        }
        for (int b = 0; b < part.batches && part.isPaced; b++) {
            if (part.ways[b] > 0 && part.pace[b] < Double.POSITIVE_INFINITY && !isBehind[b]) {
                rate[part.stream[b]] = part.pace[b];
            }
        }
        return Math.sqrt(squares / streams);
    }

    /**
     * Walks so many slots, the first quarter of them uncounted, to see where packets wait.
     *
     * @param first by hop: is set to the part of the time in which one of its packets is first in its queue
     * @param full by hop: is set to the part of the time in which the queue behind its link is full
     */
    void observe(Part of, int slots, double[] first, double[] full) {
        start(of);
        random = SEED;
        double each = 1 / (slots - slots / 4.0);
        for (int i = 0; i < slots; i++) {
            slot();
            for (int q = 0; q < queues && i >= slots / 4; q++) {
                first[head[q]] += wants[q] == NONE ? 0 : each;
            }
            for (int b = 0; b < part.batches && i >= slots / 4; b++) {
                for (int hop = part.entry[b]; hop < part.lastHop(b); hop++) {
                    full[hop] += length[queueBehind[hop]] == buffer ? each : 0;
                }
            }
        }
    }

    /** Puts every source at its first turn, and empties queues. */
    private void start(Part of) {
        part = of;
        visits = 0;
        slowest = 1;
        for (int l = 0; l < part.links; l++) {
            slowest = Math.min(slowest, part.capacity[l]);
        }
        numberQueues();
        if (queues > head.length) {
            head = new int[2 * queues];
            wants = new int[2 * queues];
            next = new int[2 * queues];
            first = new int[2 * queues];
            length = new int[2 * queues];
            candidates = new int[2 * queues];
            order = new int[2 * queues];
        }
        if (queues * buffer > packets.length) {
            packets = new int[2 * queues * buffer];
        }
        for (int q = 0; q < queues; q++) {
            order[q] = q;
        }
        Arrays.fill(wants, 0, queues, NONE);
        Arrays.fill(length, 0, queues, 0);
        if (part.sources > turn.length) {
            turn = new int[2 * part.sources];
            repeat = new int[2 * part.sources];
        }
        if (part.links > token.length) {
            token = new double[2 * part.links];
            wanting = new int[2 * part.links];
            chosen = new int[2 * part.links];
            wanted = new int[2 * part.links + 1];
        }
        Arrays.fill(token, 0, part.links, 1);
        if (part.streams > left.length || windows[0].length == 0) {
            left = new double[2 * part.streams];
            windows = new double[WINDOWS][2 * part.streams];
        }
        if (part.batches > allowance.length) {
            underWay = new int[2 * part.batches];
            allowance = new double[2 * part.batches];
            isBehind = new boolean[2 * part.batches];
        }
        Arrays.fill(underWay, 0, part.batches, 0);
        Arrays.fill(allowance, 0, part.batches, 1);
        Arrays.fill(isBehind, 0, part.batches, false);
        for (int s = 0; s < part.sources; s++) {
            turn[s] = part.firstBatch[s];
            repeat[s] = part.turns[turn[s]];
            setHead(s, part.entry[turn[s]]);
        }
    }

    /** Numbers the queues that packets come to, and finds the one behind every hop. */
    private void numberQueues() {
        if (part.firstHop[part.batches] > queueBehind.length) {
            queueBehind = new int[2 * part.firstHop[part.batches]];
            batchOf = new int[queueBehind.length];
        }
        int[] number = new int[part.links * part.lanes * part.levels];
        queues = part.sources;
        for (int b = 0; b < part.batches; b++) {
            for (int hop = part.entry[b]; hop < part.lastHop(b); hop++) {
                int place = (part.link[hop] * part.lanes + part.lane[part.source[b]]) * part.levels + part.level[hop];
                if (number[place] == 0) {
                    number[place] = queues++;
                }
                queueBehind[hop] = number[place];
            }
            queueBehind[part.lastHop(b)] = NONE;
            Arrays.fill(batchOf, part.firstHop[b], part.firstHop[b + 1], b);
        }
    }

    private void setHead(int queue, int hop) {
        head[queue] = hop;
        wants[queue] = part.link[hop];
        next[queue] = queueBehind[hop];
    }

    private void slot() {
        if (slowest < 1 || part.isPaced) {
            refill();
        }
        if (part.isPaced || part.hasWindow()) {
            for (int s = 0; s < part.sources; s++) {
                if (wants[s] == NONE) {
                    skipWaiting(s);
                }
            }
        }
        int links = 0;
        int count = 0;
        if (part.isAdaptive) {
            shuffle();
        }
        for (int i = 0; i < queues; i++) {
            int q = order[i];
            if (part.isAdaptive && wants[q] != NONE && part.parts[head[q]]) {
                chooseWay(q);
            }
            int link = wants[q];
            if (link != NONE && (next[q] == NONE || length[next[q]] < buffer) && (slowest == 1 || token[link] >= 1)) {
                candidates[count++] = q;
                int n = ++wanting[link];
                wanted[links] = link;
                links += n == 1 ? 1 : 0;
                chosen[link] = below(n) == 0 ? q : chosen[link];
            }
        }
        for (int i = 0; i < count; i++) {
            int q = candidates[i];
            if (q >= part.sources) {
                continue;
            }
            int n = wanting[wants[q]];
            left[part.isPaced || part.hasWindow() ? part.stream[turn[q]] : q] += n < share.length ? share[n] : 1.0 / n;
        }
        for (int i = 0; i < links; i++) {
            int link = wanted[i];
            wanting[link] = 0;
            if (slowest < 1) {
                token[link] -= part.capacity[link] < 1 ? 1 : 0;
            }
            move(chosen[link]);
        }
    }

    /** Draws the order in which packets choose their ways. */
    private void shuffle() {
        for (int i = queues - 1; i > 0; i--) {
            int k = below(i + 1);
            int swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
    }

    /** Lets the first packet of a queue want the least loaded of its ways. */
    private void chooseWay(int queue) {
        int batch = batchOf[head[queue]];
        int at = head[queue] - part.firstHop[batch];
        int first = part.ofWay(batch);
        int best = NONE;
        int least = Integer.MAX_VALUE;
        int equal = 0;
        for (int way = first; way < first + part.ways[first]; way++) {
            int hop = part.firstHop[way] + at;
            int load = queueBehind[hop] == NONE ? 0 : length[queueBehind[hop]];
            load = load == buffer ? FULL : load + wanting[part.link[hop]];
            if (load < least || load == least && below(++equal) == 0) {
                equal = load < least ? 1 : equal;
                least = load;
                best = hop;
            }
        }
        setHead(queue, best);
    }

    private void move(int queue) {
        int hop = head[queue];
        int behind = next[queue];
        if (part.hasWindow() && behind == NONE) {
            underWay[part.ofWay(batchOf[hop])]--;
        }
        if (queue < part.sources) {
            nextTurn(queue);
        } else if (--length[queue] == 0) {
            wants[queue] = NONE;
        } else {
            first[queue] = first[queue] + 1 == buffer ? 0 : first[queue] + 1;
            setHead(queue, packets[queue * buffer + first[queue]]);
        }
        if (behind != NONE) {
            if (length[behind]++ == 0) {
                packets[behind * buffer + first[behind]] = hop + 1;
                setHead(behind, hop + 1);
            } else {
                int at = first[behind] + length[behind] - 1;
                packets[behind * buffer + (at >= buffer ? at - buffer : at)] = hop + 1;
            }
        }
    }

    private void nextTurn(int source) {
        allowance[turn[source]] -= part.isPaced ? 1 : 0;
        underWay[turn[source]] += part.hasWindow() ? 1 : 0;
        if (--repeat[source] == 0) {
            turn(source);
        }
        if (part.isPaced || part.hasWindow()) {
            wants[source] = NONE;
        } else {
            setHead(source, part.entry[turn[source]]);
        }
    }

    /** True if pace and window allow a packet of a batch. */
    private boolean maySend(int batch) {
        return (!part.isPaced || allowance[batch] >= 1)
                && (!part.hasWindow() || underWay[batch] < (long) part.window * part.messages(batch));
    }

    private void turn(int source) {
        int after = turn[source] + part.ways[turn[source]];
        turn[source] = after == part.firstBatch[source + 1] ? part.firstBatch[source] : after;
        repeat[source] = part.turns[turn[source]];
    }

    /** Goes on to the next batch that may send a packet; the source waits if there is none. */
    private void skipWaiting(int source) {
        int first = turn[source];
        do {
            if (maySend(turn[source])) {
                setHead(source, part.entry[turn[source]]);
                return;
            }
            turn(source);
        } while (turn[source] != first);
    }

    /** A slot passes for slow links and paced messages. */
    private void refill() {
        for (int l = 0; l < part.links; l++) {
            if (part.capacity[l] < 1) {
                token[l] = Math.min(1 + part.capacity[l], token[l] + part.capacity[l]);
            }
        }
        if (part.isPaced) {
            for (int b = 0; b < part.batches; b++) {
                allowance[b] += part.pace[b];
                if (allowance[b] > buffer) {
                    allowance[b] = buffer;
                    isBehind[b] = true;
                }
            }
        }
    }

    /** A random number from 0 to n - 1. */
    private int below(int n) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) ((random >>> 33) * n >>> 31);
    }
}
