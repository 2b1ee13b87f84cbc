package org.tailback.collective;

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

    /** One that reduces nothing. */
    static Algorithm of(String name, Set<Kind> kinds, String summary, Maker maker) {
        return new Algorithm(name, ImmutableSet.copyOf(kinds), false, summary, maker);
    }

    /** One that reduces in the order of ranks. */
    static Algorithm ordered(String name, Set<Kind> kinds, String summary, Maker maker) {
        return new Algorithm(name, ImmutableSet.copyOf(kinds), true, summary, maker);
    }

    /** One that reduces in another order. */
    static Algorithm commutative(String name, Set<Kind> kinds, String summary, Maker maker) {
        return new Algorithm(name, ImmutableSet.copyOf(kinds), false, summary, maker);
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        return maker.schedule(call, rank, ranks);
    }
}
