package org.tailback.model.sharing.fairtree;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.model.topology.HostLimits;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.stability.Internal;

/**
 * Sharing model of fair shares on a perfect binary tree, the network of PlogPT.
 *
 * <p><b>Prediction.</b> The throughput of messages on a commodity switch whose internal sub-switches are joined by
 * links too narrow for all their ports. The nodes are the leaves of a perfect binary tree; every edge of height h has
 * the bandwidth b(h) in each direction and divides it equally among the messages that use it in that direction.
 *
 * <p><b>Equations.</b> The height of a message between the leaves i and j is h = bitlength(i xor j). It uses the upward
 * edges of the heights 1 to h above i and the downward edges of the heights 1 to h above j. With c(E) messages on edge
 * E,
 *
 * <pre>  rate(C) = min over the edges E of C of b(h(E)) / c(E)                    [1] eq. (7)</pre>
 *
 * and other messages do not receive the unused rest of a message's share. An edge of height h + 1 carries at most the
 * traffic of its two children, so a value b(h+1) > 2 b(h) is replaced by 2 b(h) ([1] section III.A). The work of a
 * message of m bytes is b(1) g(m), with the gap g(m) measured at height 1 ([1] eq. (6)). If the cost was not measured
 * over these edges and b(1) g(m) is less than m, the work is m. The time of an uncontended message is the larger of
 * g(m) and its work over the bandwidth of the narrowest edge; its rate never exceeds work / g(m).
 *
 * <p><b>Worked example</b> ([1] section III.E; {@code PlogPtPaperTest}). Four nodes with b(1) = 3, b(2) = 4 and g = 8
 * all send to the node whose upper bit differs. Two messages cross each edge of height 2, each message has the rate
 * min(3/1, 4/2) = 2, and the work 3 * 8 = 24 takes 12. An uncontended message has the rate min(3, 4) = 3 and takes 8.
 *
 * <p><b>Inputs.</b> The bandwidth b(h) of the whole edge, not per node, in bytes per second; for the losses of {@code
 * tail-drop} also the buffer delay d(h) in seconds. There is one entry per height, from 1. The cluster's nodes are
 * padded to a power of two with unused leaves.
 *
 * <p><b>Assumptions, and when not to use it.</b> All edges of a height are equal; the two directions are independent
 * (measure b(h) with both in use); flow control does not delay messages. An unused share is lost, so rates are too low
 * where flows with different bottlenecks share a link: use {@code max-min} for networks with good flow control.
 *
 * <p><b>Cost.</b> Messages between the same two nodes form one batch. The start or end of a message changes the counts
 * of the 2 h edges of its path. The model then examines the batches on edges whose share is or was smaller than on both
 * edges below. A batch costs O(h) if its rate was such a share.
 *
 * <p><b>A message's injection rate</b> is never the bottleneck: the work is max(bytes on the wire, b(1) g(m)), so the
 * injection rate, work / g(m), is at least b(1), and the share on the edge of height 1 is at most b(1) ({@code
 * FairTreeSharingTest.rates_ofPacedFlows_areTheDefinition}).
 *
 * <p><b>Gaps of the paper.</b> Full duplex: c(E) counts one direction only. This is the only interpretation under which
 * each message of Fig. 11 has half of b(2) ({@code PlogPtPaperTest}). Clamping: Table II itself has b(4) > 2 b(3); a
 * warning reports this.
 *
 * <p>[1] A. Nomura, H. Matsuba, Y. Ishikawa, Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 *
 * @param givenBandwidth b(h) as given, indexed by h - 1, bytes per second
 * @param bandwidth effective b(h), after clamping
 * @param bufferDelay d(h), indexed by h - 1, seconds; empty if unknown
 */
public record FairTree(double[] givenBandwidth, double[] bandwidth, double[] bufferDelay) implements SharingModel {
    /** Name of the model in the registry. */
    public static final String NAME = "fair-tree";

    @Internal
    public FairTree {}

    /**
     * Returns a tree with buffer delays.
     *
     * @param bandwidth b(1), b(2), … of whole edges, bytes per second, finite, > 0
     * @param bufferDelay d(1), d(2), …, seconds, finite, > 0; empty if unknown; tail-drop losses are then unavailable
     */
    public static FairTree of(double[] bandwidth, double[] bufferDelay) {
        Preconditions.checkArgument(
                bandwidth.length >= 1 && (bufferDelay.length == 0 || bufferDelay.length == bandwidth.length),
                "%s bandwidths and %s buffer delays",
                bandwidth.length,
                bufferDelay.length);
        double[] clamped = bandwidth.clone();
        for (int h = 1; h < clamped.length; h++) {
            clamped[h] = Math.min(bandwidth[h], 2 * clamped[h - 1]);
        }
        return new FairTree(bandwidth.clone(), clamped, bufferDelay.clone());
    }

    /** Returns the height of a message between two leaves: 0 within one leaf. */
    public static int height(int leaf, int otherLeaf) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(leaf ^ otherLeaf);
    }

    /** Returns the number of heights of the tree. */
    public int heights() {
        return bandwidth.length;
    }

    /** Returns the effective b(h), after clamping, in bytes per second; h starts at 1. */
    public double bandwidth(int h) {
        return bandwidth[h - 1];
    }

    /** Returns b(h) as given, in bytes per second; h starts at 1. */
    public double givenBandwidth(int h) {
        return givenBandwidth[h - 1];
    }

    /** Returns whether buffer delays are known. */
    public boolean hasBufferDelays() {
        return bufferDelay.length > 0;
    }

    /** Returns d(h) in seconds; h starts at 1. */
    public double bufferDelay(int h) {
        return bufferDelay[h - 1];
    }

    /** Returns one sentence for each height whose bandwidth was clamped. */
    public List<String> clamped() {
        List<String> sentences = new ArrayList<>();
        for (int h = 2; h <= heights(); h++) {
            if (givenBandwidth(h) > bandwidth(h)) {
                sentences.add(
                        "fair-tree: b(" + h + ") = " + givenBandwidth(h) + " B/s is more than both edges of height "
                                + (h - 1) + " carry; it counts as 2 b(" + (h - 1) + ") = " + bandwidth(h) + " B/s");
            }
        }
        return sentences;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        int needed = height(0, cluster.nodes() - 1);
        if (needed > heights()) {
            throw new InputException("the tree of model fair-tree has " + heights() + " heights, enough for "
                    + (1L << heights()) + " nodes; the cluster has " + cluster.nodes() + ". Give b(h) up to height "
                    + needed);
        }
        return new FairTreeSharing(this, Arrays.copyOf(bandwidth, Math.max(1, needed)));
    }

    /** Provider of {@link FairTree} from {@code tree}, a list of {@code {bandwidth, buffer-delay}} by height. */
    public static final class Provider implements SharingModelProvider {
        private static final String TREE = "tree";
        private static final ParameterTable TABLE = ParameterTable.of("""
                tree | | list by height from 1: {bandwidth: b(h) of the whole edge in one direction, > 0; \
                buffer-delay: d(h), a time > 0, needed by loss tail-drop}""");
        private static final List<String> KEYS = List.of("bandwidth", "buffer-delay");

        @Override
        public Description description() {
            return TABLE.and(HostLimits.DUPLEXES)
                    .describe(
                            FairTree.NAME,
                            "PlogPT: equal shares on the edges of a binary tree, for commodity switches with"
                                    + " narrow inner links",
                            "Nomura, Matsuba, Ishikawa 2007, section III.A-B, equations (6) and (7)");
        }

        @Override
        public SharingModel create(Settings settings) {
            List<Settings> levels = settings.sections(TREE);
            if (levels.isEmpty()) {
                throw settings.problem(TREE, "the tree has no heights", "Give {bandwidth: …} for height 1 and up");
            }
            levels.forEach(level -> level.rejectUnknown(KEYS));
            double[] bandwidth = levels.stream()
                    .mapToDouble(level -> level.bytesPerSecond("bandwidth"))
                    .toArray();
            List<Settings> delayed =
                    levels.stream().filter(level -> level.has("buffer-delay")).toList();
            for (Settings level : delayed) {
                if (level.seconds("buffer-delay") == 0) {
                    throw level.problem("buffer-delay", "the buffer delay must be above 0", "");
                }
            }
            if (!delayed.isEmpty() && delayed.size() < bandwidth.length) {
                throw settings.problem(
                        TREE,
                        delayed.size() + " of " + bandwidth.length + " heights have a buffer-delay",
                        "Give it for every height or for none");
            }
            double[] delays = delayed.stream()
                    .mapToDouble(level -> level.seconds("buffer-delay"))
                    .toArray();
            FairTree model = FairTree.of(bandwidth, delays);
            return HostLimited.around(model, HostLimits.read(settings), model.bandwidth(1));
        }
    }
}
