package org.tailback.fit.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Flow;

/**
 * The traffic of one host in a measurement between several ({@link TcpHosts}): the flows of an order, a thread each,
 * over connections that are made on first use, and kept for the next orders. It connects to hosts of its own list
 * only.
 */
final class HostTraffic implements AutoCloseable {
    /** Seconds of load before the measured traffic begins, so that buffers fill. */
    private static final long SETTLE_NANOSECONDS = 200_000_000;

    private final List<InetSocketAddress> hosts;
    private final double timeout;
    private final Map<String, TcpRoundTrip> connections = new HashMap<>();
    private volatile boolean stopped;

    /** @param timeout of each operation of another host, seconds, > 0 */
    HostTraffic(List<InetSocketAddress> hosts, double timeout) {
        this.hosts = hosts;
        this.timeout = timeout;
    }

    /**
     * Reads an order, performs it, and answers with the times of its flows or with the failure.
     *
     * @param watchdog guards the coordinator's connection
     */
    void perform(SocketChannel coordinator, Watchdog watchdog) throws IOException {
        try {
            stopped = false;
            List<Flow> flows =
                    watchdog.within(Wire.MOST_EXCHANGE_SECONDS, () -> Wire.readOrder(coordinator, hosts.size()));
            List<TcpRoundTrip> paths = new ArrayList<>();
            Map<Integer, Integer> used = new HashMap<>();
            for (Flow flow : flows) {
                int slot = used.merge(flow.destination(), 1, Integer::sum);
                paths.add(connections.computeIfAbsent(
                        flow.destination() + " " + slot,
                        key -> TcpRoundTrip.betweenHosts(hosts.get(flow.destination()), timeout)));
            }
            Wire.say(coordinator, Wire.READY);
            expect(coordinator, watchdog, Wire.GO);
            boolean loaded = flows.stream().anyMatch(Flow::isLoad);
            List<CompletableFuture<double[]>> running = new ArrayList<>();
            for (int i = 0; i < flows.size(); i++) {
                Flow flow = flows.get(i);
                TcpRoundTrip path = paths.get(i);
                running.add(started(() -> flow.isLoad() ? load(flow, path) : timed(flow, path, loaded)));
            }
            ByteBuffer times = ByteBuffer.allocate(1
                    + Double.BYTES * flows.stream().mapToInt(Flow::repetitions).sum());
            times.put(Wire.TIMES);
            for (int i = 0; i < flows.size(); i++) {
                if (!flows.get(i).isLoad()) {
                    for (double seconds : running.get(i).join()) {
                        times.putDouble(seconds);
                    }
                }
            }
            Wire.write(coordinator, times.flip());
            expect(coordinator, watchdog, Wire.STOP);
            stopped = true;
            running.forEach(CompletableFuture::join);
            Wire.say(coordinator, Wire.DONE);
        } catch (InputException | CompletionException e) {
            Throwable why = e.getCause() instanceof InputException cause ? cause : e;
            Wire.say(coordinator, Wire.FAILED);
            Wire.writeWords(coordinator, String.valueOf(why.getMessage()));
            throw new IOException(why.getMessage(), why);
        } finally {
            stopped = true;
        }
    }

    private static double[] timed(Flow flow, TcpRoundTrip path, boolean loaded) {
        LockSupport.parkNanos(loaded ? SETTLE_NANOSECONDS : 0);
        double[] seconds = new double[flow.repetitions()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = path.measure(flow.exchange());
        }
        return seconds;
    }

    private double[] load(Flow flow, TcpRoundTrip path) {
        while (!stopped) {
            path.measure(flow.exchange());
        }
        return new double[0];
    }

    private static CompletableFuture<double[]> started(Supplier<double[]> work) {
        return CompletableFuture.supplyAsync(work, task -> {
            Thread thread = new Thread(task, "tailback-flow");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** Waits for a word of the coordinator, which may wait for other hosts for the time of an exchange. */
    private static void expect(SocketChannel coordinator, Watchdog watchdog, byte word) throws IOException {
        if (watchdog.within(
                        Wire.MOST_EXCHANGE_SECONDS,
                        () -> Wire.read(coordinator, 1).get())
                != word) {
            throw new EOFException("the coordinator sent an unexpected word");
        }
    }

    @Override
    public void close() {
        stopped = true;
        connections.values().forEach(TcpRoundTrip::close);
    }
}
