package org.tailback.generator.hpl;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.cost.MessageCost;
import org.tailback.platform.KernelModel;
import org.tailback.platform.KernelProgram;
import org.tailback.platform.Platform;
import org.tailback.random.RandomStreams;
import org.tailback.random.SplitMix64;
import umontreal.ssj.probdist.HalfNormalDist;

/** What messages and kernels take on a platform, for the ranks of one run. */
final class Timing {
    private static final int QUANTILES = 1 << 12;
    static final double MEAN_NOISE = Math.sqrt(2 / Math.PI);
    private static final double ASSUMED_SPEED = 10e9;
    private static final double[] HALF_NORMAL = new double[QUANTILES];

    static {
        HalfNormalDist distribution = new HalfNormalDist(0, 1);
        for (int i = 0; i < QUANTILES; i++) {
            HALF_NORMAL[i] = distribution.inverseF((i + 0.5) / QUANTILES);
        }
    }

    private final MessageCost cost;
    private final Platform platform;
    private final @Nullable KernelModel kernels;
    private final double speed;
    final int[] node;
    private final int[] cpu;
    private long state;

    Timing(Platform platform, Placement placement, int ranks, long seed) {
        this.platform = platform;
        cost = platform.cost();
        kernels = platform.kernels();
        speed = platform.hasComputeSpeed() ? platform.computeSpeed() : ASSUMED_SPEED;
        node = new int[ranks];
        cpu = new int[ranks];
        int[] seen = new int[platform.cluster().nodes()];
        for (int rank = 0; rank < ranks; rank++) {
            node[rank] = placement.nodeOf(rank);
            cpu[rank] = seen[node[rank]]++ % (kernels == null ? 1 : kernels.cpusPerNode());
        }
        state = Double.doubleToLongBits(RandomStreams.of(seed, "kernels of hpl").nextDouble());
    }

    /** A draw of the absolute value of a standard normal variable. */
    double noise() {
        state += SplitMix64.GOLDEN;
        return HALF_NORMAL[(int) (SplitMix64.mixed(state) >>> 52)];
    }

    /** The time of a call on a rank, with a draw of the noise. */
    double kernel(int rank, String name, long m, long n, long k, double noise) {
        if (m <= 0 || n <= 0 || k <= 0) {
            return 0;
        }
        if (kernels == null) {
            return KernelProgram.flops(name, m, n, k) / speed;
        }
        double seconds = kernels.seconds(node[rank], cpu[rank], name, m, n, k, noise);
        return Double.isNaN(seconds) ? 0 : seconds;
    }

    boolean isLocal(int from, int to) {
        return node[from] == node[to];
    }

    /** Whether a message starts only when both sides are there. */
    boolean waitsForBoth(long bytes) {
        return cost.protocol(bytes).startsWhenMatched();
    }

    double sendOverhead(long bytes) {
        return cost.sendOverhead(bytes);
    }

    double receiveOverhead(long bytes) {
        return cost.receiveOverhead(bytes);
    }

    /** The time from the start of a message to its arrival. */
    double transfer(int from, int to, long bytes) {
        if (!isLocal(from, to)) {
            return cost.startDelay(bytes, Double.NaN) + cost.gap(bytes) + cost.latency(bytes);
        }
        double known = cost.localSeconds(bytes);
        return known >= 0
                ? known
                : platform.intraNode().latency() + bytes / platform.intraNode().bytesPerSecond();
    }

    /** How long a message holds the interface of its node, in seconds. */
    double occupancy(long bytes) {
        return cost.occupiesInterface() ? Math.max(0, cost.occupancy(bytes)) : 0;
    }

    /** The time of a message from when both sides are there. */
    double oneWay(int from, int to, long bytes) {
        return sendOverhead(bytes) + transfer(from, to, bytes) + receiveOverhead(bytes);
    }
}
