package org.tailback.fit.tcp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Machine;

/**
 * The server of Listing 1 over TCP. It serves one client at a time; others wait. It accepts its own protocol only,
 * bounds every number that it is sent, and drops a client that says nothing for {@value #IDLE_SECONDS} s, or takes
 * longer for an exchange than it should. What clients send is counted, never stored or interpreted.
 */
public final class TcpServer implements AutoCloseable {
    private static final double GREETING_SECONDS = 5;
    private static final double IDLE_SECONDS = 10;
    private static final double EXCHANGE_SECONDS = 60;
    private static final double MOST_EXCHANGE_SECONDS = 600;
    private static final double SLOWEST_BYTES_PER_SECOND = 1e6;

    private final ServerSocketChannel listening;
    private final double idleSeconds;
    private final Consumer<String> log;
    private volatile boolean closed;

    private TcpServer(ServerSocketChannel listening, double idleSeconds, Consumer<String> log) {
        this.listening = listening;
        this.idleSeconds = idleSeconds;
        this.log = log;
    }

    /**
     * Begins to listen.
     *
     * @param address where; port 0 for any that is free
     * @param log notified of clients that connect, disconnect or are refused, a sentence each; from the thread that
     *     serves
     * @throws InputException if the address cannot be used, for one because the port is busy
     */
    public static TcpServer listen(InetSocketAddress address, Consumer<String> log) {
        return listen(address, IDLE_SECONDS, log);
    }

    static TcpServer listen(InetSocketAddress address, double idleSeconds, Consumer<String> log) {
        return new TcpServer(bind(address), idleSeconds, log);
    }

    /** A socket that listens; the message of the exception says what to do. */
    private static ServerSocketChannel bind(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new InputException("no host of the name '" + address.getHostString() + "' is known");
        }
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, 4);
            return channel;
        } catch (IOException e) {
            closeQuietly(channel);
            String reason =
                    e instanceof BindException && String.valueOf(e.getMessage()).contains("in use")
                            ? "the port is in use. Choose another, or port 0 for any that is free"
                            : String.valueOf(e.getMessage());
            throw new InputException("cannot listen on " + words(address) + ": " + reason, e);
        }
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

    static String words(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    /** Where it listens, with the port that was chosen. */
    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) listening.getLocalAddress();
        } catch (IOException e) {
            throw new InputException("the server is closed", e);
        }
    }

    /**
     * Serves clients one after the other until {@link #close} is called from another thread, or so many have been
     * served.
     */
    public void serve(long clients) {
        for (long served = 0; served < clients && !closed; served++) {
            try (SocketChannel channel = listening.accept();
                    Watchdog watchdog = new Watchdog(channel)) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                String client = words((InetSocketAddress) channel.getRemoteAddress());
                try {
                    log.accept("client " + client + ": " + serve(channel, watchdog));
                } catch (IOException e) {
                    log.accept("client " + client + " is gone: " + e);
                }
            } catch (ClosedChannelException e) {
                if (closed) {
                    return;
                }
                log.accept("a client was gone at once");
            } catch (IOException e) {
                throw new InputException("cannot accept clients any more: " + e, e);
            }
        }
    }

    private String serve(SocketChannel channel, Watchdog watchdog) throws IOException {
        ByteBuffer greeting = ByteBuffer.allocate(Wire.GREETING.length);
        Watchdog.Guard patience = watchdog.guard(GREETING_SECONDS);
        try (patience) {
            Wire.read(channel, greeting);
        }
        if (!Arrays.equals(greeting.array(), Wire.GREETING)) {
            return "refused: it does not speak this protocol";
        }
        byte[] description = Machine.describe().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(description.length, Wire.MAX_DESCRIPTION);
        Wire.write(
                channel,
                ByteBuffer.allocate(Wire.GREETING.length + 4 + length)
                        .put(Wire.GREETING)
                        .putInt(length)
                        .put(description, 0, length)
                        .flip());
        ByteBuffer sending = Wire.buffer();
        ByteBuffer receiving = Wire.buffer();
        ByteBuffer request = ByteBuffer.allocate(Wire.REQUEST_BYTES);
        long exchanges = 0;
        while (true) {
            request.clear();
            Watchdog.Guard idle = watchdog.guard(idleSeconds);
            try (idle) {
                if (channel.read(request) < 0) {
                    return "done after " + exchanges + " exchanges";
                }
                Wire.read(channel, request);
            }
            Exchange exchange = Wire.exchange(request);
            if (exchange == null) {
                Wire.write(channel, ByteBuffer.wrap(new byte[] {Wire.REFUSED}));
                return "refused: it asked for more than " + Wire.MAX_BYTES + " B, " + Wire.MAX_MESSAGES
                        + " messages or " + Wire.MAX_DELAY + " s of delay, or for nonsense";
            }
            Watchdog.Guard busy = watchdog.guard(patience(exchange));
            try (busy) {
                Wire.write(channel, ByteBuffer.wrap(new byte[] {Wire.READY}));
                Wire.receive(channel, receiving, exchange.bytes(), exchange.messages());
                Wire.send(channel, sending, exchange.bytes());
            }
            exchanges++;
        }
    }

    /** How long an exchange may take, in seconds: its delays and its bytes over a slow network, within bounds. */
    private static double patience(Exchange exchange) {
        double bytes = (exchange.messages() + 1.0) * exchange.bytes();
        double delays = exchange.messages() * exchange.delay();
        return Math.min(MOST_EXCHANGE_SECONDS, EXCHANGE_SECONDS + delays + bytes / SLOWEST_BYTES_PER_SECOND);
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(listening);
    }
}
