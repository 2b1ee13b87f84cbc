package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Where packets were when the walks of the network's parts ended, so that a short walk need not begin with empty
 * queues. Batches and links have their numbers in the network here; those of a part are translated.
 */
final class PacketsLeft {
    private static final int BITS_OF_ROUTE = Integer.SIZE - PartAtHand.BITS_OF_NUMBER;

    /** By link: its packets, those that wait longest first: generation of a batch, its route, and its number. */
    private final long[][] packets;

    /** By link: the number of its packets. */
    private final int[] count;

    /** By node and lane: the batch whose turn it is, as a packet. */
    private final long[] turn;

    /** By batch: how often its number was used. */
    private int[] generation = new int[16];

    private int[] localOf = new int[16];
    private int[] batches = new int[64];

    /**
     * @param links of the network, twice as many as it has with queues at outputs of switches
     * @param groups nodes times lanes
     */
    PacketsLeft(int links, int groups) {
        packets = new long[links][];
        count = new int[links];
        turn = new long[groups];
        Arrays.fill(packets, new long[0]);
        Arrays.fill(turn, -1);
    }

    /** Assigns a number to another batch. */
    void opened(int batch) {
        if (batch >= generation.length) {
            generation = Arrays.copyOf(generation, Math.max(batch + 1, 2 * generation.length));
            localOf = Arrays.copyOf(localOf, generation.length);
        }
        generation[batch]++;
    }

    private long packetOf(int batch, int route) {
        return ((long) generation[batch] << BITS_OF_ROUTE | route) << PartAtHand.BITS_OF_NUMBER | batch;
    }

    private static int numberOf(long packet) {
        return (int) packet & PartAtHand.LARGEST_NUMBER;
    }

    private static int routeOf(long packet) {
        return (int) packet >>> PartAtHand.BITS_OF_NUMBER;
    }

    /** True if the packet's message is still in flight, as the part's batch. */
    private boolean isOf(Part part, long packet, int[] batchOf) {
        int batch = numberOf(packet);
        int local = localOf[batch];
        return packetOf(batch, routeOf(packet)) == packet
                && local < part.batches
                && part.routes[local] > 0
                && batchOf[local] == batch;
    }

    /**
     * Puts the packets into the queues of a walk that has just started.
     *
     * @param batchOf by batch of the part, unless it is a further route: its number in the network
     * @param linkOf by link of the part: its number in the network
     * @param groupOf by source: its node and lane
     */
    void restore(PacketWalk walk, Part part, int[] batchOf, int[] linkOf, int[] groupOf) {
        for (int b = 0; b < part.batches; b += part.routes[b]) {
            localOf[batchOf[b]] = b;
        }
        for (int l = 0; l < part.links; l++) {
            long[] waiting = packets[linkOf[l]];
            for (int i = 0; i < count[linkOf[l]]; i++) {
                if (isOf(part, waiting[i], batchOf)) {
                    walk.enqueue(localOf[numberOf(waiting[i])] + routeOf(waiting[i]), l);
                }
            }
        }
        for (int s = 0; s < part.sources; s++) {
            long next = turn[groupOf[s]];
            if (next >= 0 && isOf(part, next, batchOf)) {
                walk.setTurn(s, localOf[numberOf(next)]);
            }
        }
    }

    /** Remembers where the packets of a walk are. */
    void save(PacketWalk walk, Part part, int[] batchOf, int[] linkOf, int[] groupOf) {
        for (int l = 0; l < part.links; l++) {
            int waiting = walk.countBehind(l);
            if (waiting > batches.length) {
                batches = new int[2 * waiting];
            }
            walk.batchesBehind(l, batches);
            int link = linkOf[l];
            if (packets[link].length < waiting) {
                packets[link] = new long[2 * waiting];
            }
            count[link] = waiting;
            for (int i = 0; i < waiting; i++) {
                int first = part.ofRoute(batches[i]);
                packets[link][i] = packetOf(batchOf[first], batches[i] - first);
            }
        }
        for (int s = 0; s < part.sources; s++) {
            turn[groupOf[s]] = packetOf(batchOf[walk.turnOf(s)], 0);
        }
    }
}
