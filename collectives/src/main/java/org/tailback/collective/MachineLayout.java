package org.tailback.collective;

import com.google.common.base.Suppliers;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.sharing.BandwidthSharing;

/**
 * Placement of a program's ranks and speeds of machines without contention. Libraries query these properties when they
 * start, to choose algorithms that depend on nodes. A machine is a node of the platform, with its GPUs if any.
 *
 * @param placement node of each rank; null if every rank has a separate machine
 * @param cluster nodes of the platform; null if every rank has a separate machine
 * @param speeds speeds of machines without contention; computed at the first use, because only NCCL needs the speeds
 */
public record MachineLayout(
        @Nullable Placement placement, @Nullable Cluster cluster, Supplier<Speeds> speeds) {
    /**
     * Speeds of machines without contention.
     *
     * @param interfaceBandwidth bytes per second of an uncontended message between machines; infinite on one machine
     * @param localBandwidth bytes per second of an uncontended message inside a machine, > 0
     * @param networkLatency latency of a message between machines in seconds, >= 0
     * @param localLatency latency of a message inside a machine in seconds, >= 0
     * @param meshed whether two messages of one GPU to different GPUs of its machine use different links
     */
    public record Speeds(
            double interfaceBandwidth,
            double localBandwidth,
            double networkLatency,
            double localLatency,
            boolean meshed) {
        /** Measures the speeds on a platform, at the cost of one state of the sharing model. */
        static Speeds of(Platform platform) {
            Cluster cluster = platform.cluster();
            double local = platform.intraNode().bytesPerSecond(LARGE);
            double network = Double.POSITIVE_INFINITY;
            boolean meshed = false;
            int gpus = cluster.gpusPerMachine();
            BandwidthSharing sharing = platform.model().on(cluster, 0);
            if (cluster.machines().nodes() > 1) {
                double gap = platform.cost().gap(LARGE);
                double work = sharing.work(0, gpus, platform.cost().wireBytes(LARGE), gap);
                network = LARGE / Math.max(gap, work / sharing.referenceRate(0, gpus));
            }
            if (gpus > 1) {
                local = Math.min(local, sharing.referenceRate(0, 1));
                if (gpus > 2) {
                    double uncontendedRate = sharing.referenceRate(0, 1);
                    double[] rate = new double[2];
                    sharing.flowStarted(0, 0, 1, Double.POSITIVE_INFINITY);
                    sharing.flowStarted(1, 0, 2, Double.POSITIVE_INFINITY);
                    sharing.recompute((flow, value) -> rate[flow] = value);
                    meshed = rate[0] > 0.99 * uncontendedRate;
                }
            }
            return new Speeds(
                    network,
                    local,
                    platform.cost().latency(0),
                    platform.intraNode().latency(0),
                    meshed);
        }
    }

    private static final long LARGE = 64 << 20;

    /** Layout with every rank on a separate machine of unknown speed. */
    public static final MachineLayout NONE = new MachineLayout(
            null, null, () -> new Speeds(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 0, false));

    /**
     * Returns the layout of ranks on a platform. O(ranks).
     *
     * @param placed placement of the ranks; null for the platform's rule
     * @param ranks number of ranks, >= 1
     */
    public static MachineLayout of(Platform platform, @Nullable Placement placed, int ranks) {
        Cluster cluster = platform.cluster();
        Placement placement = platform.placed(placed, ranks);
        return new MachineLayout(placement, cluster, Suppliers.memoize(() -> Speeds.of(platform)));
    }

    /** Returns whether the ranks run on GPUs of machines. */
    public boolean hasGpus() {
        return cluster != null && cluster.hasGpus();
    }

    /** Returns the machine of a rank of the program. */
    public int machineOf(int rank) {
        return placement == null || cluster == null ? rank : cluster.machineOf(placement.nodeOf(rank));
    }

    /**
     * Returns whether a group with this number of GPUs per machine shares interfaces with GPUs of other groups on the
     * same machine.
     */
    boolean isCrowded(int members) {
        return cluster != null && cluster.gpusPerInterface() > 1 && members < cluster.gpusPerMachine();
    }

    /** Returns the network interface of a rank of the program among the interfaces of its machine, from 0. */
    public int interfaceOf(int rank) {
        return placement == null || cluster == null
                ? 0
                : placement.nodeOf(rank) % cluster.gpusPerMachine() / cluster.gpusPerInterface();
    }
}
