package org.tailback.trace.mpi;

import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;

/**
 * The requests of one rank that are under way: their ids in the trace, if they have one, their numbers in the program,
 * which are small and used again, their state and the position of their start in the queue.
 */
final class OpenRequests {
    enum State {
        /** No request. */
        FREE,
        SEND,
        RECEIVE,
        DROPPED_SEND,
        /** Impossible or cancelled. */
        DROPPED_RECEIVE,
        /** A receive from a source that is not known yet. */
        UNKNOWN_RECEIVE,
        COLLECTIVE,
        UNKNOWN_COLLECTIVE,
        /** Impossible, or never to be completed. */
        DROPPED_COLLECTIVE,
        /** Unknown, and without a request in the trace. */
        GUESSED_RECEIVE,
        /** A receive from any source or with any tag, whose source may still become known. */
        POSTED_RECEIVE,
        /** One of several of which some have ended, of which it is unknown which. */
        PERHAPS_ENDED;

        /** Returns whether the request has an id in the trace by which what is unknown could be found. */
        boolean isUnknown() {
            return this == UNKNOWN_RECEIVE || this == UNKNOWN_COLLECTIVE;
        }
    }

    private final NumberTable byId = new NumberTable();
    private State[] states = new State[16];
    private long[] sequences = new long[16];
    private int[] freeNumbers = new int[16];
    private int freeCount;
    private int used;
    private int unknown;

    /** Returns a number for a request without an id. */
    int add(State state) {
        int number = freeCount > 0 ? freeNumbers[--freeCount] : used++;
        states = Columns.fit(states, number);
        sequences = Columns.fit(sequences, number);
        freeNumbers = Columns.fit(freeNumbers, number);
        states[number] = State.FREE;
        setState(number, state);
        return number;
    }

    int add(State state, long id) {
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
        setState(number, State.FREE);
        freeNumbers[freeCount++] = number;
    }

    /** {@link State#FREE} also for {@link NumberTable#NONE}. */
    State state(int number) {
        return number == NumberTable.NONE ? State.FREE : states[number];
    }

    void setState(int number, State state) {
        unknown += (state.isUnknown() ? 1 : 0) - (states[number].isUnknown() ? 1 : 0);
        states[number] = state;
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
