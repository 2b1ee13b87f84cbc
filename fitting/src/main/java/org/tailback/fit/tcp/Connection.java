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

/** A connection to a server that has been greeted. Every failure of the other side is an {@link InputException}. */
final class Connection implements AutoCloseable {
    /** The address of the server, in words. */
    final String server;

    /** The server's description of its machine. */
    final String description;

    /** Time limit of each exchange, seconds. */
    final double timeout;

    private final SocketChannel channel;
    private final Watchdog watchdog;

    private Connection(SocketChannel channel, Watchdog watchdog, String server, String description, double timeout) {
        this.channel = channel;
        this.watchdog = watchdog;
        this.server = server;
        this.description = description;
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
        String server = TcpServer.words(address);
        if (address.isUnresolved()) {
            throw new InputException("no host of the name '" + address.getHostString() + "' is known");
        }
        SocketChannel channel = null;
        Watchdog watchdog = null;
        boolean connected = false;
        try {
            channel = SocketChannel.open();
            channel.socket().connect(address, (int) Math.min(Integer.MAX_VALUE, Math.ceil(timeout * 1000)));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            watchdog = new Watchdog(channel);
            String description = greet(channel, watchdog, kind, timeout, server);
            connected = true;
            return new Connection(channel, watchdog, server, description, timeout);
        } catch (ConnectException e) {
            throw new InputException(
                    server + ": nothing listens there (" + e.getMessage()
                            + "). Start 'tailback measure server --listen HOST:PORT' first",
                    e);
        } catch (SocketTimeoutException e) {
            throw new InputException(server + ": no answer within " + timeout + " s", e);
        } catch (IOException e) {
            throw new InputException(server + ": " + e.getMessage(), e);
        } finally {
            if (!connected) {
                TcpServer.closeQuietly(channel);
                if (watchdog != null) {
                    watchdog.close();
                }
            }
        }
    }

    private static String greet(SocketChannel channel, Watchdog watchdog, byte kind, double timeout, String server)
            throws IOException {
        Watchdog.Guard guard = watchdog.guard(timeout);
        try (guard) {
            Wire.write(
                    channel,
                    ByteBuffer.allocate(Wire.GREETING.length + 1)
                            .put(Wire.GREETING)
                            .put(kind)
                            .flip());
            ByteBuffer greeting = Wire.read(channel, Wire.GREETING.length);
            if (!Arrays.equals(greeting.array(), Wire.GREETING)) {
                throw new InputException(server + ": something else listens there: it does not speak this protocol");
            }
            return Wire.words(channel);
        } catch (EOFException e) {
            throw new InputException(
                    server + ": it closed the connection instead of greeting: it does not speak this protocol", e);
        } catch (IOException e) {
            if (guard.hasBitten()) {
                throw new InputException(
                        server + ": no greeting within " + timeout
                                + " s: it serves another client at the moment, or does not speak this protocol",
                        e);
            }
            throw e;
        }
    }

    /**
     * Performs a part of the conversation.
     *
     * @param seconds how long it may take beyond {@link #timeout}, >= 0
     * @param what is asked for, for messages
     * @throws InputException if it takes longer, or the server is gone or reports a failure
     */
    <T> T talk(double seconds, Supplier<String> what, Talk<T> talk) {
        Watchdog.Guard guard = watchdog.guard(timeout + seconds);
        try (guard) {
            return talk.with(channel);
        } catch (IOException e) {
            throw new InputException(
                    server
                            + (guard.hasBitten()
                                    ? ": no answer to " + what.get() + " within " + (timeout + seconds) + " s"
                                    : ": the server is gone (" + e.getMessage() + ") during " + what.get())
                            + ". Measured values are kept; start again to go on",
                    e);
        }
    }

    /** Reads one byte, which must be a certain one. */
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
