package org.tailback.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Contention graphs of selected instants: after every change if there are few changes, otherwise at equidistant
 * instants. If an instant has many messages, only the messages with the greatest penalties are drawn. All messages of
 * the worst instants are kept for explanations, up to a limit.
 */
final class Instants {
    private static final int EVEN = 200;
    private static final int MOST_EDGES = 150;
    private static final int EDGES_OF_ALL_CHANGES = 20_000;
    /** Largest number of messages kept in addition to the drawn messages, summed over all instants. */
    private static final int MOST_KEPT = 200_000;

    record Edge(int sender, int receiver, long bytes, double penalty) {}

    /**
     * The messages that are in the network from an instant on.
     *
     * @param all number of messages
     * @param weight sum of the penalties beyond 1
     * @param edges drawn messages, at most {@value #MOST_EDGES}; in descending order of penalties if messages are
     *     omitted
     * @param together all messages, the input of the model's explanations; empty if they exceed the limit
     */
    record Instant(double time, int all, double weight, List<Edge> edges, List<Edge> together) {
        private Instant withoutTogether() {
            return new Instant(time, all, weight, edges, List.of());
        }
    }

    private final double distance;
    private final List<Instant> even = new ArrayList<>();
    private final List<Instant> changes = new ArrayList<>();
    private int edgesOfChanges;
    private boolean tooManyChanges;
    private double next;
    private long kept;

    /**
     * Creates an empty collection of instants.
     *
     * @param makespan makespan of the run, seconds
     */
    Instants(double makespan) {
        distance = Math.max(makespan, Double.MIN_NORMAL) / EVEN;
        next = distance / 2;
    }

    /**
     * Returns whether the state since the last change is to be kept. Called before the state changes at a later
     * instant.
     */
    boolean isDue(double now) {
        return !tooManyChanges || next < now;
    }

    /** Adds the messages that were in the network from {@code since} until {@code now}. */
    void held(double since, double now, List<Edge> edges) {
        if (edges.isEmpty()) {
            while (next < now) {
                next += distance;
            }
            return;
        }
        if (!tooManyChanges) {
            Instant instant = instant(since, edges);
            changes.add(instant);
            edgesOfChanges += instant.all();
            if (edgesOfChanges > EDGES_OF_ALL_CHANGES) {
                tooManyChanges = true;
                changes.clear();
            }
        }
        boolean taken = false;
        for (; next < now; next += distance) {
            if (!taken) {
                even.add(instant(Math.max(since, next), edges));
                kept += edges.size();
                forgetTheLeast();
                taken = true;
            }
        }
    }

    /**
     * Drops the messages of the instants with the least contention until the remaining messages are within the limit.
     */
    private void forgetTheLeast() {
        while (kept > MOST_KEPT) {
            int least = -1;
            for (int i = 0; i < even.size(); i++) {
                Instant instant = even.get(i);
                if (!instant.together().isEmpty()
                        && (least < 0 || instant.weight() <= even.get(least).weight())) {
                    least = i;
                }
            }
            kept -= even.get(least).all();
            even.set(least, even.get(least).withoutTogether());
        }
    }

    private static Instant instant(double time, List<Edge> edges) {
        double weight = 0;
        for (Edge edge : edges) {
            weight += Math.max(0, edge.penalty() - 1);
        }
        List<Edge> drawn = edges.size() <= MOST_EDGES
                ? List.copyOf(edges)
                : edges.stream()
                        .sorted(Comparator.comparingDouble(Edge::penalty)
                                .thenComparingLong(Edge::bytes)
                                .reversed())
                        .limit(MOST_EDGES)
                        .toList();
        return new Instant(time, edges.size(), weight, drawn, List.copyOf(edges));
    }

    boolean isEveryChange() {
        return !tooManyChanges;
    }

    List<Instant> all() {
        return tooManyChanges ? even : changes;
    }
}
