package org.tailback.model.sharing.headofline;

import org.tailback.error.InputException;

/** Queues of packets, first in, first out, each with the same room. A packet is the hop that it takes next. */
final class PacketQueues {
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Packets that a queue holds. */
    private final int room;
    /** Position of the first packet in the ring, and the number of packets, by queue. */
    private final int[] first;

    private final int[] length;
    private final int[] packets;

    PacketQueues(int queues, int room) {
        this.room = room;
        if ((long) queues * room > LARGEST_ARRAY) {
            throw new InputException("head-of-line supports queues of " + LARGEST_ARRAY
                    + " packets in all at most, found " + queues + " queues with 'buffer: " + room
                    + "'. Use a smaller buffer, fewer lanes, or max-min");
        }
        first = new int[queues];
        length = new int[queues];
        packets = new int[queues * room];
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
