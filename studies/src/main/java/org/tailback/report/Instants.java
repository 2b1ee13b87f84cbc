package org.tailback.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Contention graphs of chosen instants: after every change as long as there are few changes, otherwise at instants with equal distances. Of many
 * messages those with the greatest penalties are kept.
 */
final class Instants {
    private static final int EVEN = 200;
    private static final int MOST_EDGES = 150;
    private static final int EDGES_OF_ALL_CHANGES = 20_000;

    /** A message in the network. */
    record Edge(int sender, int receiver, long bytes, double penalty) {}

    /**
     * What was in the network from an instant on.
     *
     * @param all how many messages
     * @param weight sum of the penalties beyond 1
     * @param edges at most {@value #MOST_EDGES} of them
     */
    record Instant(double time, int all, double weight, List<Edge> edges) {}

    private final double distance;
    private final List<Instant> even = new ArrayList<>();
    private final List<Instant> changes = new ArrayList<>();
    private int edgesOfChanges;
    private boolean tooManyChanges;
    private double next;

    /** @param makespan of the run, seconds */
    Instants(double makespan) {
        distance = Math.max(makespan, Double.MIN_NORMAL) / EVEN;
        next = distance / 2;
    }

    /** True if the state that held since the last change is wanted, before it changes at a later instant. */
    boolean wants(double now) {
        return !tooManyChanges || next < now;
    }

    /** The messages that were in the network from {@code since} until {@code now}. */
    void held(double since, double now, List<Edge> edges) {
        if (edges.isEmpty()) {
            while (next < now) {
                next += distance;
            }
            return;
        }
        Instant instant = null;
        if (!tooManyChanges) {
            instant = instant(since, edges);
            changes.add(instant);
            edgesOfChanges += instant.edges().size();
            if (edgesOfChanges > EDGES_OF_ALL_CHANGES) {
                tooManyChanges = true;
                changes.clear();
            }
        }
        boolean taken = false;
        for (; next < now; next += distance) {
            if (!taken) {
                even.add(instant(Math.max(since, next), edges));
                taken = true;
            }
        }
    }

    private static Instant instant(double time, List<Edge> edges) {
        double weight = 0;
        for (Edge edge : edges) {
            weight += Math.max(0, edge.penalty() - 1);
        }
        List<Edge> kept = edges.size() <= MOST_EDGES
                ? List.copyOf(edges)
                : edges.stream()
                        .sorted(Comparator.comparingDouble(Edge::penalty).reversed())
                        .limit(MOST_EDGES)
                        .toList();
        return new Instant(time, edges.size(), weight, kept);
    }

    /** True if there is an instant for every change. */
    boolean isEveryChange() {
        return !tooManyChanges;
    }

    List<Instant> all() {
        return tooManyChanges ? even : changes;
    }
}
