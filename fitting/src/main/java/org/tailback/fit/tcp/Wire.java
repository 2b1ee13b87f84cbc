package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.tailback.fit.measure.Exchange;

/**
 * What goes over the connection. The client greets with {@link #GREETING}, the server with the same, the length of its
 * description and the description. Then, for every exchange, the client sends a request of {@value #REQUEST_BYTES}
 * bytes, the server one byte, {@link #READY} or {@link #REFUSED}, and the messages follow as plain bytes: their sizes
 * are known from the request. A message of 0 bytes is sent as one byte.
 */
final class Wire {
    /** First bytes of both sides: the protocol's name and version. */
    static final byte[] GREETING = "TAILBACK-PRTT-2\n".getBytes(StandardCharsets.US_ASCII);

    /** Largest message, 64 MiB. */
    static final long MAX_BYTES = 64L << 20;

    static final int MAX_MESSAGES = 4096;

    /** Longest delay, seconds. */
    static final double MAX_DELAY = 60;

    /** Longest description of a server, in bytes of UTF-8. */
    static final int MAX_DESCRIPTION = 1024;

    static final int REQUEST_BYTES = 4 + 8 + 8;
    static final byte READY = 'R';
    static final byte REFUSED = 'X';

    /** A piece of memory outside of the heap that every message is sent from and received into, touched once. */
    private static final int CHUNK = 1 << 20;

    private Wire() {}

    static ByteBuffer buffer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
        for (int i = 0; i < CHUNK; i += 1024) {
            buffer.put(i, (byte) i);
        }
        return buffer;
    }

    static ByteBuffer request(Exchange exchange) {
        return ByteBuffer.allocate(REQUEST_BYTES)
                .putInt(exchange.messages())
                .putLong(exchange.bytes())
                .putDouble(exchange.delay())
                .flip();
    }

    /** The exchange that was asked for, or null if something in it is out of bounds. */
    static @Nullable Exchange exchange(ByteBuffer request) {
        int messages = request.getInt();
        long bytes = request.getLong();
        double delay = request.getDouble();
        boolean inBounds = messages >= 1
                && messages <= MAX_MESSAGES
                && bytes >= 0
                && bytes <= MAX_BYTES
                && delay >= 0
                && delay <= MAX_DELAY;
        return inBounds ? new Exchange(messages, delay, bytes) : null;
    }

    static void send(SocketChannel channel, ByteBuffer buffer, long bytes) throws IOException {
        long left = Math.max(1, bytes);
        while (left > 0) {
            buffer.position(0).limit((int) Math.min(left, buffer.capacity()));
            while (buffer.hasRemaining()) {
                left -= channel.write(buffer);
            }
        }
    }

    static void receive(SocketChannel channel, ByteBuffer buffer, long bytes, int messages) throws IOException {
        long left = Math.max(1, bytes) * messages;
        while (left > 0) {
            buffer.position(0).limit((int) Math.min(left, buffer.capacity()));
            int count = channel.read(buffer);
            if (count < 0) {
                throw new EOFException("the other side closed the connection");
            }
            left -= count;
        }
    }

    /** Computes for a time: a sleeping processor would wake up late and in another state. */
    static void busyWait(double seconds) {
        if (seconds > 0) {
            long end = System.nanoTime() + Math.round(seconds * 1e9);
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    }

    static void read(SocketChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new EOFException("the other side closed the connection");
            }
        }
        into.flip();
    }

    static void write(SocketChannel channel, ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }
}
