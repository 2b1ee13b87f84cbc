package org.tailback.explain;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * Critical path: the chain of causes that determines a makespan. Its segments follow each other without a gap from the
 * start of the replay to the finish of its last rank, so the parts add up to the makespan.
 *
 * @param makespan makespan in seconds
 * @param rank rank that finishes last; the lowest if several ranks finish last
 * @param parts seconds of each kind, >= 0; all kinds, in their order
 * @param details seconds of each kind of segment, >= 0; all kinds, in their order
 * @param compute seconds of computation on the critical path by rank; only ranks with computation
 * @param operations seconds of messages on the critical path by the operation that sent them, in descending order;
 *     collective operations are named by their kind
 * @param path the latest {@value #MOST_SEGMENTS} segments, in the order of time
 * @param segments number of all segments, >= 0
 * @param culprits causes of contention and timeouts on the critical path, by type, in descending order of their seconds
 */
public record CriticalChain(
        double makespan,
        int rank,
        @NoOutput Map<PartKind, Double> parts,
        @NoOutput Map<SegmentKind, Double> details,
        @NoOutput Map<Integer, Double> compute,
        @NoOutput Map<String, Double> operations,
        List<Segment> path,
        @Output(name = "pathSegments") long segments,
        @Output(most = MOST_CULPRITS) List<Culprit> culprits) {
    /** Largest number of segments of {@link #path}. */
    public static final int MOST_SEGMENTS = 10_000;

    /** Largest number of causes that are written. */
    private static final int MOST_CULPRITS = 1000;

    /** Part of the makespan: its kind and its seconds, >= 0. */
    public record Part(PartKind kind, double seconds) {}

    public CriticalChain {
        parts = ImmutableMap.copyOf(parts);
        details = ImmutableMap.copyOf(details);
        compute = ImmutableMap.copyOf(compute);
        operations = ImmutableMap.copyOf(operations);
        path = ImmutableList.copyOf(path);
        culprits = ImmutableList.copyOf(culprits);
    }

    /** Returns all kinds with their seconds, in the order of the kinds. */
    @Output(name = "parts", after = "rank")
    public List<Part> partList() {
        return parts.entrySet().stream()
                .map(part -> new Part(part.getKey(), part.getValue()))
                .toList();
    }

    /** Returns the number of all causes. */
    @Output
    public int culpritsInAll() {
        return culprits.size();
    }

    /** Returns the seconds of one kind on the critical path, >= 0. */
    public double seconds(PartKind kind) {
        return parts.getOrDefault(kind, 0.0);
    }

    /** Returns the seconds of one kind of segment on the critical path, >= 0. */
    public double seconds(SegmentKind kind) {
        return details.getOrDefault(kind, 0.0);
    }

    /** Returns the causes of one type, in descending order of their seconds. */
    public List<Culprit> culprits(Culprit.Type type) {
        return culprits.stream().filter(culprit -> culprit.type() == type).toList();
    }
}
