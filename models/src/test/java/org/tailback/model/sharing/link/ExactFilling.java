package org.tailback.model.sharing.link;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tailback.model.topology.Topology;
import org.tailback.testing.FlowsInFlight.Flow;

/** Progressive filling by definition, all flows from scratch, in decimal numbers of 60 digits. */
final class ExactFilling {
    private static final MathContext DIGITS = new MathContext(60);

    private ExactFilling() {}

    /** The max-min fair rates by flow. */
    static Map<Integer, BigDecimal> rates(Iterable<Flow> flows, Topology topology) {
        Map<Integer, Set<Integer>> onLink = new TreeMap<>();
        Map<Integer, List<Integer>> linksOf = new TreeMap<>();
        int[] route = new int[topology.longestRoute()];
        for (Flow flow : flows) {
            List<Integer> links = new ArrayList<>();
            for (int i = topology.route(flow.source(), flow.destination(), route) - 1; i >= 0; i--) {
                links.add(route[i]);
                onLink.computeIfAbsent(route[i], link -> new HashSet<>()).add(flow.number());
            }
            linksOf.put(flow.number(), links);
        }
        Map<Integer, BigDecimal> left = new TreeMap<>();
        onLink.keySet().forEach(link -> left.put(link, new BigDecimal(topology.capacity(link))));
        Map<Integer, BigDecimal> rates = new TreeMap<>();
        while (rates.size() < linksOf.size()) {
            BigDecimal level = null;
            int bottleneck = -1;
            for (Map.Entry<Integer, Set<Integer>> entry : onLink.entrySet()) {
                if (!entry.getValue().isEmpty()) {
                    BigDecimal share = left.get(entry.getKey())
                            .divide(BigDecimal.valueOf(entry.getValue().size()), DIGITS);
                    if (level == null || share.compareTo(level) < 0) {
                        level = share;
                        bottleneck = entry.getKey();
                    }
                }
            }
            for (int flow : Set.copyOf(onLink.get(bottleneck))) {
                rates.put(flow, level);
                for (int link : linksOf.get(flow)) {
                    onLink.get(link).remove(flow);
                    left.put(link, left.get(link).subtract(level, DIGITS));
                }
            }
        }
        return rates;
    }
}
