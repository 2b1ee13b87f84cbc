package org.tailback.network;

import java.util.function.IntToDoubleFunction;
import org.tailback.columns.Columns;
import org.tailback.kernel.TimeQueue;

/**
 * Clocks of the moving messages, in batches of equal rate. A virtual clock per batch counts the work that each of its
 * messages has done since the clock began, so that the cost of a changed rate does not depend on the number of messages
 * in the batch. A message ends when the clock has advanced by the message's work. The messages of a batch are in a
 * pairing heap in the order of their ends, and only the end of the first message is computed as a time.
 *
 * <p>A clock starts again at 0 when its batch is empty. Rounding errors of a long-running clock stay within the
 * engine's tolerance for simultaneous ends.
 *
 * <p>Cost: a change of a batch's rate and a message that joins cost O(1) + O(log batches); a message that leaves costs
 * O(log messages of the batch) amortised. No allocation except growth.
 */
final class BatchClocks {
    private static final int NONE = -1;

    /** Queue of batches by the time at which their first message ends. */
    private final TimeQueue dates;

    private final IntToDoubleFunction firstEnd = this::firstEnd;

    /**
     * Four numbers by batch: its rate, its clock, the time up to which the clock is settled, and the clock at the first
     * end, which is infinite without messages.
     */
    private double[] clocks = {};

    private static final int CLOCK = 1;
    private static final int SETTLED = 2;
    private static final int FIRST = 3;
    private static final int WIDTH = 4;

    // arrays indexed by batch
    private int[] root = {};
    private boolean[] isDirty = {};

    private int[] dirty = {};
    private int dirtyCount;

    // arrays indexed by message
    private final MessageTable messages;
    private double[] mark = {};
    /**
     * Links of the pairing heaps, by message: first child, next sibling, and previous sibling or, for a first child,
     * the parent.
     */
    private int[] child = new int[0];

    private int[] sibling = new int[0];
    private int[] previous = new int[0];

    /**
     * Creates the clocks without batches.
     *
     * @param messages table with the batches of messages and the order of messages that end together
     */
    BatchClocks(MessageTable messages, int expected) {
        this.messages = messages;
        dates = new TimeQueue(Math.max(64, expected));
    }

    void open(int batch) {
        if (WIDTH * batch + FIRST >= clocks.length) {
            clocks = Columns.fit(clocks, WIDTH * batch + FIRST);
            root = Columns.fit(root, batch);
            isDirty = Columns.fit(isDirty, batch);
        }
        clocks[WIDTH * batch] = 0;
        setRoot(batch, NONE);
    }

    /** Returns the rate of a batch; 0 before its first rate. */
    double rate(int batch) {
        return clocks[WIDTH * batch];
    }

    double firstTime() {
        return dates.firstTime();
    }

    /** Returns the message whose end is {@link #firstTime}. */
    int first() {
        return root[dates.first()];
    }

    /** Removes the first message from its clock. */
    void takeFirst() {
        int batch = dates.first();
        int message = root[batch];
        if (child[message] == NONE) {
            // the only message of the batch
            setRoot(batch, NONE);
            dates.remove(batch);
        } else {
            remove(message, batch);
        }
    }

    void join(int message, int batch, double work, double now) {
        if (message >= mark.length) {
            mark = Columns.fit(mark, message);
            child = Columns.fit(child, message);
            sibling = Columns.fit(sibling, message);
            previous = Columns.fit(previous, message);
        }
        if (root[batch] == NONE) {
            clocks[WIDTH * batch + CLOCK] = 0;
            clocks[WIDTH * batch + SETTLED] = now;
        } else {
            advance(batch, now);
        }
        mark[message] = clocks[WIDTH * batch + CLOCK] + work;
        child[message] = NONE;
        sibling[message] = NONE;
        previous[message] = NONE;
        setRoot(batch, root[batch] == NONE ? message : meld(root[batch], message));
        touch(batch);
    }

    /** Removes a message that has not ended from its clock. */
    void remove(int message, int batch) {
        unlink(message, batch);
        setDate(batch);
    }

    /** Returns the remaining work of a message without changing the state. */
    double workLeft(int message, int batch, double now) {
        double left = Math.max(0, mark[message] - clocks[WIDTH * batch + CLOCK]);
        return Math.max(0, left - clocks[WIDTH * batch] * (now - clocks[WIDTH * batch + SETTLED]));
    }

    void setRate(int batch, double newRate, double now) {
        if (clocks[WIDTH * batch + FIRST] < Double.POSITIVE_INFINITY) {
            advance(batch, now);
            touch(batch);
        }
        clocks[WIDTH * batch] = newRate;
    }

    /** Updates the times of the first ends; must be called after all changes of an instant. */
    void settle() {
        boolean most = dirtyCount > dates.size() / 4;
        for (int i = 0; i < dirtyCount; i++) {
            int batch = dirty[i];
            isDirty[batch] = false;
            if (!most || !dates.contains(batch)) {
                setDate(batch);
            }
        }
        if (most) {
            dates.renew(firstEnd);
        }
        dirtyCount = 0;
    }

    /** Returns the end of a message at its present rate, in seconds. */
    double date(int message, int batch) {
        return date(mark[message], batch);
    }

    private double date(double end, int batch) {
        // negative if the end was rounded to this instant
        double left = Math.max(0, end - clocks[WIDTH * batch + CLOCK]);
        return clocks[WIDTH * batch + SETTLED] + left / clocks[WIDTH * batch];
    }

    /**
     * Visits the messages that end by a given time at their present rates. O(messages visited + batches with such a
     * message).
     */
    void forEachUntil(double date, TimeQueue.Visitor visitor) {
        dates.forEachUntil(date, batch -> visit(batch, date, visitor));
    }

    /** Visits all messages of a batch, in an order that depends on the history. */
    void forEach(int batch, TimeQueue.Visitor visitor) {
        visit(batch, Double.POSITIVE_INFINITY, visitor);
    }

    /** Traverses the heap without recursion, because its depth may equal its number of messages. */
    private void visit(int batch, double date, TimeQueue.Visitor visitor) {
        int message = root[batch];
        while (message != NONE) {
            boolean isDue = date == Double.POSITIVE_INFINITY || date(message, batch) <= date;
            if (isDue) {
                visitor.visit(message);
            }
            message = isDue && child[message] != NONE ? child[message] : following(message);
        }
    }

    /** Returns the next message of a heap that is not a child of this one. */
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

    private void touch(int batch) {
        if (!isDirty[batch]) {
            isDirty[batch] = true;
            if (dirtyCount == dirty.length) {
                dirty = Columns.fit(dirty, dirtyCount);
            }
            dirty[dirtyCount++] = batch;
        }
    }

    private void advance(int batch, double now) {
        clocks[WIDTH * batch + CLOCK] += clocks[WIDTH * batch] * (now - clocks[WIDTH * batch + SETTLED]);
        clocks[WIDTH * batch + SETTLED] = now;
    }

    private void setRoot(int batch, int message) {
        root[batch] = message;
        clocks[WIDTH * batch + FIRST] = message == NONE ? Double.POSITIVE_INFINITY : mark[message];
    }

    private void setDate(int batch) {
        if (root[batch] == NONE) {
            dates.remove(batch);
        } else {
            dates.set(batch, firstEnd(batch), batch);
        }
    }

    private double firstEnd(int batch) {
        return date(clocks[WIDTH * batch + FIRST], batch);
    }

    private boolean before(int a, int b) {
        return mark[a] < mark[b] || (mark[a] == mark[b] && messages.sequence[a] < messages.sequence[b]);
    }

    /** Makes one of two roots the first child of the other. Returns the other. */
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

    private void unlink(int message, int batch) {
        int orphans = meldPairs(child[message]);
        if (message == root[batch]) {
            setRoot(batch, orphans);
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
                setRoot(batch, meld(root[batch], orphans));
            }
        }
    }

    /** Joins the children of a removed message into one heap: in pairs from the left, then all pairs from the right. */
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
}
