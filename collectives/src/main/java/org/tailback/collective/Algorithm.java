package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableTable;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * An algorithm with its name, the operations that it performs, and the function that makes the schedule of a rank.
 *
 * @param segmentBytes size of a segment in bytes; 0 for the whole buffer at once
 */
record Algorithm(
        String base, Set<Kind> kinds, boolean keepsOrder, boolean hasSegments, long segmentBytes, SegmentedMaker maker)
        implements CollectiveAlgorithm {
    interface Maker {
        Schedule schedule(CollectiveCall call, int rank, int ranks);
    }

    /** Makes the schedule of a rank with segments of the given size in bytes; 0 for the whole buffer at once. */
    interface SegmentedMaker {
        Schedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks);
    }

    /** Returns an algorithm that is not listed. */
    static CollectiveAlgorithm of(String name, Maker maker, Kind... kinds) {
        return new Family(kinds).add(name, maker).all().get(0);
    }

    /** Collector of the algorithms of similar kinds. */
    static final class Family {
        private final ImmutableList.Builder<CollectiveAlgorithm> algorithms = ImmutableList.builder();
        private Set<Kind> kinds;

        Family(Kind... kinds) {
            this.kinds = ImmutableSet.copyOf(kinds);
        }

        /** Sets the kinds of the following algorithms. */
        Family of(Kind... others) {
            kinds = ImmutableSet.copyOf(others);
            return this;
        }

        /** Adds an algorithm without reductions, or with reductions that do not keep the order of ranks. */
        Family add(String name, Maker maker) {
            return add(name, false, false, whole(maker));
        }

        /** Adds an algorithm that reduces in the order of ranks. */
        Family ordered(String name, Maker maker) {
            return add(name, true, false, whole(maker));
        }

        /** Adds an algorithm that can work with segments and does not reduce in the order of ranks. */
        Family segmented(String name, SegmentedMaker maker) {
            return add(name, false, true, maker);
        }

        Family orderedSegmented(String name, SegmentedMaker maker) {
            return add(name, true, true, maker);
        }

        private static SegmentedMaker whole(Maker maker) {
            return (call, segmentBytes, rank, ranks) -> maker.schedule(call, rank, ranks);
        }

        private Family add(String name, boolean ordered, boolean segments, SegmentedMaker maker) {
            algorithms.add(new Algorithm(name, kinds, ordered, segments, 0, maker));
            return this;
        }

        ImmutableList<CollectiveAlgorithm> all() {
            return algorithms.build();
        }
    }

    /** Summaries of algorithms by first kind and name, read for listings only. */
    private static final class Summaries {
        static final ImmutableTable<Kind, String, String> ALL = TableLine.read("algorithms.txt").stream()
                .collect(ImmutableTable.toImmutableTable(TableLine::kind, TableLine::key, TableLine::text));
    }

    /** Returns the method and the cost of an algorithm of this library, by the first of its kinds. */
    static String summary(Kind kind, String name) {
        return Objects.requireNonNull(Summaries.ALL.get(kind, name), name);
    }

    @Override
    public String summary() {
        return summary(Collections.min(kinds), base);
    }

    @Override
    public String name() {
        return segmentBytes == 0 ? base : base + "/" + segmentBytes;
    }

    @Override
    public CollectiveAlgorithm withSegments(long bytes) {
        return new Algorithm(base, kinds, keepsOrder, hasSegments, bytes, maker);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return maker.schedule(call, segmentBytes, rank, ranks);
    }
}
