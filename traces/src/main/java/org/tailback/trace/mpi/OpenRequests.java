package org.tailback.trace.mpi;

import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;

/**
 * The requests of one rank that are under way: their ids in the trace, if they have one, their numbers in the program,
 * which are small and used again, their state and the position of their start in the queue.
 */
final class OpenRequests {
    static final byte FREE = 0;
    static final byte SEND = 1;
    static final byte RECEIVE = 2;
    /** A receive that turned out to be impossible or cancelled. */
    static final byte DROPPED_RECEIVE = 3;
    /** A receive whose source is not known yet. */
    static final byte UNKNOWN_RECEIVE = 4;
    /** A collective that has been started and is known. */
    static final byte COLLECTIVE = 5;
    /** One of which the parameters are not known yet. */
    static final byte UNKNOWN_COLLECTIVE = 6;
    /** One that turned out to be impossible, or never to be completed. */
    static final byte DROPPED_COLLECTIVE = 7;

    static final byte DROPPED_SEND = 8;
    /** An unknown receive without a request in the trace. */
    static final byte GUESSED_RECEIVE = 9;
    /** A receive from any source or with any tag, which may still turn out to be from one. */
    static final byte POSTED_RECEIVE = 10;
    /** One of several of which some have ended, of which it is unknown which. */
    static final byte PERHAPS_ENDED = 11;

    private final NumberTable byId = new NumberTable();
    private byte[] states = new byte[16];
    private long[] sequences = new long[16];
    private int[] freeNumbers = new int[16];
    private int freeCount;
    private int used;
    private int unknown;

    /** Returns a number for a request without an id. */
    int add(byte state) {
        int number = freeCount > 0 ? freeNumbers[--freeCount] : used++;
        states = Columns.fit(states, number);
        sequences = Columns.fit(sequences, number);
        freeNumbers = Columns.fit(freeNumbers, number);
        states[number] = FREE;
        setState(number, state);
        return number;
    }

    int add(byte state, long id) {
        int number = add(state);
        byId.put(id, number);
        return number;
    }

    /** Returns the number of an id, or {@link NumberTable#NONE}. */
    int find(long id) {
        return byId.get(id);
    }

    /** Forgets an id; its number, or {@link NumberTable#NONE}. The number stays in use. */
    int forget(long id) {
        return byId.remove(id);
    }

    /** The number may be used again. */
    void release(int number) {
        setState(number, FREE);
        freeNumbers[freeCount++] = number;
    }

    /** {@link #FREE} also for {@link NumberTable#NONE}. */
    byte state(int number) {
        return number == NumberTable.NONE ? FREE : states[number];
    }

    void setState(int number, byte state) {
        unknown += (isUnknown(state) ? 1 : 0) - (isUnknown(states[number]) ? 1 : 0);
        states[number] = state;
    }

    /** Returns whether a request in this state has an id in the trace by which what is unknown could be found. */
    static boolean isUnknown(byte state) {
        return state == UNKNOWN_RECEIVE || state == UNKNOWN_COLLECTIVE;
    }

    int unknown() {
        return unknown;
    }

    long sequence(int number) {
        return sequences[number];
    }

    void setSequence(int number, long sequence) {
        sequences[number] = sequence;
    }

    /** Returns a number above all numbers in use. */
    int limit() {
        return used;
    }
}
