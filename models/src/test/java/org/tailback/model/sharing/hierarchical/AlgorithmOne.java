package org.tailback.model.sharing.hierarchical;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.testing.FlowsInFlight.Flow;

/**
 * Algorithm 1 of Zhu et al. line by line for all messages at once, one after the other, with a queue that is searched
 * for the largest key, in 50 decimal digits. Sets S are lists of messages, by resource: the nodes outwards, inwards,
 * the racks outwards, inwards.
 */
final class AlgorithmOne {
    private static final MathContext DIGITS = new MathContext(50);
    private static final BigDecimal ROUNDING = new BigDecimal("1e-12");
    private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

    private final HierarchicalEthernet model;
    private final Cluster cluster;
    private final List<Link> links = new ArrayList<>();
    /** By resource: k does not change, as all messages stay in S. */
    private final Map<Integer, BigDecimal> congestions = new HashMap<>();
    /** The message that is being given a bandwidth. */
    private @Nullable Link current;

    private int pops;

    /** A logical link e_ab: a message, with the resources of its S and its S-bar. */
    private final class Link {
        final Flow flow;
        final int[] with;
        final int[] contra;
        final boolean[] isEmpty;

        @Nullable
        BigDecimal bandwidth;

        Link(Flow flow) {
            this.flow = flow;
            int n = cluster.nodes();
            int a = cluster.rackOf(flow.source());
            int b = cluster.rackOf(flow.destination());
            int racks = 2 * n;
            int r = Math.max(1, cluster.racks().size());
            with = a == b
                    ? new int[] {flow.source(), n + flow.destination()}
                    : new int[] {flow.source(), n + flow.destination(), racks + a, racks + r + b};
            contra = a == b
                    ? new int[] {n + flow.source(), flow.destination()}
                    : new int[] {n + flow.source(), flow.destination(), racks + r + a, racks + b};
            isEmpty = new boolean[with.length];
            Arrays.fill(isEmpty, !model.asymmetric());
        }

        BigDecimal k() {
            return Arrays.stream(with)
                    .mapToObj(AlgorithmOne.this::congestion)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }

        BigDecimal kBar() {
            BigDecimal largest = BigDecimal.ZERO;
            for (int i = 0; i < contra.length; i++) {
                largest = isEmpty[i] ? largest : largest.max(congestion(contra[i]));
            }
            return largest;
        }
    }

    AlgorithmOne(HierarchicalEthernet model, Cluster cluster, Collection<Flow> flows) {
        this.model = model;
        this.cluster = cluster;
        flows.forEach(flow -> links.add(new Link(flow)));
    }

    private BigDecimal capacity(int resource) {
        return new BigDecimal(resource < 2 * cluster.nodes() ? model.nicBandwidth() : model.rackBandwidth());
    }

    private List<Link> on(int resource) {
        return links.stream()
                .filter(link -> Arrays.stream(link.with).anyMatch(r -> r == resource))
                .toList();
    }

    private BigDecimal congestion(int resource) {
        return congestions.computeIfAbsent(
                resource, each -> new BigDecimal(on(each).size()).divide(capacity(each), DIGITS));
    }

    /** Compares with a relative tolerance. */
    private static int compare(BigDecimal a, BigDecimal b) {
        return a.subtract(b).abs().compareTo(a.abs().multiply(ROUNDING)) <= 0 ? 0 : a.compareTo(b);
    }

    private static int byKey(Link a, Link b) {
        int order = compare(b.k().max(b.kBar()), a.k().max(a.kBar()));
        order = order != 0 ? order : compare(b.k(), a.k());
        order = order != 0 ? order : compare(b.kBar(), a.kBar());
        order = order != 0 ? order : Integer.compare(a.flow.source(), b.flow.source());
        return order != 0 ? order : Integer.compare(a.flow.destination(), b.flow.destination());
    }

    /** Bandwidths by flow number, bytes per second. */
    Map<Integer, Double> run() {
        List<Link> queue = new ArrayList<>(links);
        while (!queue.isEmpty()) {
            Link link = queue.stream().min(AlgorithmOne::byKey).orElseThrow();
            current = link;
            pops++;
            BigDecimal k = link.k();
            BigDecimal kBar = link.kBar();
            for (int i = 0; i < link.with.length; i++) {
                if (compare(k, kBar) >= 0) {
                    if (compare(congestion(link.with[i]), k) == 0) {
                        slowest(link, inverseBandwidth(link.with[i]));
                    }
                } else if (!link.isEmpty[i] && compare(congestion(link.contra[i]), kBar) == 0) {
                    if (taken(link.contra[i])
                                    .compareTo(capacity(link.contra[i]).multiply(BigDecimal.ONE.subtract(TOLERANCE)))
                            >= 0) {
                        slowest(link, BigDecimal.ONE.divide(kBar, DIGITS));
                    } else {
                        link.isEmpty[i] = true;
                    }
                }
            }
            if (link.bandwidth != null) {
                for (int i = 0; i < link.with.length && model.clamp(); i++) {
                    slowest(link, inverseBandwidth(link.with[i]));
                }
                queue.remove(link);
            }
        }
        Map<Integer, Double> bandwidths = new TreeMap<>();
        links.forEach(link -> bandwidths.put(link.flow.number(), link.bandwidth.doubleValue()));
        return bandwidths;
    }

    private void slowest(Link link, BigDecimal bandwidth) {
        BigDecimal atMost = bandwidth.min(new BigDecimal(model.nicBandwidth()));
        link.bandwidth = link.bandwidth == null ? atMost : link.bandwidth.min(atMost);
    }

    /** Lines 27 to 32. Nothing left: the fair share. */
    private BigDecimal inverseBandwidth(int resource) {
        BigDecimal left = capacity(resource).subtract(taken(resource));
        if (left.compareTo(capacity(resource).multiply(TOLERANCE)) <= 0) {
            return BigDecimal.ONE.divide(congestion(resource), DIGITS);
        }
        long waiting = on(resource).stream().filter(link -> isWaiting(link)).count();
        return left.divide(new BigDecimal(waiting), DIGITS);
    }

    private boolean isWaiting(Link link) {
        return link.bandwidth == null || link == current;
    }

    private BigDecimal taken(int resource) {
        return on(resource).stream()
                .filter(link -> !isWaiting(link))
                .map(link -> link.bandwidth)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** How often a message was taken from the queue. */
    int pops() {
        return pops;
    }
}
