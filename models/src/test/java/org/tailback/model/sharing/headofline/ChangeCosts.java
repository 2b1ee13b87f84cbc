package org.tailback.model.sharing.headofline;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;

/**
 * The CPU time of a change (one message ends, another starts) among 1,000 random messages between 64 nodes, over that
 * of max-min.
 *
 * <p>{@code main} prints the table of docs/models/head-of-line.md. Arguments: settings, such as {@code topology=star}.
 */
final class ChangeCosts {
    private static final int NODES = 64;
    private static final int MESSAGES = 1000;
    private static final int CHANGES = 300;
    /** Nanoseconds. */
    private static final long CPU_TIME_OF_ALL = 4_000_000_000L;

    private ChangeCosts() {}

    /** Prints a row for each topology. */
    public static void main(String[] arguments) {
        List<String> topologies = arguments.length > 0
                ? List.of(arguments)
                : List.of(
                        "topology=star",
                        "topology=fat-tree;down=4x4x4;up=1x2x2",
                        "topology=fat-tree;down=8x8;up=1x8",
                        "topology=dragonfly;groups=8x4x2",
                        "topology=dragonfly-plus;groups=4x4x4x4");
        for (String topology : topologies) {
            double ours = perChange(topology);
            double fair = perChange(topology + ";isolated=true");
            System.out.printf(
                    Locale.ROOT, "| %s | %.0f us | %.0f us | %.1f |%n", topology, ours * 1e6, fair * 1e6, ours / fair);
        }
    }

    /** CPU seconds of a change: the best of many rounds, as max-min takes some to be compiled. */
    private static double perChange(String settings) {
        double best = Double.POSITIVE_INFINITY;
        long end = cpuTime() + CPU_TIME_OF_ALL;
        while (cpuTime() < end) {
            Random random = new Random(1);
            BandwidthSharing network = HeadOfLineTest.model(settings).on(Cluster.of(NODES, 1), 1);
            double[] sum = {0};
            long start = 0;
            for (int i = 0; i < MESSAGES + CHANGES; i++) {
                if (i >= MESSAGES) {
                    network.flowEnded(i - MESSAGES);
                }
                int source = random.nextInt(NODES);
                network.flowStarted(i, source, (source + 1 + random.nextInt(NODES - 1)) % NODES);
                if (i >= MESSAGES) {
                    network.recompute((flow, rate) -> sum[0] += rate);
                } else if (i == MESSAGES - 1) {
                    network.recompute((flow, rate) -> sum[0] += rate);
                    start = cpuTime();
                }
            }
            best = Math.min(best, (cpuTime() - start) / 1e9 / CHANGES);
        }
        return best;
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
