package org.tailback.generator.hpl;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.platform.KernelModel;
import org.tailback.platform.KernelProgram;
import org.tailback.platform.Platform;
import org.tailback.random.RandomStreams;
import org.tailback.random.SplitMix64;
import org.tailback.sharing.BandwidthSharing;
import umontreal.ssj.probdist.HalfNormalDist;

/**
 * What messages and kernels take on a platform, for the ranks of one run. Where the platform knows its links, those
 * between the first two nodes of the run stand for all.
 */
final class Timing {
    private static final int QUANTILES = 1 << 12;
    private static final double MEAN_NOISE = Math.sqrt(2 / Math.PI);
    private static final double ASSUMED_SPEED = 10e9;
    private static final double[] HALF_NORMAL = new double[QUANTILES];
    /** Sizes whose charges are kept, a power of two. */
    private static final int KEPT = 1 << 10;

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
    private final BandwidthSharing sharing;
    private final Charge[] charges = new Charge[KEPT];
    private final int source;
    private final int destination;
    final int[] node;
    private final int[] cpu;
    private long state;

    Timing(Platform platform, Placement placement, int ranks, long seed) {
        this.platform = platform;
        cost = platform.cost();
        kernels = platform.kernels();
        speed = platform.hasComputeSpeed() ? platform.computeSpeed() : ASSUMED_SPEED;
        sharing = platform.sharing().on(platform.cluster(), seed);
        node = new int[ranks];
        cpu = new int[ranks];
        int[] seen = new int[platform.cluster().nodes()];
        int other = -1;
        for (int rank = 0; rank < ranks; rank++) {
            node[rank] = placement.nodeOf(rank);
            cpu[rank] = seen[node[rank]]++ % (kernels == null ? 1 : kernels.cpusPerNode());
            other = other < 0 && !isLocal(0, rank) ? node[rank] : other;
        }
        source = node[0];
        destination = other;
        state = Double.doubleToLongBits(RandomStreams.of(seed, "kernels of hpl").nextDouble());
    }

    private double noise(int calls) {
        state += SplitMix64.GOLDEN;
        double one = HALF_NORMAL[(int) (SplitMix64.mixed(state) >>> 52)];
        return calls == 1 ? one : MEAN_NOISE + (one - MEAN_NOISE) / Math.sqrt(calls);
    }

    /** The mean time of so many calls on a rank, with a draw of the noise of their mean; 0 if a size is 0. */
    double kernel(int rank, String name, long m, long n, long k, int calls) {
        if (m <= 0 || n <= 0 || k <= 0) {
            return 0;
        }
        if (kernels == null) {
            return KernelProgram.flops(name, m, n, k) / speed * platform.computeScale();
        }
        double seconds = kernels.seconds(node[rank], cpu[rank], name, m, n, k, noise(calls));
        return Double.isNaN(seconds) ? 0 : seconds * platform.computeScale();
    }

    boolean isLocal(int from, int to) {
        Cluster cluster = platform.cluster();
        return node[from] == node[to] || cluster.sameMachine(node[from], node[to]);
    }

    double probe() {
        return cost.probeOverhead();
    }

    Charge charge(int from, int to, long bytes) {
        boolean local = isLocal(from, to);
        long key = 2 * bytes + (local ? 1 : 0);
        int place = (int) (key * SplitMix64.GOLDEN >>> 32) & KEPT - 1;
        Charge known = charges[place];
        if (known == null || known.key() != key) {
            known = local ? inside(key, bytes) : between(key, bytes);
            charges[place] = known;
        }
        return known;
    }

    private Charge inside(long key, long bytes) {
        double own = platform.intraNode().overhead(bytes);
        double known = cost.localSeconds(bytes);
        boolean cheap = own >= 0;
        Protocol protocol = cost.protocol(bytes);
        return new Charge(
                key,
                cheap ? own : cost.sendOverhead(bytes),
                cheap ? own : cost.isendOverhead(bytes),
                cheap ? own : cost.receiveOverhead(bytes),
                cost.handshake(bytes),
                0,
                known >= 0 ? known : bytes / platform.intraNode().bytesPerSecond(bytes),
                platform.intraNode().latency(bytes),
                cost.latency(bytes),
                protocol.startsWhenMatched(),
                protocol.releasesSender(),
                false);
    }

    private Charge between(long key, long bytes) {
        double gap = cost.gap(bytes);
        double work = sharing.work(source, destination, cost.wireBytes(bytes), gap);
        Protocol protocol = cost.protocol(bytes);
        return new Charge(
                key,
                cost.sendOverhead(bytes),
                cost.isendOverhead(bytes),
                cost.receiveOverhead(bytes),
                cost.handshake(bytes),
                cost.startDelay(bytes, sharing.pathLatency(source, destination)),
                Math.max(gap, work / sharing.referenceRate(source, destination)),
                cost.latency(bytes),
                cost.latency(bytes),
                protocol.startsWhenMatched(),
                protocol.releasesSender(),
                cost.occupiesInterface() && !platform.sharing().sharesNodeLinks() && cost.occupancy(bytes) >= 0);
    }
}
