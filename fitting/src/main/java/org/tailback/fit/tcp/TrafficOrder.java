package org.tailback.fit.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one node is to do, as the coordinator of a measurement orders: whom to send to, from whom to receive, and its
 * part in a ping-pong.
 *
 * @param sendTo nodes that get a message, each once
 * @param receiveFrom nodes that send one, each once
 * @param bytes size of the messages, >= 1
 * @param continuous whether messages follow each other until {@link #STOP}; else there is one
 * @param partner node of the ping-pong; -1 for none
 * @param pings round trips to time; 0 for the partner that answers
 */
record TrafficOrder(
        List<Integer> sendTo, List<Integer> receiveFrom, long bytes, boolean continuous, int partner, int pings) {
    /** First bytes of a connection: the protocol's name and version. */
    static final String GREETING = "TAILBACK-NODE-1\n";

    /** What a connection is for: the first byte after the greeting. The connecting rank follows as an int. */
    static final byte CONTROL = 'C';

    static final byte LOAD = 'L';
    static final byte PING = 'P';

    /** Answers of a node. */
    static final byte READY = 'R';

    static final byte BUSY = 'B';
    static final byte DONE = 'D';
    static final byte FAILED = 'F';

    /** Orders after a {@link TrafficOrder}. */
    static final byte GO = 'G';

    static final byte STOP = 'S';

    /** Most nodes of a measurement. */
    static final int MAX_NODES = 4096;

    /** Most round trips of a ping-pong. */
    static final int MAX_PINGS = 100_000;

    private static final int HEAD = 4 + 4 + 8 + 4 + 4 + 4;

    void write(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(HEAD + 4 * (sendTo.size() + receiveFrom.size()));
        buffer.putInt(sendTo.size()).putInt(receiveFrom.size()).putLong(bytes);
        buffer.putInt(continuous ? 1 : 0).putInt(partner).putInt(pings);
        sendTo.forEach(buffer::putInt);
        receiveFrom.forEach(buffer::putInt);
        Wire.write(channel, buffer.flip());
    }

    /**
     * Reads an order for a node; null if something in it is out of bounds. Nothing is allocated before it is bounded.
     */
    static @Nullable TrafficOrder read(SocketChannel channel, int nodes, int rank) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        Wire.read(channel, head);
        int sends = head.getInt();
        int receives = head.getInt();
        long bytes = head.getLong();
        int continuous = head.getInt();
        int partner = head.getInt();
        int pings = head.getInt();
        if (sends < 0 || sends >= nodes || receives < 0 || receives >= nodes) {
            return null;
        }
        ByteBuffer ranks = ByteBuffer.allocate(4 * (sends + receives));
        Wire.read(channel, ranks);
        List<Integer> sendTo = ranks(ranks, sends);
        List<Integer> receiveFrom = ranks(ranks, receives);
        boolean inBounds = others(sendTo, nodes, rank)
                && others(receiveFrom, nodes, rank)
                && bytes >= 1
                && bytes <= Wire.MAX_BYTES
                && (continuous == 0 || continuous == 1)
                && partner >= -1
                && partner < nodes
                && partner != rank
                && pings >= 0
                && pings <= MAX_PINGS
                && (partner >= 0 || pings == 0)
                && (partner < 0 || continuous == 1);
        return inBounds ? new TrafficOrder(sendTo, receiveFrom, bytes, continuous == 1, partner, pings) : null;
    }

    private static List<Integer> ranks(ByteBuffer buffer, int count) {
        List<Integer> ranks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranks.add(buffer.getInt());
        }
        return ranks;
    }

    private static boolean others(List<Integer> ranks, int nodes, int rank) {
        return new HashSet<>(ranks).size() == ranks.size()
                && ranks.stream().allMatch(other -> other >= 0 && other < nodes && other != rank);
    }
}
