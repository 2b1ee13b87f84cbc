package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Flow;

/**
 * The protocol of a connection. A client greets with {@link #GREETING} and its kind, {@link #CLIENT} or {@link #HOST};
 * the server with the same greeting and a description of itself. Then requests follow:
 *
 * <ul>
 *   <li>{@link #EXCHANGE} and the exchange's numbers: the server answers {@link #READY} or {@link #REFUSED}, and the
 *       messages follow as plain bytes, as their sizes are known. A message of 0 bytes is sent as one byte;
 *   <li>{@link #ORDER}, the number of hosts and the flows that the server sends to them: it answers {@link #READY},
 *       begins at {@link #GO}, answers with {@link #TIMES} and the seconds of all repetitions, ends its loads at {@link
 *       #STOP}, and confirms with {@link #DONE}; or sends {@link #FAILED} and the reason at any time.
 * </ul>
 */
final class Wire {
    /** First bytes of both sides: the protocol's name and version. */
    static final byte[] GREETING = "TAILBACK-PRTT-3\n".getBytes(StandardCharsets.US_ASCII);

    /** A client that measures or coordinates; a server has one at a time. */
    static final byte CLIENT = 'C';

    /** Another host of the same measurement. */
    static final byte HOST = 'H';

    static final byte EXCHANGE = 'E';
    static final byte ORDER = 'O';
    static final byte READY = 'R';
    static final byte REFUSED = 'X';
    static final byte GO = 'G';
    static final byte TIMES = 'T';
    static final byte STOP = 'S';
    static final byte DONE = 'D';
    static final byte FAILED = 'F';

    /** Largest message, 64 MiB. */
    static final long MAX_BYTES = 64L << 20;

    static final int MAX_MESSAGES = 4096;

    /** Longest delay, seconds. */
    static final double MAX_DELAY = 60;

    /** Most flows of an order, and repetitions of one. */
    static final int MAX_FLOWS = 1024;

    static final int MAX_REPETITIONS = 100_000;

    /** Longest description of a server, or reason, in bytes of UTF-8. */
    static final int MAX_WORDS = 1024;

    static final int EXCHANGE_BYTES = 4 + 8 + 8 + 8;

    static final double MOST_EXCHANGE_SECONDS = 600;

    private static final double EXCHANGE_SECONDS = 60;
    private static final double SLOWEST_BYTES_PER_SECOND = 1e6;

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

    static ByteBuffer put(ByteBuffer buffer, Exchange exchange) {
        return buffer.putInt(exchange.messages())
                .putLong(exchange.bytes())
                .putDouble(exchange.delay())
                .putLong(exchange.answer());
    }

    /** Returns the exchange that was asked for, or null if something in it is out of bounds. */
    static @Nullable Exchange exchange(ByteBuffer request) {
        int messages = request.getInt();
        long bytes = request.getLong();
        double delay = request.getDouble();
        long answer = request.getLong();
        Exchange exchange = new Exchange(messages, delay, bytes, answer);
        return isInBounds(exchange) ? exchange : null;
    }

    static boolean isInBounds(Exchange exchange) {
        return exchange.messages() >= 1
                && exchange.messages() <= MAX_MESSAGES
                && exchange.bytes() >= 0
                && exchange.bytes() <= MAX_BYTES
                && exchange.answer() >= 0
                && exchange.answer() <= MAX_BYTES
                && exchange.delay() >= 0
                && exchange.delay() <= MAX_DELAY;
    }

    /**
     * Returns the longest time of an exchange, in seconds: its delays and its bytes over a slow network, within bounds.
     */
    static double patience(Exchange exchange) {
        double bytes = (double) exchange.messages() * exchange.bytes() + exchange.answer();
        double delays = exchange.messages() * exchange.delay();
        return Math.min(MOST_EXCHANGE_SECONDS, EXCHANGE_SECONDS + delays + bytes / SLOWEST_BYTES_PER_SECOND);
    }

    /** @param hosts number of hosts in the list that destinations refer to */
    static void writeOrder(SocketChannel channel, int hosts, List<Flow> flows) throws IOException {
        ByteBuffer order = ByteBuffer.allocate(1 + 4 + 4 + flows.size() * (4 + 4 + 4 + EXCHANGE_BYTES));
        order.put(ORDER).putInt(hosts).putInt(flows.size());
        for (Flow flow : flows) {
            put(order.putInt(flow.source()).putInt(flow.destination()).putInt(flow.repetitions()), flow.exchange());
        }
        write(channel, order.flip());
    }

    /**
     * Reads an order without its first byte. Nothing is allocated before it is bounded.
     *
     * @throws InputException if something in it is out of bounds
     */
    static List<Flow> readOrder(SocketChannel channel, int hosts) throws IOException {
        ByteBuffer head = read(channel, 4 + 4);
        int expected = head.getInt();
        int count = head.getInt();
        if (expected != hosts) {
            throw new InputException("it was started with a list of " + hosts + " --hosts, the measurement has "
                    + expected + ": give the same list to all");
        }
        if (count < 0 || count > MAX_FLOWS) {
            throw new InputException("it was asked for " + count + " flows; at most " + MAX_FLOWS + " are allowed");
        }
        ByteBuffer body = read(channel, count * (4 + 4 + 4 + EXCHANGE_BYTES));
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int source = body.getInt();
            int destination = body.getInt();
            int repetitions = body.getInt();
            Exchange exchange = exchange(body);
            if (exchange == null
                    || Math.min(source, destination) < 0
                    || Math.max(source, destination) >= hosts
                    || source == destination
                    || repetitions < 0
                    || repetitions > MAX_REPETITIONS) {
                throw new InputException("it was asked for a flow that is out of bounds");
            }
            flows.add(new Flow(source, destination, exchange, repetitions));
        }
        return flows;
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

    /** Reads a text of the other side, without control characters. */
    static String words(SocketChannel channel) throws IOException {
        int bytes = read(channel, 4).getInt();
        if (bytes < 0 || bytes > MAX_WORDS) {
            throw new IOException("it announces " + bytes + " B of text; at most " + MAX_WORDS + " are allowed");
        }
        return new String(read(channel, bytes).array(), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ");
    }

    static void writeWords(SocketChannel channel, String words) throws IOException {
        byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_WORDS);
        write(
                channel,
                ByteBuffer.allocate(4 + length)
                        .putInt(length)
                        .put(bytes, 0, length)
                        .flip());
    }

    /** Reads a number of bytes. */
    static ByteBuffer read(SocketChannel channel, int bytes) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(bytes);
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new EOFException("the other side closed the connection");
            }
        }
        return into.flip();
    }

    /** Writes one byte. */
    static void say(SocketChannel channel, byte word) throws IOException {
        write(channel, ByteBuffer.wrap(new byte[] {word}));
    }

    static void write(SocketChannel channel, ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }
}
