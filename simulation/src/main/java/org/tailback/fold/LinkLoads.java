package org.tailback.fold;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cost.MessageCost;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.random.SplitMix64;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Link;

/**
 * Comparison of the links used by the streams of all ranks and of the replayed ranks.
 *
 * <p><b>Equality of rates.</b> Let the colour of a stream be the replayed rank that represents the sender, and the
 * label of the stream. A max-min fair allocation is unique, and each message has a bottleneck. If every link carries
 * exactly one stream of each colour that its counterpart carries, with the same capacity, then the rates of the
 * replayed streams, assigned to all streams of their colour, are feasible and have the same bottlenecks: they are the
 * allocation. By induction over time all ranks have the states of their representatives.
 *
 * <p>A link between switches whose capacity is at least the total capacity of all interfaces from which (or to which)
 * it carries messages is never a bottleneck, and is ignored.
 */
public final class LinkLoads {
    private final AdjustableCapacity network;
    private final BandwidthSharing sharing;
    private final Cluster cluster;
    private final List<Link> links;

    /** Hash of the colours of a link's streams, and loads of the interfaces at its ends, by link. */
    private final long[] colours;

    private final double[] into;
    private final double[] outOf;

    private LinkLoads(BandwidthSharing sharing, Cluster cluster) {
        this.sharing = sharing;
        this.network = (AdjustableCapacity) sharing;
        this.cluster = cluster;
        links = network.links();
        colours = new long[links.size()];
        into = new double[links.size()];
        outOf = new double[links.size()];
    }

    /**
     * Returns the reason why no fold is exact on a platform, independently of its links; empty if there is no such
     * reason.
     *
     * @param sharing state of the platform's sharing model
     * @param streams streams with the sizes of all messages
     */
    static String problem(Platform platform, BandwidthSharing sharing, Streams streams) {
        MessageCost cost = platform.cost();
        if (platform.loss().losesMessages()) {
            return "the network loses messages";
        }
        if (cost.isHalfDuplex()) {
            return "messages in opposite directions between two ranks take turns (rendezvous: in-turn)";
        }
        if (cost.occupiesInterface()
                && (!platform.model().sharesNodeLinks()
                        || streams.sizes().stream().anyMatch(bytes -> cost.interfaceGap(bytes) > 0))) {
            return "messages queue at the interfaces of their nodes (gap of cost " + cost.name() + ")";
        }
        return isUncontended(platform) || sharing instanceof AdjustableCapacity network && network.isFair()
                ? ""
                : "the network's model is not max-min fair sharing of links";
    }

    /** Returns whether messages between nodes do not slow each other down. */
    static boolean isUncontended(Platform platform) {
        return platform.model().name().equals(Uncontended.NAME);
    }

    /**
     * Returns the reason why replayed ranks, or their links, do not represent all ranks; empty if they do. O(streams x
     * links of a route).
     *
     * @param streams streams of the ranks
     */
    public static String problem(Streams streams, Window window, Platform platform, Placement placement, long seed) {
        int differing = streams.countDiffering(window::representative);
        if (differing > 0 || !streams.isMatched(window::isReplayed, window::standIn)) {
            return (differing > 1 ? differing + " GPUs have" : "1 GPU has")
                    + " partners in groups that differ from the partners of the representatives";
        }
        BandwidthSharing sharing = platform.model().on(platform.cluster(), seed);
        String problem = problem(platform, sharing, streams);
        if (!problem.isEmpty()) {
            return problem;
        }
        if (!(sharing instanceof AdjustableCapacity limited)) {
            return "messages do not share links";
        }
        if (limited.connectionCapacity() < Double.POSITIVE_INFINITY) {
            return "both directions between two GPUs share a limit (connection-duplex)";
        }
        long[][] all = new LinkLoads(sharing, platform.cluster())
                .routes(streams, window, any -> true, (rank, to) -> to, placement);
        long[][] few = new LinkLoads(sharing, platform.cluster())
                .routes(streams, window, window::isReplayed, window::standIn, placement);
        for (int rank = 0; rank < all.length; rank++) {
            int first = window.representative(rank);
            for (int label = 0; label < all[rank].length; label++) {
                boolean isOwn = !window.isReplayed(rank) || few[rank][label] == few[first][label];
                if (all[rank][label] != few[first][label] || !isOwn) {
                    return "messages of equivalent GPUs differ in routes or shared links: from " + rank + " to "
                            + streams.partners(rank)[label]
                            + (rank == first ? "" : "; compare " + first + " to " + streams.partners(first)[label]);
                }
            }
        }
        return "";
    }

    /** Returns for each rank and label a hash of the route's relevant properties; 0 if the rank sends nothing. */
    private long[][] routes(
            Streams streams, Window window, IntPredicate isIncluded, IntBinaryOperator partner, Placement placement) {
        long[][] hashes = new long[streams.vertices()][];
        Set<Long> counted = new HashSet<>();
        for (boolean areColoured : new boolean[] {false, true}) {
            for (int rank = 0; rank < hashes.length; rank++) {
                int[] partners = streams.partners(rank);
                hashes[rank] = new long[isIncluded.test(rank) ? partners.length : 0];
                for (int label = 0; label < hashes[rank].length; label++) {
                    if (!streams.sends(rank, label)) {
                        continue;
                    }
                    int from = placement.nodeOf(rank);
                    int to = placement.nodeOf(partner.applyAsInt(rank, partners[label]));
                    int[] route = from == to ? new int[0] : network.linksBetween(from, to);
                    if (areColoured) {
                        hashes[rank][label] = hash(route, from, to);
                    } else {
                        add(route, colour(window.representative(rank), label), counted);
                    }
                }
            }
        }
        return hashes;
    }

    private static long colour(int rank, int label) {
        return SplitMix64.mixed(SplitMix64.mixed(rank) + label);
    }

    private void add(int[] route, long colour, Set<Long> counted) {
        int first = end(route, Link.Direction.OUT);
        int last = end(route, Link.Direction.IN);
        for (int link : route) {
            colours[link] += colour;
            if (links.get(link).kind() == Link.Kind.INNER) {
                into[link] += uncounted(link, first, counted);
                outOf[link] += uncounted(link, last, counted);
            }
        }
    }

    /** Returns the interface through which a route leaves or enters a node, or -1. */
    private int end(int[] route, Link.Direction direction) {
        return Arrays.stream(route)
                .filter(link -> links.get(link).isEndOfNode() && links.get(link).direction() == direction)
                .findFirst()
                .orElse(-1);
    }

    private double uncounted(int link, int end, Set<Long> counted) {
        if (end < 0) {
            return Double.POSITIVE_INFINITY;
        }
        return counted.add((long) link << Integer.SIZE | end) ? network.builtCapacity(end) : 0;
    }

    private long hash(int[] route, int from, int to) {
        long sum = SplitMix64.mixed(from == to ? 1 : cluster.sameMachine(from, to) ? 2 : 3);
        if (from == to) {
            return sum;
        }
        sum += SplitMix64.mixed(Double.doubleToLongBits(sharing.referenceRate(from, to)) + 1)
                + SplitMix64.mixed(Double.doubleToLongBits(sharing.pathLatency(from, to)) + 2);
        for (int link : route) {
            double capacity = network.builtCapacity(link);
            Link its = links.get(link);
            boolean isNoBottleneck = its.kind() == Link.Kind.INNER && capacity >= Math.min(into[link], outOf[link]);
            sum += isNoBottleneck
                    ? 0
                    : SplitMix64.mixed(colours[link]
                            ^ SplitMix64.mixed(Double.doubleToLongBits(capacity)
                                    + its.kind().ordinal()));
        }
        return sum;
    }
}
