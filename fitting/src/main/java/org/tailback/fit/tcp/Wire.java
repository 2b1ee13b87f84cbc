package org.tailback.fit.tcp;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Flow;

/**
 * One end of a connection and its protocol. A client sends {@link #GREETING} and its kind, {@link #CLIENT} or {@link
 * #HOST}; the server answers with the same greeting and a description of itself. Then requests follow:
 *
 * <ul>
 *   <li>{@link #EXCHANGE} and the exchange's numbers: the server answers {@link #READY} or {@link #REFUSED}. The
 *       messages follow as plain bytes because both ends know their sizes. A message of 0 bytes is sent as one byte;
 *   <li>{@link #ORDER}, the number of hosts and the flows from the server to these hosts: the server answers {@link
 *       #READY}, begins at {@link #GO}, answers with {@link #TIMES} and the seconds of all repetitions, ends its loads
 *       at {@link #STOP}, and confirms with {@link #DONE}. At any time, it may send {@link #FAILED} and the reason
 *       instead.
 * </ul>
 */
final class Wire implements AutoCloseable {
    /** First bytes that either end sends: the protocol's name and version. */
    static final byte[] GREETING = "TAILBACK-PRTT-3\n".getBytes(StandardCharsets.US_ASCII);

    /** Kind of a client that measures or coordinates; a server has one such client at a time. */
    static final byte CLIENT = 'C';

    /** Kind of a client that is another host of the same measurement. */
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

    /** Size of the largest message, 64 MiB. */
    static final long MAX_BYTES = 64L << 20;

    static final int MAX_MESSAGES = 4096;

    /** Longest delay, seconds. */
    static final double MAX_DELAY = 60;

    /** Largest number of flows of an order, and of repetitions of a flow. */
    static final int MAX_FLOWS = 1024;

    static final int MAX_REPETITIONS = 100_000;

    /** Length of the longest description of a server or reason for a failure, in bytes of UTF-8. */
    static final int MAX_WORDS = 1024;

    static final int EXCHANGE_BYTES = 4 + 8 + 8 + 8;
    static final double MOST_EXCHANGE_SECONDS = 600;
    private static final double EXCHANGE_SECONDS = 60;
    private static final double SLOWEST_BYTES_PER_SECOND = 1e6;

    /** Size in bytes of the off-heap buffer that every message is sent from and received into. */
    private static final int CHUNK = 1 << 20;

    final DataInputStream in;
    final DataOutputStream out;
    private final SocketChannel channel;

    Wire(SocketChannel channel) throws IOException {
        this.channel = channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        in = new DataInputStream(Channels.newInputStream(channel));
        out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
    }

    static ByteBuffer buffer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
        for (int i = 0; i < CHUNK; i += 1024) {
            buffer.put(i, (byte) i);
        }
        return buffer;
    }

    /** A step of the protocol. */
    interface Step<T> {
        T take() throws IOException;
    }

    /**
     * Performs a step of the protocol within a time limit, so that neither end waits forever for the other.
     *
     * @throws SocketTimeoutException if the step takes longer; the connection is then closed
     */
    <T> T within(double seconds, Step<T> step) throws IOException {
        CompletableFuture<Boolean> isLate = new CompletableFuture<>();
        isLate.completeOnTimeout(true, Math.round(seconds * 1e9), TimeUnit.NANOSECONDS)
                .thenAccept(late -> {
                    if (late) {
                        TcpServer.closeQuietly(channel);
                    }
                });
        try {
            return step.take();
        } catch (IOException e) {
            if (isLate.getNow(false)) {
                throw (IOException) new SocketTimeoutException("no data within " + seconds + " s").initCause(e);
            }
            throw e instanceof EOFException ? new EOFException("the other end closed the connection") : e;
        } finally {
            isLate.complete(false);
        }
    }

    /** Sends one byte. */
    void say(byte word) throws IOException {
        out.writeByte(word);
        out.flush();
    }

    /** Returns whether the next bytes are the {@link #GREETING}. */
    boolean isGreeted() throws IOException {
        byte[] greeting = new byte[GREETING.length];
        in.readFully(greeting);
        return Arrays.equals(greeting, GREETING);
    }

    void write(Exchange exchange) throws IOException {
        out.writeInt(exchange.messages());
        out.writeLong(exchange.bytes());
        out.writeDouble(exchange.delay());
        out.writeLong(exchange.answer());
    }

    /** Reads the requested exchange. Its values may be out of bounds. */
    Exchange exchange() throws IOException {
        int messages = in.readInt();
        long bytes = in.readLong();
        double delay = in.readDouble();
        return new Exchange(messages, delay, bytes, in.readLong());
    }

    static boolean isInBounds(Exchange exchange) {
        return exchange.messages() >= 1
                && exchange.messages() <= MAX_MESSAGES
                && Math.min(exchange.bytes(), exchange.answer()) >= 0
                && Math.max(exchange.bytes(), exchange.answer()) <= MAX_BYTES
                && exchange.delay() >= 0
                && exchange.delay() <= MAX_DELAY;
    }

    /**
     * Returns the longest time of an exchange, in seconds: the sum of its delays and the transfer time of its bytes on
     * a slow network, within bounds.
     */
    static double patience(Exchange exchange) {
        double bytes = (double) exchange.messages() * exchange.bytes() + exchange.answer();
        double delays = exchange.messages() * exchange.delay();
        return Math.min(MOST_EXCHANGE_SECONDS, EXCHANGE_SECONDS + delays + bytes / SLOWEST_BYTES_PER_SECOND);
    }

    /**
     * Sends an order.
     *
     * @param hosts number of hosts in the list to which destinations refer
     */
    void writeOrder(int hosts, List<Flow> flows) throws IOException {
        out.writeByte(ORDER);
        out.writeInt(hosts);
        out.writeInt(flows.size());
        for (Flow flow : flows) {
            out.writeInt(flow.source());
            out.writeInt(flow.destination());
            out.writeInt(flow.repetitions());
            write(flow.exchange());
        }
        out.flush();
    }

    /**
     * Reads an order without its first byte.
     *
     * @throws InputException if a value in the order is out of bounds
     */
    List<Flow> readOrder(int hosts) throws IOException {
        int expected = in.readInt();
        int count = in.readInt();
        if (expected != hosts) {
            throw new InputException("it was started with a list of " + hosts + " --hosts, the measurement has "
                    + expected + ": give the same list to all");
        }
        if (count < 0 || count > MAX_FLOWS) {
            throw new InputException("it was asked for " + count + " flows; at most " + MAX_FLOWS + " are allowed");
        }
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int source = in.readInt();
            int destination = in.readInt();
            int repetitions = in.readInt();
            Exchange exchange = exchange();
            if (!isInBounds(exchange)
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

    void send(ByteBuffer buffer, long bytes) throws IOException {
        long left = Math.max(1, bytes);
        while (left > 0) {
            buffer.position(0).limit((int) Math.min(left, buffer.capacity()));
            while (buffer.hasRemaining()) {
                left -= channel.write(buffer);
            }
        }
    }

    void receive(ByteBuffer buffer, long bytes, int messages) throws IOException {
        long left = Math.max(1, bytes) * messages;
        while (left > 0) {
            buffer.position(0).limit((int) Math.min(left, buffer.capacity()));
            int count = channel.read(buffer);
            if (count < 0) {
                throw new EOFException();
            }
            left -= count;
        }
    }

    /** Computes for a number of seconds. A sleeping processor would wake up late and with another clock rate. */
    static void busyWait(double seconds) {
        if (seconds > 0) {
            long end = System.nanoTime() + Math.round(seconds * 1e9);
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Reads a text from the other end, without control characters. */
    String words() throws IOException {
        int bytes = in.readInt();
        if (bytes < 0 || bytes > MAX_WORDS) {
            throw new IOException("it announces " + bytes + " B of text; at most " + MAX_WORDS + " are allowed");
        }
        byte[] text = new byte[bytes];
        in.readFully(text);
        return new String(text, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ");
    }

    /** Sends the given bytes and then a text. */
    void send(String words, byte... before) throws IOException {
        byte[] text = words.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MAX_WORDS);
        out.write(before);
        out.writeInt(length);
        out.write(text, 0, length);
        out.flush();
    }

    void connect(InetSocketAddress address, double timeout) throws IOException {
        channel.socket().connect(address, (int) Math.min(Integer.MAX_VALUE, Math.ceil(timeout * 1000)));
    }

    @Override
    public void close() {
        TcpServer.closeQuietly(channel);
    }
}
