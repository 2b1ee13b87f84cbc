package org.tailback.model.sharing.headofline;

import org.tailback.error.InputException;

/** First-in, first-out queues of packets with equal capacities. A packet is represented by its next hop. */
final class PacketQueues {
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Number of packets that a queue holds. */
    private final int room;
    /** Position of the first packet in the ring, and the number of packets, by queue. */
    private final int[] first;

    private final int[] length;
    private final int[] packets;

    PacketQueues(int queues, int room) {
        this.room = room;
        if ((long) queues * room > LARGEST_ARRAY) {
            throw new InputException("head-of-line supports queues of at most " + LARGEST_ARRAY
                    + " packets in total, found " + queues + " queues with 'buffer: " + room
                    + "'. Use a smaller buffer, fewer lanes, or max-min");
        }
        first = new int[queues];
        length = new int[queues];
        packets = new int[queues * room];
    }

    boolean isFull(int queue) {
        return length[queue] == room;
    }

    /** Adds a packet; returns true if it is the only packet of the queue. */
    boolean add(int queue, int packet) {
        int at = first[queue] + length[queue];
        packets[queue * room + (at >= room ? at - room : at)] = packet;
        return length[queue]++ == 0;
    }

    /** Removes the first packet; returns the next packet, or {@link Outlets#NONE}. */
    int next(int queue) {
        if (--length[queue] == 0) {
            return Outlets.NONE;
        }
        first[queue] = first[queue] + 1 == room ? 0 : first[queue] + 1;
        return packets[queue * room + first[queue]];
    }
}
