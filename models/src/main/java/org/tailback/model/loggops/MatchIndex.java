package org.tailback.model.loggops;

import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;
import org.tailback.schedule.Schedule;

/**
 * One rank's entries of a {@link MatchQueue} by source and tag, in first-in-first-out chains. Entries are numbered in
 * the order in which they are added, so that the firsts of several chains can be compared. O(1) expected per operation.
 */
final class MatchIndex {
    private static final int NONE = MatchQueue.NONE;

    /** By source and tag: the head of their chain + 1, and its tail. */
    private final LongTable chains = new LongTable(1, 32);

    private int[] entryOf = {};
    private long[] orderOf = {};
    private int[] next = {};
    private int free = NONE;
    private int used;
    private long added;
    private int withAny;

    /** Appends an entry to the chain of its source and tag. */
    void add(int entry, long sourceAndTag) {
        int node = allocate();
        entryOf[node] = entry;
        orderOf[node] = added++;
        next[node] = NONE;
        if (hasAny(sourceAndTag)) {
            withAny++;
        }
        int slot = chains.slot(sourceAndTag);
        long chain = chains.value(slot);
        if (chain == 0) {
            chains.add(slot, sourceAndTag, LongTable.pair(node + 1, node));
        } else {
            next[(int) chain] = node;
            chains.set(slot, LongTable.pair((int) (chain >>> 32), node));
        }
    }

    /** Removes the first entry of a chain, which must not be empty. */
    void removeFirst(long sourceAndTag) {
        int slot = chains.slot(sourceAndTag);
        int node = head(slot);
        int second = next[node];
        next[node] = free;
        free = node;
        if (hasAny(sourceAndTag)) {
            withAny--;
        }
        if (second == NONE) {
            chains.remove(slot);
        } else {
            chains.set(slot, LongTable.pair(second + 1, (int) chains.value(slot)));
        }
    }

    private int head(int slot) {
        return (int) (chains.value(slot) >>> 32) - 1;
    }

    /** The earliest entry that agrees with a source and a tag, neither of which is ANY; or NONE. */
    int find(int source, int tag) {
        int node = head(chains.slot(MatchQueue.pair(source, tag)));
        if (withAny > 0) {
            node = earlier(node, head(chains.slot(MatchQueue.pair(Schedule.ANY, tag))));
            node = earlier(node, head(chains.slot(MatchQueue.pair(source, Schedule.ANY))));
            node = earlier(node, head(chains.slot(MatchQueue.pair(Schedule.ANY, Schedule.ANY))));
        }
        return node == NONE ? NONE : entryOf[node];
    }

    private int earlier(int a, int b) {
        if (a == NONE || b == NONE) {
            return a == NONE ? b : a;
        }
        return orderOf[a] < orderOf[b] ? a : b;
    }

    private static boolean hasAny(long sourceAndTag) {
        return (int) (sourceAndTag >>> 32) == Schedule.ANY || (int) sourceAndTag == Schedule.ANY;
    }

    private int allocate() {
        if (free != NONE) {
            int node = free;
            free = next[node];
            return node;
        }
        entryOf = Columns.fit(entryOf, used);
        orderOf = Columns.fit(orderOf, used);
        next = Columns.fit(next, used);
        return used++;
    }
}
