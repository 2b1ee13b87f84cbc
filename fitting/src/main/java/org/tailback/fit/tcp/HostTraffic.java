package org.tailback.fit.tcp;

import com.google.common.primitives.Doubles;
import java.io.IOException;
import java.net.InetSocketAddress;
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
 * The traffic of one host in a measurement between several hosts ({@link TcpHosts}). Each flow of an order runs in an
 * individual thread. Connections are opened on first use and kept for later orders. They are opened only to hosts of
 * the given list.
 */
final class HostTraffic implements AutoCloseable {
    /** Duration of load before the measured traffic begins, in nanoseconds, so that buffers fill. */
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
     * Reads and performs an order of the coordinator. The answer contains the times of the flows or the reason for a
     * failure.
     */
    void perform(Wire coordinator) throws IOException {
        try {
            stopped = false;
            List<Flow> flows =
                    coordinator.within(Wire.MOST_EXCHANGE_SECONDS, () -> coordinator.readOrder(hosts.size()));
            List<TcpRoundTrip> paths = new ArrayList<>();
            Map<Integer, Integer> used = new HashMap<>();
            for (Flow flow : flows) {
                int slot = used.merge(flow.destination(), 1, Integer::sum);
                paths.add(connections.computeIfAbsent(
                        flow.destination() + " " + slot,
                        key -> TcpRoundTrip.betweenHosts(hosts.get(flow.destination()), timeout)));
            }
            coordinator.say(Wire.READY);
            expect(coordinator, Wire.GO);
            boolean loaded = flows.stream().anyMatch(Flow::isLoad);
            List<CompletableFuture<double[]>> running = new ArrayList<>();
            for (int i = 0; i < flows.size(); i++) {
                Flow flow = flows.get(i);
                TcpRoundTrip path = paths.get(i);
                running.add(started(() -> flow.isLoad() ? load(flow, path) : timed(flow, path, loaded)));
            }
            List<double[]> times = new ArrayList<>();
            for (int i = 0; i < flows.size(); i++) {
                times.add(flows.get(i).isLoad() ? new double[0] : running.get(i).join());
            }
            coordinator.out.writeByte(Wire.TIMES);
            for (double seconds : Doubles.concat(times.toArray(double[][]::new))) {
                coordinator.out.writeDouble(seconds);
            }
            coordinator.out.flush();
            expect(coordinator, Wire.STOP);
            stopped = true;
            running.forEach(CompletableFuture::join);
            coordinator.say(Wire.DONE);
        } catch (InputException | CompletionException e) {
            Throwable why = e.getCause() instanceof InputException cause ? cause : e;
            coordinator.send(String.valueOf(why.getMessage()), Wire.FAILED);
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

    /**
     * Waits for a control byte of the coordinator. The coordinator may itself wait for other hosts for the duration of
     * an exchange.
     */
    private static void expect(Wire coordinator, byte word) throws IOException {
        if (coordinator.within(Wire.MOST_EXCHANGE_SECONDS, coordinator.in::readByte) != word) {
            throw new IOException("the coordinator sent an unexpected byte");
        }
    }

    @Override
    public void close() {
        stopped = true;
        connections.values().forEach(TcpRoundTrip::close);
    }
}
