package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One order being carried out: connections are made, then {@link TrafficOrder#GO} starts a thread per message. A
 * message is its size in 8 bytes and that many bytes; size 0 ends continuous messages. Times count from the node's own
 * GO: that of another node comes a latency earlier or later, which long messages do not notice.
 */
final class NodeTraffic {
    /** How long load lasts before the first ping, so that buffers fill. */
    private static final long SETTLE_MILLISECONDS = 200;

    private static final byte AGAIN = 1;
    private static final byte ENOUGH = 0;

    private final TrafficOrder order;
    private final SocketChannel control;
    private final PeerChannels peers;
    private final int rank;
    private final List<Thread> threads = new ArrayList<>();
    private final double[] received;
    private volatile boolean stopped;
    private volatile @Nullable IOException failure;
    private volatile long start;

    NodeTraffic(TrafficOrder order, SocketChannel control, PeerChannels peers, int rank) {
        this.order = order;
        this.control = control;
        this.peers = peers;
        this.rank = rank;
        this.received = new double[order.receiveFrom().size()];
    }

    /** A step that may fail. */
    private interface Step {
        void run() throws IOException;
    }

    /** Carries the order out; if that fails, the coordinator receives the reason. */
    void run() throws IOException {
        try {
            carryOut();
        } catch (IOException e) {
            try {
                TcpNode.fail(control, String.valueOf(e.getMessage()));
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private void carryOut() throws IOException {
        prepare();
        answer(TrafficOrder.READY);
        expect(TrafficOrder.GO);
        start = System.nanoTime();
        threads.forEach(Thread::start);
        double[] results = received;
        if (order.continuous()) {
            results = order.pings() > 0 ? pings() : new double[0];
            report(results);
            expect(TrafficOrder.STOP);
            stopped = true;
            results = new double[0];
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        report(results);
    }

    /** Makes all connections and the threads that will use them. */
    private void prepare() throws IOException {
        List<SocketChannel> to = new ArrayList<>();
        for (int node : order.sendTo()) {
            to.add(peers.to(node, TrafficOrder.LOAD));
        }
        if (order.pings() > 0) {
            peers.to(order.partner(), TrafficOrder.PING);
        }
        for (SocketChannel channel : to) {
            ByteBuffer buffer = Wire.buffer();
            thread(() -> send(channel, buffer));
        }
        for (int i = 0; i < received.length; i++) {
            int index = i;
            SocketChannel channel = peers.from(order.receiveFrom().get(i), TrafficOrder.LOAD);
            ByteBuffer buffer = Wire.buffer();
            thread(() -> received[index] = receive(channel, buffer));
        }
        if (order.partner() >= 0 && order.pings() == 0) {
            SocketChannel channel = peers.from(order.partner(), TrafficOrder.PING);
            thread(() -> echo(channel));
        }
    }

    private void thread(Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (IOException e) {
                        failure = e;
                        // the others must not wait for what never comes
                        peers.closeAll();
                    }
                },
                "tailback-node-" + rank + "-traffic");
        thread.setDaemon(true);
        threads.add(thread);
    }

    private void send(SocketChannel channel, ByteBuffer buffer) throws IOException {
        do {
            Wire.write(channel, ByteBuffer.allocate(8).putLong(order.bytes()).flip());
            Wire.send(channel, buffer, order.bytes());
        } while (order.continuous() && !stopped);
        if (order.continuous()) {
            Wire.write(channel, ByteBuffer.allocate(8).putLong(0).flip());
        }
    }

    private double receive(SocketChannel channel, ByteBuffer buffer) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(8);
        while (true) {
            head.clear();
            Wire.read(channel, head);
            long bytes = head.getLong();
            if (bytes == 0 && order.continuous()) {
                return 0;
            }
            if (bytes != order.bytes()) {
                throw new IOException("a message of " + bytes + " B came instead of " + order.bytes());
            }
            Wire.receive(channel, buffer, bytes, 1);
            if (!order.continuous()) {
                return (System.nanoTime() - start) * 1e-9;
            }
        }
    }

    private double[] pings() throws IOException {
        try {
            Thread.sleep(SETTLE_MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        SocketChannel channel = peers.to(order.partner(), TrafficOrder.PING);
        double[] seconds = new double[order.pings()];
        ByteBuffer one = ByteBuffer.allocate(1);
        for (int i = 0; i < seconds.length; i++) {
            long before = System.nanoTime();
            Wire.write(channel, one.clear().put(AGAIN).flip());
            Wire.read(channel, one.clear());
            seconds[i] = (System.nanoTime() - before) * 1e-9;
        }
        Wire.write(channel, one.clear().put(ENOUGH).flip());
        return seconds;
    }

    private static void echo(SocketChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        while (true) {
            Wire.read(channel, one.clear());
            if (one.get(0) == ENOUGH) {
                return;
            }
            Wire.write(channel, one.rewind());
        }
    }

    private void report(double[] seconds) throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
        ByteBuffer buffer = ByteBuffer.allocate(1 + 4 + 8 * seconds.length)
                .put(TrafficOrder.DONE)
                .putInt(seconds.length);
        for (double value : seconds) {
            buffer.putDouble(value);
        }
        Wire.write(control, buffer.flip());
    }

    private void answer(byte word) throws IOException {
        Wire.write(control, ByteBuffer.wrap(new byte[] {word}));
    }

    private void expect(byte word) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        Wire.read(control, one);
        if (one.get() != word) {
            throw new EOFException("the coordinator said something unexpected");
        }
    }
}
