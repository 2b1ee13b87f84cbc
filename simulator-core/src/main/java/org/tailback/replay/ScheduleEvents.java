package org.tailback.replay;

import org.tailback.columns.Columns;
import org.tailback.kernel.TimeQueue;

/**
 * Future events of a schedule's replay at known times: ends of work on CPUs, arrivals of messages, completions of
 * operations. Events are ordered by time, and events at equal times by the order of their addition. Each event costs
 * O(log pending), without allocation once the columns have grown.
 */
final class ScheduleEvents {
    /** Event: a CPU of the rank has completed its work for the operation. */
    static final byte CPU_FREE = 0;
    /** Event: the message of a receive has arrived; its overhead may begin. */
    static final byte ARRIVED = 1;
    /** Event: the operation completes without a CPU. */
    static final byte COMPLETED = 2;

    private final TimeQueue dates;
    private byte[] kinds = new byte[64];
    private int[] ranks = new int[64];
    private int[] operations = new int[64];
    private double[] seconds = new double[64];
    private int[] free = new int[64];
    private int freeCount;
    private int used;
    private long known;

    /**
     * Creates an empty set of events.
     *
     * @param times queue of an agenda, in which the events are stored
     */
    ScheduleEvents(TimeQueue times) {
        dates = times;
    }

    /**
     * Adds an event.
     *
     * @param overhead for an arrival, the overhead of its receive; otherwise the time at which the CPU began
     */
    void add(byte kind, int rank, int operation, double date, double overhead) {
        int event = freeCount > 0 ? free[--freeCount] : grown();
        kinds[event] = kind;
        ranks[event] = rank;
        operations[event] = operation;
        seconds[event] = overhead;
        dates.set(event, date, known++);
    }

    double firstTime() {
        return dates.firstTime();
    }

    /** Removes the first event. Its properties are available until the next {@link #add}. */
    int take() {
        int event = dates.first();
        dates.remove(event);
        free = Columns.fit(free, freeCount);
        free[freeCount++] = event;
        return event;
    }

    byte kind(int event) {
        return kinds[event];
    }

    int rank(int event) {
        return ranks[event];
    }

    int operation(int event) {
        return operations[event];
    }

    double seconds(int event) {
        return seconds[event];
    }

    private int grown() {
        kinds = Columns.fit(kinds, used);
        ranks = Columns.fit(ranks, used);
        operations = Columns.fit(operations, used);
        seconds = Columns.fit(seconds, used);
        return used++;
    }
}
