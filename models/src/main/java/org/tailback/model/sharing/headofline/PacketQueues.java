package org.tailback.model.sharing.headofline;

import java.util.Arrays;
import org.tailback.error.InputException;

/** Queues of packets, first in, first out, each with the same room. A packet is the hop that it takes next. */
final class PacketQueues {
    /** Largest array. */
    private static final int MOST_PACKETS = Integer.MAX_VALUE - 8;

    /** Packets that a queue holds. */
    private final int room;

    /** By queue: the place of its first packet in the ring, and the number of its packets. */
    private int[] first = new int[16];

    private int[] length = new int[16];
    private int[] packets = new int[256];

    PacketQueues(int room) {
        this.room = room;
    }

    /** Empties so many queues. */
    void start(int queues) {
        if (queues > first.length) {
            first = new int[2 * queues];
            length = new int[2 * queues];
        }
        long needed = (long) queues * room;
        if (needed > MOST_PACKETS) {
            throw new InputException("head-of-line knows queues of " + MOST_PACKETS + " packets in all at most, found "
                    + queues + " queues with 'buffer: " + room + "'. Use a smaller buffer, fewer lanes, or max-min");
        }
        if (needed > packets.length) {
            packets = new int[(int) Math.min(MOST_PACKETS, 2 * needed)];
        }
        Arrays.fill(first, 0, queues, 0);
        Arrays.fill(length, 0, queues, 0);
    }

    boolean isFull(int queue) {
        return length[queue] == room;
    }

    /** Adds a packet; returns true if it is the only one. */
    boolean add(int queue, int packet) {
        int at = first[queue] + length[queue];
        packets[queue * room + (at >= room ? at - room : at)] = packet;
        return length[queue]++ == 0;
    }

    /** Removes the first packet; returns the next one, or {@link Outlets#NONE}. */
    int next(int queue) {
        if (--length[queue] == 0) {
            return Outlets.NONE;
        }
        first[queue] = first[queue] + 1 == room ? 0 : first[queue] + 1;
        return packets[queue * room + first[queue]];
    }
}
