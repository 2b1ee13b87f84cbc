package org.tailback.fit.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.tailback.error.InputException;

/**
 * One node of a measurement between many ({@link TcpPairs}): it sends to and receives from the other nodes of its own
 * list as a coordinator orders, and times what it receives.
 *
 * <p>It listens on its own address of the list, connects to addresses of the list only, serves one coordinator at a
 * time, speaks its own protocol only and bounds everything that it is asked for. What arrives is counted, never stored.
 */
public final class TcpNode implements AutoCloseable {
    private static final double GREETING_SECONDS = 5;
    private static final double PATIENCE_SECONDS = 10;
    private static final double IDLE_SECONDS = 600;

    private final List<InetSocketAddress> nodes;
    private final int rank;
    private final ServerSocketChannel listening;
    private final Consumer<String> log;
    private final Semaphore coordinator = new Semaphore(1);
    private final Semaphore served = new Semaphore(0);
    private final PeerChannels peers;
    private volatile boolean closed;

    private TcpNode(
            List<InetSocketAddress> nodes,
            int rank,
            ServerSocketChannel listening,
            double patience,
            Consumer<String> log) {
        this.nodes = List.copyOf(nodes);
        this.rank = rank;
        this.listening = listening;
        this.log = log;
        this.peers = new PeerChannels(this.nodes, rank, patience);
    }

    /**
     * Begins to listen.
     *
     * @param nodes the addresses of all nodes
     * @param rank which of them this is, from 0
     * @param log notified of coordinators that connect, disconnect or are refused, a sentence each; from several
     *     threads
     * @throws InputException if there is no such node, or its address cannot be used
     */
    public static TcpNode listen(List<InetSocketAddress> nodes, int rank, Consumer<String> log) {
        return listen(nodes, rank, PATIENCE_SECONDS, log);
    }

    /** @param patience how long another node may take to connect or to accept, seconds, > 0 */
    static TcpNode listen(List<InetSocketAddress> nodes, int rank, double patience, Consumer<String> log) {
        if (rank < 0 || rank >= nodes.size() || nodes.size() > TrafficOrder.MAX_NODES) {
            throw new InputException("expected a node from 0 to " + (nodes.size() - 1) + " of at most "
                    + TrafficOrder.MAX_NODES + ", found " + rank);
        }
        return new TcpNode(nodes, rank, TcpServer.bind(nodes.get(rank), nodes.size() + 4), patience, log);
    }

    /** Serves until {@link #close} is called from another thread, or so many coordinators have been served. */
    public void serve(long coordinators) {
        Thread accepting = new Thread(this::accept, "tailback-node-" + rank);
        accepting.setDaemon(true);
        accepting.start();
        try {
            for (long i = 0; i < coordinators && !closed; i++) {
                served.acquire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        while (!closed) {
            try {
                SocketChannel channel = listening.accept();
                Thread thread = new Thread(() -> greet(channel), "tailback-node-" + rank + "-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                log.accept("cannot accept connections: " + e);
            }
        }
    }

    private void greet(SocketChannel channel) {
        try (Watchdog watchdog = new Watchdog(channel)) {
            ByteBuffer greeting = ByteBuffer.allocate(TrafficOrder.GREETING.length() + 1 + 4);
            Watchdog.Guard patience = watchdog.guard(GREETING_SECONDS);
            try (patience) {
                Wire.read(channel, greeting);
            }
            byte[] words = new byte[TrafficOrder.GREETING.length()];
            greeting.get(words);
            byte kind = greeting.get();
            int from = greeting.getInt();
            if (!new String(words, StandardCharsets.US_ASCII).equals(TrafficOrder.GREETING)) {
                log.accept("refused " + channel.getRemoteAddress() + ": it does not speak this protocol");
                channel.close();
            } else if (kind == TrafficOrder.CONTROL) {
                control(channel, watchdog, from);
            } else if ((kind != TrafficOrder.LOAD && kind != TrafficOrder.PING) || !peers.accept(channel, kind, from)) {
                log.accept("refused " + channel.getRemoteAddress() + ": it is no node of this measurement");
                channel.close();
            }
        } catch (IOException e) {
            PeerChannels.closeQuietly(channel);
        }
    }

    private void control(SocketChannel channel, Watchdog watchdog, int expectedNodes) throws IOException {
        if (!coordinator.tryAcquire()) {
            Wire.write(channel, ByteBuffer.wrap(new byte[] {TrafficOrder.BUSY}));
            channel.close();
            return;
        }
        String who = String.valueOf(channel.getRemoteAddress());
        try (channel) {
            if (expectedNodes != nodes.size()) {
                fail(channel, "it counts " + nodes.size() + " nodes, the coordinator " + expectedNodes);
                return;
            }
            Wire.write(channel, ByteBuffer.wrap(new byte[] {TrafficOrder.READY}));
            while (true) {
                Watchdog.Guard idle = watchdog.guard(IDLE_SECONDS);
                try (idle) {
                    TrafficOrder order = TrafficOrder.read(channel, nodes.size(), rank);
                    if (order == null) {
                        fail(channel, "it was asked for too much, or for nonsense");
                        return;
                    }
                    new NodeTraffic(order, channel, peers, rank).run();
                }
            }
        } catch (IOException e) {
            log.accept("coordinator " + who + " is gone: " + e.getMessage());
        } finally {
            peers.closeAll();
            coordinator.release();
            served.release();
        }
    }

    static void fail(SocketChannel channel, String why) throws IOException {
        byte[] words = why.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(words.length, Wire.MAX_DESCRIPTION);
        Wire.write(
                channel,
                ByteBuffer.allocate(1 + 4 + length)
                        .put(TrafficOrder.FAILED)
                        .putInt(length)
                        .put(words, 0, length)
                        .flip());
    }

    @Override
    public void close() {
        closed = true;
        PeerChannels.closeQuietly(listening);
        peers.closeAll();
        served.release();
    }
}
