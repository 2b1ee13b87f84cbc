package org.tailback.fit.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a node with the others: one per direction for messages, one for ping-pong; made when first used,
 * and kept.
 */
final class PeerChannels {
    private final List<InetSocketAddress> nodes;
    private final int rank;
    private final int patienceMilliseconds;
    private final Map<String, SocketChannel> outgoing = new HashMap<>();
    private final Map<String, SocketChannel> incoming = new HashMap<>();

    /** @param patience how long another node may take to connect or to accept, seconds, > 0 */
    PeerChannels(List<InetSocketAddress> nodes, int rank, double patience) {
        this.nodes = nodes;
        this.rank = rank;
        this.patienceMilliseconds = (int) Math.ceil(1000 * patience);
    }

    /** A connection to a node, made now unless it was made before. */
    synchronized SocketChannel to(int node, byte kind) throws IOException {
        SocketChannel known = outgoing.get(key(node, kind));
        if (known != null && known.isOpen()) {
            return known;
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(nodes.get(node), patienceMilliseconds);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Wire.write(channel, greeting(kind, rank));
        } catch (IOException e) {
            closeQuietly(channel);
            throw new IOException("no connection from node " + rank + " to node " + node + ": " + e.getMessage(), e);
        }
        outgoing.put(key(node, kind), channel);
        return channel;
    }

    static ByteBuffer greeting(byte kind, int number) {
        return ByteBuffer.allocate(TrafficOrder.GREETING.length() + 1 + 4)
                .put(TrafficOrder.GREETING.getBytes(StandardCharsets.US_ASCII))
                .put(kind)
                .putInt(number)
                .flip();
    }

    /** Takes a connection that another node made; false if there is no such node. */
    synchronized boolean accept(SocketChannel channel, byte kind, int from) throws IOException {
        if (from < 0 || from >= nodes.size() || from == rank) {
            return false;
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        closeQuietly(incoming.put(key(from, kind), channel));
        notifyAll();
        return true;
    }

    /** The connection that a node made, awaited for a while. */
    synchronized SocketChannel from(int node, byte kind) throws IOException {
        long end = System.nanoTime() + patienceMilliseconds * 1_000_000L;
        SocketChannel channel = incoming.get(key(node, kind));
        while (channel == null || !channel.isOpen()) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IOException("no connection from node " + node + " to node " + rank + " within "
                        + patienceMilliseconds / 1000.0 + " s");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
            channel = incoming.get(key(node, kind));
        }
        return channel;
    }

    /** Closes everything; a connection in use fails. */
    synchronized void closeAll() {
        outgoing.values().forEach(PeerChannels::closeQuietly);
        incoming.values().forEach(PeerChannels::closeQuietly);
        outgoing.clear();
        incoming.clear();
    }

    private static String key(int node, byte kind) {
        return node + " " + kind;
    }

    static void closeQuietly(@Nullable Channel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // nothing is lost with it
            }
        }
    }
}
