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
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Machine;

/**
 * The server of Listing 1 over TCP, and a host of measurements between several hosts. It serves one client at a time;
 * other clients wait. With a list of hosts, it also sends to these hosts when its client orders it, and serves all of
 * them at once. It accepts only its own protocol, and connects only to hosts of its list. Every number in a request is
 * bounded. A client is disconnected if it is silent for {@value #IDLE_SECONDS} s, or exceeds the time limit of an
 * exchange. Arriving bytes are counted, never stored or interpreted.
 */
public final class TcpServer implements AutoCloseable {
    private static final double GREETING_SECONDS = 5;
    private static final double IDLE_SECONDS = 10;
    private static final int MOST_CONNECTIONS = 4096;

    private final ServerSocketChannel listening;
    private final List<InetSocketAddress> hosts;
    private final double idleSeconds;
    private final Consumer<String> log;
    private final Semaphore slot = new Semaphore(1, true);
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);
    private volatile boolean closed;

    private TcpServer(
            ServerSocketChannel listening, List<InetSocketAddress> hosts, double idleSeconds, Consumer<String> log) {
        this.listening = listening;
        this.hosts = List.copyOf(hosts);
        this.idleSeconds = idleSeconds;
        this.log = log;
    }

    /**
     * Returns a server that listens on an address.
     *
     * @param address to listen on; port 0 for any free port
     * @param hosts of measurements between several hosts, in the same order as on all other hosts and the coordinator;
     *     empty for none
     * @param log receives one sentence for each client that connects, disconnects or is refused; called from several
     *     threads
     * @throws InputException if the address cannot be used, for example because the port is busy
     */
    public static TcpServer listen(InetSocketAddress address, List<InetSocketAddress> hosts, Consumer<String> log) {
        return listen(address, hosts, IDLE_SECONDS, log);
    }

    static TcpServer listen(
            InetSocketAddress address, List<InetSocketAddress> hosts, double idleSeconds, Consumer<String> log) {
        return new TcpServer(bind(resolved(address)), hosts, idleSeconds, log);
    }

    /** Returns a listening socket; the message of the exception contains a remedy. */
    private static ServerSocketChannel bind(InetSocketAddress address) {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, 64);
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
                // a failure to close has no consequences
            }
        }
    }

    /** Returns the given address if its host name was resolved. */
    static InetSocketAddress resolved(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new InputException("no host with the name '" + address.getHostString() + "' is known");
        }
        return address;
    }

    static String words(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    /** Returns the address on which the server listens, with the chosen port. */
    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) listening.getLocalAddress();
        } catch (IOException e) {
            throw new InputException("the server is closed", e);
        }
    }

    /** Serves clients until {@link #close} is called from another thread, or a number of clients have been served. */
    public void serve(long clients) {
        AtomicLong left = new AtomicLong(clients);
        while (!closed) {
            try {
                SocketChannel channel = listening.accept();
                if (connections.tryAcquire()) {
                    Thread thread = new Thread(() -> greeted(channel, left), "tailback-server-connection");
                    thread.setDaemon(true);
                    thread.start();
                } else {
                    closeQuietly(channel);
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                log.accept("cannot accept a connection: " + FileErrors.reason(e));
            }
        }
    }

    private void greeted(SocketChannel channel, AtomicLong left) {
        String peer = "a client";
        try (channel) {
            Wire wire = new Wire(channel);
            peer = words((InetSocketAddress) channel.getRemoteAddress());
            byte kind = wire.within(GREETING_SECONDS, () -> wire.isGreeted() ? wire.in.readByte() : 0);
            if (kind == Wire.CLIENT) {
                slot.acquire();
                try {
                    log.accept("client " + peer + ": " + serve(wire, idleSeconds));
                } finally {
                    slot.release();
                    if (left.decrementAndGet() == 0) {
                        close();
                    }
                }
            } else if (kind == Wire.HOST && !hosts.isEmpty()) {
                serve(wire, Wire.MOST_EXCHANGE_SECONDS);
            } else {
                log.accept(peer + " refused: "
                        + (kind == Wire.HOST
                                ? "the server has no list of --hosts"
                                : "it does not use the protocol of tailback measure"));
            }
        } catch (IOException e) {
            log.accept(peer + " is gone: " + FileErrors.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.release();
        }
    }

    private String serve(Wire wire, double idle) throws IOException {
        wire.send(Machine.describe(), Wire.GREETING);
        ByteBuffer sending = Wire.buffer();
        ByteBuffer receiving = Wire.buffer();
        long requests = 0;
        try (HostTraffic traffic = new HostTraffic(hosts, idleSeconds)) {
            while (true) {
                int request = wire.within(idle, wire.in::read);
                if (request < 0) {
                    return "done after " + requests + " requests";
                }
                if (request == Wire.ORDER) {
                    traffic.perform(wire);
                } else if (request != Wire.EXCHANGE || !answered(wire, sending, receiving)) {
                    wire.say(Wire.REFUSED);
                    return "refused: it asked for more than " + Wire.MAX_BYTES + " B, " + Wire.MAX_MESSAGES
                            + " messages or " + Wire.MAX_DELAY + " s of delay, or with an unknown request";
                }
                requests++;
            }
        }
    }

    /** Receives the messages of an exchange and answers; returns false if the exchange is out of bounds. */
    private static boolean answered(Wire wire, ByteBuffer sending, ByteBuffer receiving) throws IOException {
        Exchange exchange = wire.within(GREETING_SECONDS, wire::exchange);
        if (!Wire.isInBounds(exchange)) {
            return false;
        }
        return wire.within(Wire.patience(exchange), () -> {
            wire.say(Wire.READY);
            wire.receive(receiving, exchange.bytes(), exchange.messages());
            wire.send(sending, exchange.answer());
            return true;
        });
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(listening);
    }
}
