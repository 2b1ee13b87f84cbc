package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.function.Supplier;
import org.tailback.error.InputException;

/** A connection to a server that has been greeted. Every failure of the server is an {@link InputException}. */
final class Connection implements AutoCloseable {
    /** The name of an order in messages. */
    static final Supplier<String> ORDER = () -> "an order";

    /** The address of the server, as host and port. */
    final String server;

    /** Time limit of each exchange, seconds. */
    private final double timeout;

    private final SocketChannel channel;
    private final Watchdog watchdog;
    private String description = "";

    private Connection(SocketChannel channel, String server, double timeout) {
        this.channel = channel;
        this.watchdog = new Watchdog(channel);
        this.server = server;
        this.timeout = timeout;
    }

    /** A part of the conversation. */
    interface Talk<T> {
        T with(SocketChannel channel) throws IOException;
    }

    /**
     * Connects to a server and checks that it speaks the protocol.
     *
     * @param kind {@link Wire#CLIENT} or {@link Wire#HOST}
     * @param timeout of each operation of the server, seconds, > 0
     * @throws InputException if it cannot be reached, is busy, or speaks another protocol
     */
    static Connection to(InetSocketAddress address, byte kind, double timeout) {
        String server = TcpServer.words(TcpServer.resolved(address));
        try {
            Connection connection = new Connection(SocketChannel.open(), server, timeout);
            try {
                connection.open(address, kind);
                return connection;
            } catch (IOException | InputException e) {
                connection.close();
                throw e;
            }
        } catch (ConnectException e) {
            throw new InputException(
                    server + ": nothing listens there (" + e.getMessage()
                            + "). Start 'tailback measure server --listen HOST:PORT' first",
                    e);
        } catch (SocketTimeoutException e) {
            throw new InputException(server + ": no answer within " + timeout + " s", e);
        } catch (IOException e) {
            throw new InputException(server + ": " + e.getMessage(), e);
        }
    }

    private void open(InetSocketAddress address, byte kind) throws IOException {
        channel.socket().connect(address, (int) Math.min(Integer.MAX_VALUE, Math.ceil(timeout * 1000)));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        try {
            description = watchdog.within(timeout, () -> {
                ByteBuffer greeting = ByteBuffer.allocate(Wire.GREETING.length + 1)
                        .put(Wire.GREETING)
                        .put(kind);
                Wire.write(channel, greeting.flip());
                if (!Arrays.equals(Wire.read(channel, Wire.GREETING.length).array(), Wire.GREETING)) {
                    throw new InputException(
                            server + ": another program listens there: it does not speak this protocol");
                }
                return Wire.words(channel);
            });
        } catch (EOFException e) {
            throw new InputException(
                    server + ": it closed the connection instead of greeting: it does not speak this protocol", e);
        } catch (SocketTimeoutException e) {
            throw new InputException(
                    server + ": no greeting within " + timeout
                            + " s: it serves another client at the moment, or does not speak this protocol",
                    e);
        }
    }

    /** Returns the server's description of its machine. */
    String description() {
        return description;
    }

    /**
     * Performs a part of the conversation.
     *
     * @param seconds time that it may take beyond the time limit, >= 0
     * @param what the request, for messages
     * @throws InputException if it takes longer, or the server is gone or reports a failure
     */
    <T> T talk(double seconds, Supplier<String> what, Talk<T> talk) {
        try {
            return watchdog.within(timeout + seconds, () -> talk.with(channel));
        } catch (IOException e) {
            throw new InputException(
                    server
                            + (e instanceof SocketTimeoutException
                                    ? ": no answer to " + what.get() + " within " + (timeout + seconds) + " s"
                                    : ": the server is gone (" + e.getMessage() + ") during " + what.get())
                            + ". Measured values are kept; start again to go on",
                    e);
        }
    }

    /** Sends a word of an order. */
    void say(byte word) {
        talk(0, ORDER, on -> {
            Wire.say(on, word);
            return word;
        });
    }

    /** Waits for a word of an order, for a number of seconds beyond the time limit. */
    void expect(byte word, double seconds) {
        talk(seconds, ORDER, on -> {
            expect(on, word, ORDER);
            return word;
        });
    }

    /** Reads one byte, which must be this one. */
    void expect(SocketChannel from, byte word, Supplier<String> what) throws IOException {
        byte found = Wire.read(from, 1).get();
        if (found == Wire.FAILED) {
            throw new InputException(server + ": " + Wire.words(from));
        }
        if (found != word) {
            throw new InputException(server + ": it refused " + what.get());
        }
    }

    @Override
    public void close() {
        TcpServer.closeQuietly(channel);
        watchdog.close();
    }
}
