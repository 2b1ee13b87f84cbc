package org.tailback.network;

import java.util.Arrays;
import org.tailback.kernel.TimeQueue;

/**
 * Messages that progress in groups ({@link org.tailback.sharing.GroupedSharing}): a virtual clock per group counts the
 * work that a message of the group has done since the clock began, so that a change of the group's rate costs the same
 * however many messages are in it. A message is done when the clock shows what it showed when the message came plus the
 * message's work; the messages of a group wait in a pairing heap by that, and only the first of them has a time of its
 * end.
 *
 * <p>A clock starts again at 0 when its group is empty. What a clock that has run long rounds away, the engine's
 * tolerance of simultaneous ends covers.
 *
 * <p>Cost: a group's rate, a message that joins: O(1) + O(log groups); a message that leaves: O(log messages of the
 * group) amortised. No allocation but growth.
 */
final class GroupClocks {
    private static final int NONE = -1;

    /** Groups by the time at which their first message ends. */
    private final TimeQueue dates = new TimeQueue(64);

    private double[] rate = new double[64];
    private double[] clock = new double[64];
    private double[] settledDate = new double[64];
    private int[] root = filled(64);
    private boolean[] isDirty = new boolean[64];
    private int[] dirty = new int[64];
    private int dirtyCount;

    private final int expected;
    private int[] group = new int[0];
    private double[] mark = new double[0];
    /** Empty as long as all are 1. */
    private double[] factor = new double[0];

    private long[] sequence = new long[0];
    /** The pairing heaps: first child, next sibling, and previous sibling or, for a first child, the parent. */
    private int[] child = new int[0];

    private int[] sibling = new int[0];
    private int[] previous = new int[0];

    /** @param expected messages that there is room for as soon as there is one */
    GroupClocks(int expected) {
        this.expected = Math.max(64, expected);
    }

    /** True if the message is in a group. */
    boolean contains(int message) {
        return message < group.length && group[message] != NONE;
    }

    /** The message's rate. */
    double rate(int message) {
        return rate[group[message]] * factor(message);
    }

    private double factor(int message) {
        return factor.length == 0 ? 1 : factor[message];
    }

    /** The time of the first end, in seconds; infinite if there is none. */
    double firstTime() {
        return dates.firstTime();
    }

    /** The message whose end is {@link #firstTime}. */
    int first() {
        return root[dates.first()];
    }

    /** Takes the first message out of its group. */
    void takeFirst() {
        int itsGroup = dates.first();
        int message = root[itsGroup];
        if (child[message] == NONE) {
            // the only one
            group[message] = NONE;
            root[itsGroup] = NONE;
        } else {
            unlink(message, itsGroup);
        }
        setDate(itsGroup);
    }

    /** A message joins its first group. */
    void join(int message, int toGroup, double work, double itsFactor, long itsSequence, double now) {
        if (message >= group.length) {
            growMessages(message + 1);
        }
        if (itsFactor != 1 && factor.length == 0) {
            factor = new double[group.length];
            Arrays.fill(factor, 1);
        }
        if (factor.length > 0) {
            factor[message] = itsFactor;
        }
        sequence[message] = itsSequence;
        enter(message, toGroup, work / itsFactor, now);
    }

    /** Moves a message to another group. */
    void move(int message, int toGroup, double now) {
        int from = group[message];
        advance(from, now);
        double left = left(message, from);
        unlink(message, from);
        touch(from);
        enter(message, toGroup, left, now);
    }

    /** A message that has not ended leaves. */
    void remove(int message) {
        int from = group[message];
        unlink(message, from);
        setDate(from);
    }

    /** The remaining work of a message; changes nothing. */
    double workLeft(int message, double now) {
        int itsGroup = group[message];
        double left = left(message, itsGroup) - rate[itsGroup] * (now - settledDate[itsGroup]);
        return Math.max(0, left * factor(message));
    }

    /** Changes the rate of a group. */
    void setRate(int itsGroup, double newRate, double now) {
        if (itsGroup >= rate.length) {
            growGroups(itsGroup + 1);
        }
        if (root[itsGroup] != NONE) {
            advance(itsGroup, now);
            touch(itsGroup);
        }
        rate[itsGroup] = newRate;
    }

    /** Updates the times of the first ends; to be called after all changes of an instant. */
    void settle() {
        for (int i = 0; i < dirtyCount; i++) {
            isDirty[dirty[i]] = false;
            setDate(dirty[i]);
        }
        dirtyCount = 0;
    }

    /** The time at which a message ends if no rate changes any more, in seconds. */
    double date(int message) {
        return dateOf(message, group[message]);
    }

    /**
     * Visits the messages that end by a given time if no rate changes any more. O(number visited + groups with one).
     */
    void forEachUntil(double date, TimeQueue.Visitor visitor) {
        dates.forEachUntil(date, itsGroup -> visit(root[itsGroup], itsGroup, date, visitor));
    }

    /** Visits all messages of a group, in an order that depends on the history. */
    void forEach(int itsGroup, TimeQueue.Visitor visitor) {
        if (itsGroup < root.length) {
            visit(root[itsGroup], itsGroup, Double.POSITIVE_INFINITY, visitor);
        }
    }

    /** Walks without recursion, as a heap may be as deep as it has messages. */
    private void visit(int first, int itsGroup, double date, TimeQueue.Visitor visitor) {
        int message = first;
        while (message != NONE) {
            boolean isDue = dateOf(message, itsGroup) <= date;
            if (isDue) {
                visitor.visit(message);
            }
            message = isDue && child[message] != NONE ? child[message] : following(message);
        }
    }

    /** The next message of a heap that is no child of this one. */
    private int following(int message) {
        int at = message;
        while (at != NONE && sibling[at] == NONE) {
            at = parent(at);
        }
        return at == NONE ? NONE : sibling[at];
    }

    private int parent(int message) {
        int at = message;
        while (previous[at] != NONE && child[previous[at]] != at) {
            at = previous[at];
        }
        return previous[at];
    }

    private void enter(int message, int toGroup, double work, double now) {
        if (toGroup >= rate.length) {
            growGroups(toGroup + 1);
        }
        if (root[toGroup] == NONE) {
            clock[toGroup] = 0;
            settledDate[toGroup] = now;
        } else {
            advance(toGroup, now);
        }
        mark[message] = clock[toGroup] + work;
        group[message] = toGroup;
        child[message] = NONE;
        sibling[message] = NONE;
        previous[message] = NONE;
        root[toGroup] = root[toGroup] == NONE ? message : meld(root[toGroup], message);
        touch(toGroup);
    }

    private void touch(int itsGroup) {
        if (!isDirty[itsGroup]) {
            isDirty[itsGroup] = true;
            if (dirtyCount == dirty.length) {
                dirty = Arrays.copyOf(dirty, 2 * dirtyCount);
            }
            dirty[dirtyCount++] = itsGroup;
        }
    }

    /** Lets a group's clock run until now. */
    private void advance(int itsGroup, double now) {
        double from = settledDate[itsGroup];
        if (now == from) {
            return;
        }
        settledDate[itsGroup] = now;
        clock[itsGroup] += rate[itsGroup] * (now - from);
    }

    /** The remaining work of a message at the time up to which its group's clock is settled. */
    private double left(int message, int itsGroup) {
        // below 0 if its end was rounded to this instant
        return Math.max(0, mark[message] - clock[itsGroup]);
    }

    private double dateOf(int message, int itsGroup) {
        return settledDate[itsGroup] + left(message, itsGroup) / rate[itsGroup];
    }

    private void setDate(int itsGroup) {
        int first = root[itsGroup];
        if (first == NONE) {
            dates.remove(itsGroup);
        } else {
            dates.set(itsGroup, dateOf(first, itsGroup), itsGroup);
        }
    }

    private boolean before(int a, int b) {
        return mark[a] < mark[b] || (mark[a] == mark[b] && sequence[a] < sequence[b]);
    }

    /** Makes one of two roots the first child of the other, which is returned. */
    private int meld(int a, int b) {
        if (before(b, a)) {
            return meld(b, a);
        }
        int first = child[a];
        sibling[b] = first;
        previous[b] = a;
        if (first != NONE) {
            previous[first] = b;
        }
        child[a] = b;
        return a;
    }

    /** Takes a message out of its group's heap. */
    private void unlink(int message, int itsGroup) {
        int orphans = meldPairs(child[message]);
        if (message == root[itsGroup]) {
            root[itsGroup] = orphans;
        } else {
            int before = previous[message];
            int after = sibling[message];
            if (child[before] == message) {
                child[before] = after;
            } else {
                sibling[before] = after;
            }
            if (after != NONE) {
                previous[after] = before;
            }
            if (orphans != NONE) {
                root[itsGroup] = meld(root[itsGroup], orphans);
            }
        }
        group[message] = NONE;
    }

    /** The children of a removed message become one heap: in pairs from the left, then all from the right. */
    private int meldPairs(int first) {
        int pairs = NONE;
        int next = first;
        while (next != NONE) {
            int a = next;
            int b = sibling[a];
            next = NONE;
            int pair = a;
            sibling[a] = NONE;
            if (b != NONE) {
                next = sibling[b];
                sibling[b] = NONE;
                pair = meld(a, b);
            }
            sibling[pair] = pairs;
            pairs = pair;
        }
        int heap = NONE;
        while (pairs != NONE) {
            int rest = sibling[pairs];
            sibling[pairs] = NONE;
            heap = heap == NONE ? pairs : meld(heap, pairs);
            pairs = rest;
        }
        if (heap != NONE) {
            previous[heap] = NONE;
        }
        return heap;
    }

    private void growGroups(int needed) {
        int old = rate.length;
        int capacity = Math.max(needed, old + (old >> 1));
        rate = Arrays.copyOf(rate, capacity);
        clock = Arrays.copyOf(clock, capacity);
        settledDate = Arrays.copyOf(settledDate, capacity);
        root = Arrays.copyOf(root, capacity);
        Arrays.fill(root, old, capacity, NONE);
        isDirty = Arrays.copyOf(isDirty, capacity);
    }

    private void growMessages(int needed) {
        int old = group.length;
        int capacity = Math.max(needed, old == 0 ? expected : 2 * old);
        group = Arrays.copyOf(group, capacity);
        Arrays.fill(group, old, capacity, NONE);
        mark = Arrays.copyOf(mark, capacity);
        factor = factor.length == 0 ? factor : Arrays.copyOf(factor, capacity);
        sequence = Arrays.copyOf(sequence, capacity);
        child = Arrays.copyOf(child, capacity);
        sibling = Arrays.copyOf(sibling, capacity);
        previous = Arrays.copyOf(previous, capacity);
    }

    private static int[] filled(int capacity) {
        int[] array = new int[capacity];
        Arrays.fill(array, NONE);
        return array;
    }
}
