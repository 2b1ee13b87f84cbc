package org.tailback.trace.graph;

import java.util.HashMap;
import java.util.Map;
import org.tailback.program.OperationSink;
import org.tailback.schedule.Schedule;

/**
 * Mapping from communicator and tag of a program to tags of schedules, which have no communicators. Different pairs get
 * different tags; a pair gets the same tag on all ranks. Tags 0 to 2^30 - 1 of the world are unchanged, messages of the
 * world's collectives get 2^31 added, and all other pairs get the tags from 2^30 on in the order of their first use.
 * Not thread-safe. Memory: one entry per pair of the last group.
 */
public final class GraphTags {
    private static final int FIRST_ASSIGNED = 1 << 30;
    /** Communicator of the messages of the world's collectives, see {@link org.tailback.collective.CollectiveTags}. */
    private static final int WORLD_COLLECTIVES = -1;

    private record Key(int communicator, int tag) {}

    private final Map<Key, Integer> assigned = new HashMap<>();
    private long anyTags;
    private boolean world;
    private boolean others;

    public int of(int communicator, int tag) {
        world |= communicator == OperationSink.WORLD;
        others |= communicator != OperationSink.WORLD;
        if (communicator == OperationSink.WORLD && tag >= 0 && tag < FIRST_ASSIGNED) {
            return tag;
        }
        // the last tag would mean 'any'; no kind of collective has that number
        if (communicator == WORLD_COLLECTIVES && tag >= 0 && tag != Integer.MAX_VALUE) {
            return tag | Integer.MIN_VALUE;
        }
        return assigned.computeIfAbsent(new Key(communicator, tag), key -> FIRST_ASSIGNED + assigned.size());
    }

    /** Returns the tag of a receive with any tag. */
    public int any(int communicator) {
        world |= communicator == OperationSink.WORLD;
        others |= communicator != OperationSink.WORLD;
        anyTags++;
        return Schedule.ANY;
    }

    /** Returns the number of pairs whose tag does not contain the tag of the program. */
    public int assigned() {
        return assigned.size();
    }

    /** Returns the number of receives with any tag that also match messages of other communicators. */
    public long confusing() {
        return world && others || assigned.size() > 0 ? anyTags : 0;
    }
}
