package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** An algorithm as its name, what it performs, and how the part of a rank is made. */
record Algorithm(String name, Set<Kind> kinds, boolean keepsOrder, String summary, Maker maker)
        implements CollectiveAlgorithm {
    /** Makes the part of a rank. */
    interface Maker {
        CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks);
    }

    /** Makes the part of a rank with segments of a size in bytes; 0 for the whole buffer at once. */
    interface SegmentedMaker {
        CollectiveSchedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks);
    }

    /** An algorithm with segments. */
    private record Segmented(
            String base, Set<Kind> kinds, boolean keepsOrder, String summary, long segmentBytes, SegmentedMaker maker)
            implements SegmentedAlgorithm {
        @Override
        public String name() {
            return segmentBytes == 0 ? base : base + "/" + segmentBytes;
        }

        @Override
        public CollectiveAlgorithm withSegments(long bytes) {
            return new Segmented(base, kinds, keepsOrder, summary, bytes, maker);
        }

        @Override
        public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
            return maker.schedule(call, segmentBytes, rank, ranks);
        }
    }

    /** Algorithms of the same kinds, gathered one by one. */
    static final class Family {
        private final Set<Kind> kinds;
        private final ImmutableList.Builder<CollectiveAlgorithm> algorithms = ImmutableList.builder();

        Family(Kind... kinds) {
            this.kinds = ImmutableSet.copyOf(kinds);
        }

        /** Adds one that reduces nothing, or in another order than that of ranks. */
        Family add(String name, String summary, Maker maker) {
            algorithms.add(new Algorithm(name, kinds, false, summary, maker));
            return this;
        }

        /** Adds one that reduces in the order of ranks. */
        Family ordered(String name, String summary, Maker maker) {
            algorithms.add(new Algorithm(name, kinds, true, summary, maker));
            return this;
        }

        /** Adds one that can work with segments and does not reduce in the order of ranks. */
        Family segmented(String name, String summary, SegmentedMaker maker) {
            algorithms.add(new Segmented(name, kinds, false, summary, 0, maker));
            return this;
        }

        /** Adds one that can work with segments and reduces in the order of ranks. */
        Family orderedSegmented(String name, String summary, SegmentedMaker maker) {
            algorithms.add(new Segmented(name, kinds, true, summary, 0, maker));
            return this;
        }

        ImmutableList<CollectiveAlgorithm> all() {
            return algorithms.build();
        }
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return maker.schedule(call, rank, ranks);
    }
}
