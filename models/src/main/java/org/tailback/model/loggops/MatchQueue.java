package org.tailback.model.loggops;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.schedule.Schedule;

/**
 * For every rank a queue of entries with a source and a tag, either of which may be {@link Schedule#ANY}: the posted
 * receives, or the unexpected messages. {@link #take} removes the first entry, front to back, that agrees with a given
 * source and tag, where ANY on either side agrees with everything.
 *
 * <p>The first entries are simply looked at. When they do not agree and the queue is long, a {@link MatchIndex} of that
 * rank's entries by source and tag is made, and kept until the queue is empty. O(1) expected then, but O(length) for a
 * search with ANY that fails on the first entries.
 */
final class MatchQueue {
    static final int NONE = -1;
    static final int LOOKED_AT = 12;

    private final int[] front;
    private final int[] back;
    private long[] sourceAndTag = new long[64];
    private int[] payload = new int[64];
    private int[] next = new int[64];
    private int[] previous = new int[64];
    private int free = NONE;
    private int used;
    private long size;
    private @Nullable MatchIndex[] indexes = {};

    MatchQueue(int ranks) {
        front = new int[ranks];
        back = new int[ranks];
        Arrays.fill(front, NONE);
        Arrays.fill(back, NONE);
    }

    /** Appends an entry to a rank's queue. */
    void add(int rank, int source, int tag, int payloadOfEntry) {
        int entry = allocate();
        sourceAndTag[entry] = pair(source, tag);
        payload[entry] = payloadOfEntry;
        next[entry] = NONE;
        int last = back[rank];
        previous[entry] = last;
        back[rank] = entry;
        if (last == NONE) {
            front[rank] = entry;
        } else {
            next[last] = entry;
        }
        size++;
        MatchIndex index = indexes.length == 0 ? null : indexes[rank];
        if (index != null) {
            index.add(entry, sourceAndTag[entry]);
        }
    }

    /** Removes the first entry of a rank's queue that agrees, and returns its number, or {@link #NONE}. */
    int take(int rank, int source, int tag) {
        MatchIndex index = indexes.length == 0 ? null : indexes[rank];
        int entry = front[rank];
        int looked = index == null ? 0 : LOOKED_AT;
        boolean searchAll = source == Schedule.ANY || tag == Schedule.ANY;
        while (entry != NONE && (searchAll || looked < LOOKED_AT)) {
            if (agrees(entry, source, tag)) {
                remove(rank, entry, index);
                return entry;
            }
            entry = next[entry];
            looked++;
        }
        if (entry == NONE) {
            return NONE;
        }
        if (index == null) {
            index = makeIndex(rank);
        }
        entry = index.find(source, tag);
        if (entry != NONE) {
            remove(rank, entry, index);
        }
        return entry;
    }

    /** The source of an entry, also just after it was taken. */
    int source(int entry) {
        return (int) (sourceAndTag[entry] >>> 32);
    }

    /** The tag of an entry, also just after it was taken. */
    int tag(int entry) {
        return (int) sourceAndTag[entry];
    }

    /** What was given with an entry, also just after it was taken. */
    int payload(int entry) {
        return payload[entry];
    }

    /** Entries of all ranks. */
    long size() {
        return size;
    }

    /** The first entry of a rank's queue, or {@link #NONE}. */
    int first(int rank) {
        return front[rank];
    }

    /** The entry after another one, or {@link #NONE}. */
    int next(int entry) {
        return next[entry];
    }

    static long pair(int source, int tag) {
        return (long) source << 32 | (tag & 0xffffffffL);
    }

    private boolean agrees(int entry, int source, int tag) {
        long pair = sourceAndTag[entry];
        int entrySource = (int) (pair >>> 32);
        int entryTag = (int) pair;
        return (entrySource == source || entrySource == Schedule.ANY || source == Schedule.ANY)
                && (entryTag == tag || entryTag == Schedule.ANY || tag == Schedule.ANY);
    }

    private MatchIndex makeIndex(int rank) {
        if (indexes.length == 0) {
            indexes = new MatchIndex[front.length];
        }
        MatchIndex index = new MatchIndex();
        for (int entry = front[rank]; entry != NONE; entry = next[entry]) {
            index.add(entry, sourceAndTag[entry]);
        }
        indexes[rank] = index;
        return index;
    }

    private void remove(int rank, int entry, @Nullable MatchIndex index) {
        int before = previous[entry];
        int after = next[entry];
        if (before == NONE) {
            front[rank] = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            back[rank] = before;
        } else {
            previous[after] = before;
        }
        if (index != null) {
            index.removeFirst(sourceAndTag[entry]);
            if (front[rank] == NONE) {
                indexes[rank] = null;
            }
        }
        next[entry] = free;
        free = entry;
        size--;
    }

    private int allocate() {
        if (free != NONE) {
            int entry = free;
            free = next[entry];
            return entry;
        }
        if (used == next.length) {
            int capacity = Math.addExact(used, used >> 1);
            sourceAndTag = Arrays.copyOf(sourceAndTag, capacity);
            payload = Arrays.copyOf(payload, capacity);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
        }
        return used++;
    }
}
