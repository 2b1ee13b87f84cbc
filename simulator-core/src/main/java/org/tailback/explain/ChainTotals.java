package org.tailback.explain;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Sums over the segments of a critical path; segments are added from the last to the first. */
final class ChainTotals {
    /** Largest accepted difference between the sum of all segments and the makespan, relative to the makespan. */
    private static final double ROUNDING = 1e-12;

    private final double start;
    private final double origin;
    private final Consumer<Segment> consumer;
    private final Map<SegmentKind, DoubleSummaryStatistics> seconds = new EnumMap<>(SegmentKind.class);
    private final Map<Integer, DoubleSummaryStatistics> compute = new TreeMap<>();
    private final Map<String, DoubleSummaryStatistics> operations = new TreeMap<>();
    private final Map<Culprit.Type, Map<String, Culprit>> culprits = new EnumMap<>(Culprit.Type.class);
    private final Deque<Segment> path = new ArrayDeque<>();
    private long segments;

    /**
     * Creates empty sums.
     *
     * @param start start of the replay in seconds; time before it does not count
     * @param origin time of the host's clock at which the replay's clock is 0, in seconds
     * @param consumer receives segments on the host's clock
     */
    ChainTotals(double start, double origin, Consumer<Segment> consumer) {
        this.start = start;
        this.origin = origin;
        this.consumer = consumer;
    }

    /** Adds a segment, whose end is the beginning of the previously added one. */
    void add(Segment whole) {
        if (whole.to() <= start) {
            return;
        }
        Segment segment = whole.from() < start ? whole.between(start, whole.to()) : whole;
        add(seconds, segment.kind(), segment.seconds());
        if (segment.kind() == SegmentKind.COMPUTE) {
            add(compute, segment.rank(), segment.seconds());
        }
        Segment onHost = origin == 0 ? segment : segment.between(origin + segment.from(), origin + segment.to());
        if (path.size() < CriticalChain.MOST_SEGMENTS) {
            path.addFirst(onHost);
        }
        segments++;
        consumer.accept(onHost);
    }

    void addTo(String operation, double itsSeconds) {
        add(operations, operation, itsSeconds);
    }

    private static <K> void add(Map<K, DoubleSummaryStatistics> sums, K key, double seconds) {
        sums.computeIfAbsent(key, its -> new DoubleSummaryStatistics()).accept(seconds);
    }

    void blame(ContendedMessage contended) {
        double scale = contended.scale();
        if (scale == 0) {
            blame(SharedLink.BETWEEN_NODES.culprit().plus(contended.seconds, 0));
        }
        contended.observed.forEach((culprit, lost) -> blame(culprit.plus(lost * scale, 0)));
    }

    void blame(Culprit culprit) {
        culprits.computeIfAbsent(culprit.type(), key -> new TreeMap<>())
                .merge(culprit.name(), culprit, (a, b) -> a.plus(b.contention(), b.timeouts()));
    }

    /**
     * Returns the critical path.
     *
     * @throws IllegalStateException if the segments do not add up to the makespan
     */
    CriticalChain chain(double makespan, int rank) {
        Map<PartKind, DoubleSummaryStatistics> sums = new EnumMap<>(PartKind.class);
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        Map<SegmentKind, Double> details = new EnumMap<>(SegmentKind.class);
        for (SegmentKind kind : SegmentKind.values()) {
            double sum = seconds.computeIfAbsent(kind, its -> new DoubleSummaryStatistics())
                    .getSum();
            details.put(kind, sum);
            add(sums, kind.part(), sum);
            all.accept(sum);
        }
        if (!(Math.abs(all.getSum() - makespan) <= ROUNDING * makespan)) {
            throw new IllegalStateException(
                    "the chain of " + all.getSum() + " s does not add up to the makespan " + makespan + " s");
        }
        return new CriticalChain(
                makespan,
                rank,
                Maps.transformValues(sums, DoubleSummaryStatistics::getSum),
                details,
                Maps.transformValues(compute, DoubleSummaryStatistics::getSum),
                sortedOperations(),
                new ArrayList<>(path),
                segments,
                sortedCulprits());
    }

    private Map<String, Double> sortedOperations() {
        return operations.entrySet().stream()
                .filter(entry -> entry.getValue().getSum() > 0)
                .sorted(Comparator.comparingDouble(entry -> -entry.getValue().getSum()))
                .collect(ImmutableMap.toImmutableMap(
                        Map.Entry::getKey, entry -> entry.getValue().getSum()));
    }

    private List<Culprit> sortedCulprits() {
        return culprits.values().stream()
                .flatMap(ofType -> ofType.values().stream()
                        .filter(culprit -> culprit.seconds() > 0)
                        .sorted(Comparator.comparingDouble(Culprit::seconds).reversed()))
                .toList();
    }
}
