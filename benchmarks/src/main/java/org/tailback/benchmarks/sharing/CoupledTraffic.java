package org.tailback.benchmarks.sharing;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;

/**
 * Messages of random sizes, 0.1 to 10 MB, between random nodes of a star under max-min: no two end together, and all
 * are coupled. Transfers per second of the simulating thread's CPU time:
 *
 * <pre>
 * flight NODES MESSAGES TRANSFERS   always as many messages in flight; each that ends is followed by another
 * pairs NODES                       all nodes send to all others at once
 * </pre>
 *
 * <p>{@code java -cp benchmarks/target/benchmarks.jar org.tailback.benchmarks.sharing.CoupledTraffic flight 128 512
 * 400000}
 */
public final class CoupledTraffic {
    private static final double SECOND = 1e9;

    private final Network network;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int nodes;
    private long toStart;
    private long ended;

    private CoupledTraffic(int nodes) {
        this.nodes = nodes;
        network = Network.builder(Cluster.of(nodes, 1))
                .model("max-min:topology=star,bandwidth=1.25 GB/s")
                .cost("hockney:latency=1us,bandwidth=1.25 GB/s")
                .build();
    }

    /** See the class comment. */
    public static void main(String[] arguments) {
        CoupledTraffic traffic = new CoupledTraffic(Integer.parseInt(arguments[1]));
        if (arguments[0].equals("pairs")) {
            traffic.startPairs();
            traffic.measure(Long.MAX_VALUE);
            return;
        }
        int messages = Integer.parseInt(arguments[2]);
        long transfers = Long.parseLong(arguments[3]);
        traffic.toStart = Long.MAX_VALUE;
        for (int i = 0; i < messages; i++) {
            traffic.startNext();
        }
        // the first quarter is the compiler's
        traffic.measure(transfers / 4);
        traffic.measure(transfers);
    }

    private void startPairs() {
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (source != destination) {
                    start(source, destination);
                }
            }
        }
    }

    private void startNext() {
        int source = random.nextInt(nodes);
        start(source, (source + 1 + random.nextInt(nodes - 1)) % nodes);
    }

    private void start(int source, int destination) {
        network.send(source, destination, 100_000 + random.nextLong(9_900_001), delivery -> {
            ended++;
            if (toStart > 0) {
                toStart--;
                startNext();
            }
        });
    }

    private void measure(long transfers) {
        long before = ended;
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        double next = network.nextInstant();
        while (ended - before < transfers && next < Double.POSITIVE_INFINITY) {
            network.advanceTo(next);
            next = network.nextInstant();
        }
        double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / SECOND;
        System.out.printf(
                "%d transfers in %.3f s of CPU: %.0f per second; the last at %s s%n",
                ended - before, seconds, (ended - before) / seconds, network.now());
    }
}
