package org.tailback.model.loggops;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.schedule.Schedule;

/**
 * For every rank a queue of entries with a source and a tag, either of which may be {@link Schedule#ANY}: the posted
 * receives, or the unexpected messages. {@link #take} removes the first entry, front to back, that agrees with a given
 * source and tag, where ANY on either side agrees with everything.
 *
 * <p>The first entries are simply compared. When they do not agree and the queue is long, a {@link MatchIndex} of that
 * rank's entries by source and tag is made, and kept until the queue is empty. O(1) expected then, but O(length) for a
 * search with ANY that fails on the first entries.
 *
 * <p>Receives with numbers at equal distances that are posted together are one record, a run, which stands for the
 * first of them; one that is compared in vain gets a record of its own. So many receives that wait long in order take
 * no memory.
 */
final class MatchQueue {
    static final int NONE = -1;
    static final int LOOKED_AT = 12;

    private static final int SOURCE = 0;
    private static final int TAG = 1;
    private static final int PAYLOAD = 2;
    private static final int NEXT = 3;
    private static final int PREVIOUS = 4;
    /** Distance between the payloads of a run. */
    private static final int STRIDE = 5;
    /** Entries of a run, 1 for others. */
    private static final int COUNT = 6;

    private static final int INTS = 7;

    /** Where the sources and tags of the entries of a run are from. */
    interface Senders {
        int source(int rank, int payload);

        int tag(int rank, int payload);
    }

    private final Senders senders;
    /** First and last record of each rank. */
    private final int[] ends;

    private int[] records = new int[64 * INTS];
    private int free = NONE;
    private int used;
    private long size;
    private @Nullable MatchIndex[] indexes = {};
    private int takenSource;
    private int takenPayload;

    MatchQueue(int ranks, Senders senders) {
        this.senders = senders;
        ends = new int[Math.multiplyExact(2, ranks)];
        Arrays.fill(ends, NONE);
    }

    /** Appends an entry to a rank's queue. */
    void add(int rank, int source, int tag, int payload) {
        int record = allocate();
        fill(record, source, tag, payload);
        insert(rank, record, NONE);
        size++;
        MatchIndex index = indexes.length == 0 ? null : indexes[rank];
        if (index != null) {
            index.add(record, pair(source, tag));
        }
    }

    /** Appends entries with the payloads first, first + stride, …, whose sources and tags {@link Senders} knows. */
    void addRun(int rank, int first, int stride, int count) {
        if (indexes.length != 0 && indexes[rank] != null) {
            for (int i = 0; i < count; i++) {
                int payload = first + i * stride;
                add(rank, senders.source(rank, payload), senders.tag(rank, payload), payload);
            }
            return;
        }
        int record = allocate();
        fill(record, senders.source(rank, first), senders.tag(rank, first), first);
        records[record + STRIDE] = stride;
        records[record + COUNT] = count;
        insert(rank, record, NONE);
        size += count;
    }

    /** Removes the first entry of a rank's queue that agrees; false if there is none. */
    boolean take(int rank, int source, int tag) {
        int record = ends[2 * rank];
        if (record == NONE) {
            return false;
        }
        MatchIndex index = indexes.length == 0 ? null : indexes[rank];
        int looked = index == null ? 0 : LOOKED_AT;
        boolean searchAll = source == Schedule.ANY || tag == Schedule.ANY;
        while (record != NONE && (searchAll || looked < LOOKED_AT)) {
            if (agrees(record, source, tag)) {
                remove(rank, record, index);
                return true;
            }
            if (records[record + COUNT] > 1) {
                splitFirst(rank, record);
            } else {
                record = records[record + NEXT];
            }
            looked++;
        }
        if (record == NONE) {
            return false;
        }
        if (index == null) {
            index = makeIndex(rank);
        }
        record = index.find(source, tag);
        if (record == NONE) {
            return false;
        }
        remove(rank, record, index);
        return true;
    }

    /** The source of the entry that was taken last. */
    int takenSource() {
        return takenSource;
    }

    /** What was given with the entry that was taken last. */
    int takenPayload() {
        return takenPayload;
    }

    /** Entries of all ranks. */
    long size() {
        return size;
    }

    /** True if a rank has none. */
    boolean isEmpty(int rank) {
        return ends[2 * rank] == NONE;
    }

    /** The first entry of a rank's queue, or {@link #NONE}. */
    int first(int rank) {
        return ends[2 * rank];
    }

    /** Says of an entry in a queue that it is the first of a run, and gives the others their own place behind it. */
    void separate(int rank) {
        for (int record = first(rank); record != NONE; record = next(record)) {
            while (records[record + COUNT] > 1) {
                splitFirst(rank, record);
            }
        }
    }

    /** The entry after another one, or {@link #NONE}. */
    int next(int entry) {
        return records[entry + NEXT];
    }

    /** The source of an entry. */
    int source(int entry) {
        return records[entry + SOURCE];
    }

    /** What was given with an entry; with a run, of its first. */
    int payload(int entry) {
        return records[entry + PAYLOAD];
    }

    static long pair(int source, int tag) {
        return (long) source << 32 | (tag & 0xffffffffL);
    }

    private boolean agrees(int record, int source, int tag) {
        int itsSource = records[record + SOURCE];
        int itsTag = records[record + TAG];
        return (itsSource == source || itsSource == Schedule.ANY || source == Schedule.ANY)
                && (itsTag == tag || itsTag == Schedule.ANY || tag == Schedule.ANY);
    }

    private MatchIndex makeIndex(int rank) {
        if (indexes.length == 0) {
            indexes = new MatchIndex[ends.length / 2];
        }
        separate(rank);
        MatchIndex index = new MatchIndex();
        for (int record = first(rank); record != NONE; record = next(record)) {
            index.add(record, pair(records[record + SOURCE], records[record + TAG]));
        }
        indexes[rank] = index;
        return index;
    }

    /** Gives the first entry of a run a record of its own before that of the others. */
    private void splitFirst(int rank, int run) {
        int first = allocate();
        fill(first, records[run + SOURCE], records[run + TAG], records[run + PAYLOAD]);
        insert(rank, first, run);
        advance(rank, run);
    }

    /** Lets a run stand for its next entry. */
    private void advance(int rank, int run) {
        int payload = records[run + PAYLOAD] + records[run + STRIDE];
        records[run + PAYLOAD] = payload;
        records[run + COUNT]--;
        records[run + SOURCE] = senders.source(rank, payload);
        records[run + TAG] = senders.tag(rank, payload);
    }

    private void remove(int rank, int record, @Nullable MatchIndex index) {
        takenSource = records[record + SOURCE];
        takenPayload = records[record + PAYLOAD];
        size--;
        if (records[record + COUNT] > 1) {
            advance(rank, record);
            return;
        }
        int before = records[record + PREVIOUS];
        int after = records[record + NEXT];
        if (before == NONE) {
            ends[2 * rank] = after;
        } else {
            records[before + NEXT] = after;
        }
        if (after == NONE) {
            ends[2 * rank + 1] = before;
        } else {
            records[after + PREVIOUS] = before;
        }
        if (index != null) {
            index.removeFirst(pair(takenSource, records[record + TAG]));
            if (isEmpty(rank)) {
                indexes[rank] = null;
            }
        }
        records[record + NEXT] = free;
        free = record;
    }

    private void fill(int record, int source, int tag, int payload) {
        records[record + SOURCE] = source;
        records[record + TAG] = tag;
        records[record + PAYLOAD] = payload;
        records[record + COUNT] = 1;
    }

    /** Puts a record before another one of a rank's queue, or at its end. */
    private void insert(int rank, int record, int behind) {
        int before = behind == NONE ? ends[2 * rank + 1] : records[behind + PREVIOUS];
        records[record + PREVIOUS] = before;
        records[record + NEXT] = behind;
        if (before == NONE) {
            ends[2 * rank] = record;
        } else {
            records[before + NEXT] = record;
        }
        if (behind == NONE) {
            ends[2 * rank + 1] = record;
        } else {
            records[behind + PREVIOUS] = record;
        }
    }

    /** Where a record begins. */
    private int allocate() {
        if (free != NONE) {
            int record = free;
            free = records[record + NEXT];
            return record;
        }
        records = Columns.fit(records, used);
        used += INTS;
        return used - INTS;
    }
}
