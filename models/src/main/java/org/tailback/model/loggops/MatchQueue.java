package org.tailback.model.loggops;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;
import org.tailback.schedule.Schedule;

/**
 * Queues of posted receives or of unexpected messages, one queue per rank. An entry has a source and a tag, and either
 * may be {@link Schedule#ANY}. {@link #take} removes the first entry that matches a given source and tag; ANY in the
 * entry or the argument matches all values.
 *
 * <p>The first entries are compared one by one. If none of them matches, the rank's entries are linked into lists of
 * equal source and tag until the queue is empty. A hash table stores the ends of the lists. The first matching entry is
 * then the first entry of its list. The expected cost is O(1), but a search with ANY costs O(length) if none of the
 * first entries matches.
 *
 * <p>Receives that are posted together with numbers at equal distances form one entry, a run. A run represents its
 * first receive. A receive that was compared without a match becomes a separate entry. Long runs of receives that match
 * in order take constant memory.
 */
final class MatchQueue {
    static final int NONE = -1;
    private static final int LOOKED_AT = 12;

    private static final int SOURCE = 0;
    private static final int TAG = 1;
    private static final int PAYLOAD = 2;
    private static final int NEXT = 3;
    private static final int PREVIOUS = 4;
    /** Index of the field with the next entry of the list of equal source and tag. */
    private static final int ALIKE = 5;
    /** Index of the field with the age, which increases with every entry of a list and wraps. */
    private static final int AGE = 6;

    /** Index of the field with the distance between the payloads of a run. */
    private static final int STRIDE = 7;
    /** Index of the field with the number of receives of a run; 1 for other entries. */
    private static final int COUNT = 8;

    private static final int INTS = 9;

    /** Function that returns the source of a rank's receive. */
    private final IntBinaryOperator sources;

    private final IntBinaryOperator tags;

    /** First and last entry of each rank. */
    private final int[] ends;
    /** Number of entries in lists with ANY, by rank; below 0 if there are no lists. */
    private final int[] withAny;
    /** First entry of a list + 1, and the last entry, by rank, source and tag. */
    private final LongTable chains = new LongTable(2, 64);

    private int[] entries = new int[64 * INTS];
    private int free = NONE;
    private int used;
    private int age;
    private long size;
    private int takenSource;
    private int takenPayload;

    MatchQueue(int ranks, IntBinaryOperator sources, IntBinaryOperator tags) {
        this.sources = sources;
        this.tags = tags;
        ends = new int[Math.multiplyExact(2, ranks)];
        withAny = new int[ranks];
        Arrays.fill(ends, NONE);
        Arrays.fill(withAny, NONE);
    }

    void add(int rank, int source, int tag, int payload) {
        int entry = make(source, tag, payload);
        insert(rank, entry, NONE);
        size++;
        if (withAny[rank] >= 0) {
            chain(rank, entry);
        }
    }

    /** Appends a run of the receives numbered first, first + stride, …. */
    void addRun(int rank, int first, int stride, int count) {
        if (withAny[rank] >= 0) {
            for (int i = 0; i < count; i++) {
                int receive = first + i * stride;
                add(rank, sources.applyAsInt(rank, receive), tags.applyAsInt(rank, receive), receive);
            }
            return;
        }
        int run = make(sources.applyAsInt(rank, first), tags.applyAsInt(rank, first), first);
        entries[run + STRIDE] = stride;
        entries[run + COUNT] = count;
        insert(rank, run, NONE);
        size += count;
    }

    private int make(int source, int tag, int payload) {
        int entry = allocate();
        entries[entry + SOURCE] = source;
        entries[entry + TAG] = tag;
        entries[entry + PAYLOAD] = payload;
        entries[entry + ALIKE] = NONE;
        entries[entry + COUNT] = 1;
        return entry;
    }

    /** Inserts an entry before another entry of a rank's queue, or at its end. */
    private void insert(int rank, int entry, int behind) {
        link(rank, behind == NONE ? ends[2 * rank + 1] : entries[behind + PREVIOUS], entry);
        link(rank, entry, behind);
    }

    /** Makes the first receive of a run a separate entry before the run. */
    private void splitFirst(int rank, int run) {
        insert(rank, make(source(run), entries[run + TAG], payload(run)), run);
        advance(rank, run);
    }

    /** Advances a run to its next receive. */
    private void advance(int rank, int run) {
        int receive = payload(run) + entries[run + STRIDE];
        entries[run + PAYLOAD] = receive;
        entries[run + COUNT]--;
        entries[run + SOURCE] = sources.applyAsInt(rank, receive);
        entries[run + TAG] = tags.applyAsInt(rank, receive);
    }

    /** Makes all receives of a rank's runs separate entries. */
    void separate(int rank) {
        for (int entry = first(rank); entry != NONE; entry = next(entry)) {
            while (entries[entry + COUNT] > 1) {
                splitFirst(rank, entry);
            }
        }
    }

    /** Appends an entry to the list of its source and tag. */
    private void chain(int rank, int entry) {
        entries[entry + AGE] = age++;
        long key = key(entry);
        int slot = chains.slot(rank, key);
        long chain = chains.value(slot);
        if (chain == 0) {
            chains.add(slot, rank, key, LongTable.pair(entry + 1, entry));
        } else {
            entries[(int) chain + ALIKE] = entry;
            chains.set(slot, LongTable.pair((int) (chain >>> 32), entry));
        }
        withAny[rank] += hasAny(entry);
    }

    private long key(int entry) {
        return LongTable.pair(entries[entry + SOURCE], entries[entry + TAG]);
    }

    private int hasAny(int entry) {
        return entries[entry + SOURCE] == Schedule.ANY || entries[entry + TAG] == Schedule.ANY ? 1 : 0;
    }

    /** Removes the first matching entry of a rank's queue; returns false if no entry matches. */
    boolean take(int rank, int source, int tag) {
        int entry = ends[2 * rank];
        boolean searchAll = source == Schedule.ANY || tag == Schedule.ANY;
        int looked = withAny[rank] < 0 ? 0 : LOOKED_AT;
        while (entry != NONE && (searchAll || looked++ < LOOKED_AT) && !agrees(entry, source, tag)) {
            if (entries[entry + COUNT] > 1) {
                splitFirst(rank, entry);
            } else {
                entry = next(entry);
            }
        }
        if (looked > LOOKED_AT && entry != NONE) {
            entry = find(rank, source, tag);
        }
        if (entry != NONE) {
            remove(rank, entry);
        }
        return entry != NONE;
    }

    private int find(int rank, int source, int tag) {
        if (withAny[rank] < 0) {
            withAny[rank] = 0;
            separate(rank);
            for (int entry = first(rank); entry != NONE; entry = next(entry)) {
                chain(rank, entry);
            }
        }
        int entry = firstOf(rank, source, tag);
        if (withAny[rank] > 0) {
            entry = earlier(entry, firstOf(rank, Schedule.ANY, tag));
            entry = earlier(entry, firstOf(rank, source, Schedule.ANY));
            entry = earlier(entry, firstOf(rank, Schedule.ANY, Schedule.ANY));
        }
        return entry;
    }

    private int firstOf(int rank, int source, int tag) {
        return (int) (chains.value(chains.slot(rank, LongTable.pair(source, tag))) >>> 32) - 1;
    }

    private int earlier(int a, int b) {
        if (a == NONE || b == NONE) {
            return a == NONE ? b : a;
        }
        return entries[a + AGE] - entries[b + AGE] < 0 ? a : b;
    }

    private boolean agrees(int entry, int source, int tag) {
        int itsSource = source(entry);
        int itsTag = entries[entry + TAG];
        return (itsSource == source || itsSource == Schedule.ANY || source == Schedule.ANY)
                && (itsTag == tag || itsTag == Schedule.ANY || tag == Schedule.ANY);
    }

    private void remove(int rank, int entry) {
        takenSource = source(entry);
        takenPayload = payload(entry);
        size--;
        if (entries[entry + COUNT] > 1) {
            advance(rank, entry);
            return;
        }
        link(rank, entries[entry + PREVIOUS], entries[entry + NEXT]);
        if (withAny[rank] >= 0) {
            int slot = chains.slot(rank, key(entry));
            int second = entries[entry + ALIKE];
            if (second == NONE) {
                chains.remove(slot);
            } else {
                chains.set(slot, LongTable.pair(second + 1, (int) chains.value(slot)));
            }
            withAny[rank] = first(rank) == NONE ? NONE : withAny[rank] - hasAny(entry);
        }
        entries[entry + NEXT] = free;
        free = entry;
    }

    /** Links two entries as neighbours; NONE is the end of the queue. */
    private void link(int rank, int before, int after) {
        if (before == NONE) {
            ends[2 * rank] = after;
        } else {
            entries[before + NEXT] = after;
        }
        if (after == NONE) {
            ends[2 * rank + 1] = before;
        } else {
            entries[after + PREVIOUS] = before;
        }
    }

    int takenSource() {
        return takenSource;
    }

    /** Returns the value stored with the most recently taken entry. */
    int takenPayload() {
        return takenPayload;
    }

    /** Returns the total number of entries of all ranks. */
    long size() {
        return size;
    }

    int first(int rank) {
        return ends[2 * rank];
    }

    int next(int entry) {
        return entries[entry + NEXT];
    }

    int source(int entry) {
        return entries[entry + SOURCE];
    }

    int payload(int entry) {
        return entries[entry + PAYLOAD];
    }

    private int allocate() {
        if (free != NONE) {
            int entry = free;
            free = entries[entry + NEXT];
            return entry;
        }
        entries = Columns.fit(entries, used + INTS - 1);
        used += INTS;
        return used - INTS;
    }
}
