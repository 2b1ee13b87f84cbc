package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.RoundTrip;

/**
 * The client of Listing 1 over TCP: no Nagle, messages from and into memory outside of the heap that is allocated and
 * touched once, delays by computing. Every failure of the other side is an {@link InputException} that says what
 * happened.
 */
public final class TcpRoundTrip implements RoundTrip {
    private final SocketChannel channel;
    private final Watchdog watchdog;
    private final double timeout;
    private final String server;
    private final String serverDescription;
    private final ByteBuffer sending = Wire.buffer();
    private final ByteBuffer receiving = Wire.buffer();
    private final ByteBuffer ready = ByteBuffer.allocate(1);

    private TcpRoundTrip(
            SocketChannel channel, Watchdog watchdog, double timeout, String server, String serverDescription) {
        this.channel = channel;
        this.watchdog = watchdog;
        this.timeout = timeout;
        this.server = server;
        this.serverDescription = serverDescription;
    }

    /**
     * Connects to a server and checks that it speaks the protocol.
     *
     * @param timeout how long the server may take for anything, seconds, > 0
     * @throws InputException if it cannot be reached, is busy, or is something else
     */
    public static TcpRoundTrip connect(InetSocketAddress address, double timeout) {
        String server = TcpServer.words(address);
        if (address.isUnresolved()) {
            throw new InputException("no host of the name '" + address.getHostString() + "' is known");
        }
        SocketChannel channel = null;
        Watchdog watchdog = null;
        try {
            channel = SocketChannel.open();
            channel.socket().connect(address, (int) Math.min(Integer.MAX_VALUE, Math.ceil(timeout * 1000)));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            watchdog = new Watchdog(channel);
            return new TcpRoundTrip(channel, watchdog, timeout, server, greet(channel, watchdog, timeout, server));
        } catch (ConnectException e) {
            close(channel, watchdog);
            throw new InputException(
                    server + ": nothing listens there (" + e.getMessage()
                            + "). Start 'tailback measure server --listen HOST:PORT' first",
                    e);
        } catch (SocketTimeoutException e) {
            close(channel, watchdog);
            throw new InputException(server + ": no answer within " + timeout + " s", e);
        } catch (IOException e) {
            close(channel, watchdog);
            throw new InputException(server + ": " + e.getMessage(), e);
        } catch (InputException e) {
            close(channel, watchdog);
            throw e;
        }
    }

    private static String greet(SocketChannel channel, Watchdog watchdog, double timeout, String server)
            throws IOException {
        Watchdog.Guard guard = watchdog.guard(timeout);
        try (guard) {
            Wire.write(channel, ByteBuffer.wrap(Wire.GREETING));
            ByteBuffer greeting = ByteBuffer.allocate(Wire.GREETING.length);
            Wire.read(channel, greeting);
            if (!Arrays.equals(greeting.array(), Wire.GREETING)) {
                throw new InputException(server + ": something else listens there: it does not speak this protocol");
            }
            ByteBuffer length = ByteBuffer.allocate(4);
            Wire.read(channel, length);
            int bytes = length.getInt();
            if (bytes < 0 || bytes > Wire.MAX_DESCRIPTION) {
                throw new InputException(server + ": it announces a description of " + bytes + " B; at most "
                        + Wire.MAX_DESCRIPTION + " are allowed");
            }
            ByteBuffer description = ByteBuffer.allocate(bytes);
            Wire.read(channel, description);
            return new String(description.array(), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ");
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

    @Override
    public double measure(Exchange exchange) {
        if (Wire.exchange(Wire.request(exchange)) == null) {
            throw new InputException("an exchange may have " + Wire.MAX_MESSAGES + " messages of " + Wire.MAX_BYTES
                    + " B and delays of " + Wire.MAX_DELAY + " s, asked for " + exchange);
        }
        double allowed = timeout + exchange.messages() * exchange.delay();
        Watchdog.Guard guard = watchdog.guard(allowed);
        try (guard) {
            Wire.write(channel, Wire.request(exchange));
            ready.clear();
            Wire.read(channel, ready);
            if (ready.get() != Wire.READY) {
                throw new InputException(server + ": it refused " + exchange);
            }
            return time(exchange);
        } catch (IOException e) {
            throw new InputException(
                    server
                            + (guard.hasBitten()
                                    ? ": no answer to " + exchange + " within " + allowed + " s"
                                    : ": the server is gone (" + e.getMessage() + ") during " + exchange)
                            + ". What was measured is kept; start again to go on",
                    e);
        }
    }

    private double time(Exchange exchange) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < exchange.messages(); i++) {
            Wire.busyWait(i == 0 ? 0 : exchange.delay());
            Wire.send(channel, sending, exchange.bytes());
        }
        Wire.receive(channel, receiving, exchange.bytes(), 1);
        return (System.nanoTime() - start) * 1e-9;
    }

    /** What the server says of its machine. */
    @Override
    public String partner() {
        return serverDescription;
    }

    @Override
    public String description() {
        return "TCP to " + server;
    }

    @Override
    public void close() {
        close(channel, watchdog);
    }

    private static void close(@Nullable SocketChannel channel, @Nullable Watchdog watchdog) {
        TcpServer.closeQuietly(channel);
        if (watchdog != null) {
            watchdog.close();
        }
    }
}
