package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * An algorithm as its name, what it performs, and how the part of a rank is made.
 *
 * @param segmentBytes size of a segment in bytes; 0 for the whole buffer at once
 */
record Algorithm(
        String base,
        Set<Kind> kinds,
        boolean keepsOrder,
        String summary,
        boolean hasSegments,
        long segmentBytes,
        SegmentedMaker maker)
        implements CollectiveAlgorithm {
    interface Maker {
        CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks);
    }

    /** Makes the part of a rank with segments of a size in bytes; 0 for the whole buffer at once. */
    interface SegmentedMaker {
        CollectiveSchedule schedule(CollectiveCall call, long segmentBytes, int rank, int ranks);
    }

    static final class Family {
        private final Set<Kind> kinds;
        private final ImmutableList.Builder<CollectiveAlgorithm> algorithms = ImmutableList.builder();

        Family(Kind... kinds) {
            this.kinds = ImmutableSet.copyOf(kinds);
        }

        /** Adds one that reduces nothing, or in another order than that of ranks. */
        Family add(String name, String summary, Maker maker) {
            return add(name, summary, false, false, whole(maker));
        }

        Family ordered(String name, String summary, Maker maker) {
            return add(name, summary, true, false, whole(maker));
        }

        /** Adds one that can work with segments and does not reduce in the order of ranks. */
        Family segmented(String name, String summary, SegmentedMaker maker) {
            return add(name, summary, false, true, maker);
        }

        Family orderedSegmented(String name, String summary, SegmentedMaker maker) {
            return add(name, summary, true, true, maker);
        }

        private static SegmentedMaker whole(Maker maker) {
            return (call, segmentBytes, rank, ranks) -> maker.schedule(call, rank, ranks);
        }

        private Family add(String name, String summary, boolean ordered, boolean segments, SegmentedMaker maker) {
            algorithms.add(new Algorithm(name, kinds, ordered, summary, segments, 0, maker));
            return this;
        }

        ImmutableList<CollectiveAlgorithm> all() {
            return algorithms.build();
        }
    }

    @Override
    public String name() {
        return segmentBytes == 0 ? base : base + "/" + segmentBytes;
    }

    @Override
    public CollectiveAlgorithm withSegments(long bytes) {
        return new Algorithm(base, kinds, keepsOrder, summary, hasSegments, bytes, maker);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return maker.schedule(call, segmentBytes, rank, ranks);
    }
}
