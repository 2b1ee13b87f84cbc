package org.tailback.model.sharing.fairtree;

import java.util.Arrays;

/**
 * What is known of every flow on a tree, side by side in one record: its ends, the node of either side whose share it follows
 * ({@link TreeSide}), its group, and the links of the three lists that it is in.
 */
final class TreeFlows {
    static final int NONE = -1;
    /** The group of a flow that is not in flight. */
    static final int ABSENT = -2;

    static final int GROUP = 0;
    static final int HEIGHT = 1;
    /** 1 if the flow is among those whose group has to be looked at. */
    static final int TOUCHED = 2;

    /** The leaf (of either side: add the side's number). */
    static final int LEAF = 3;
    /** The node whose share the flow follows on either side; none before its first recomputation. */
    static final int CUT = 5;

    // list links: add twice the list's number
    private static final int NEXT = 7;
    private static final int PREVIOUS = 8;
    /** The list of a group; those of leaves have the side's number. */
    static final int IN_GROUP = 2;

    private static final int SHIFT = 4;

    private int[] records = new int[0];
    private int[] touched = new int[16];
    private int touchedCount;

    /** Numbers of flows are below this. */
    int capacity() {
        return records.length >> SHIFT;
    }

    boolean isInFlight(int flow) {
        return flow << SHIFT < records.length && get(flow, GROUP) != ABSENT;
    }

    int get(int flow, int field) {
        return records[(flow << SHIFT) + field];
    }

    void set(int flow, int field, int value) {
        records[(flow << SHIFT) + field] = value;
    }

    void ensureCapacity(int flow) {
        int needed = flow + 1 << SHIFT;
        if (needed > records.length) {
            int old = records.length;
            records =
                    Arrays.copyOf(records, Math.max(needed, Math.max(16 << SHIFT, old + (old >> 1) >> SHIFT << SHIFT)));
            for (int at = old; at < records.length; at += 1 << SHIFT) {
                records[at + GROUP] = ABSENT;
            }
        }
    }

    int next(int flow, int list) {
        return get(flow, NEXT + 2 * list);
    }

    /** Puts a flow before the first of a list and returns it: the first from now on. */
    int link(int flow, int list, int first) {
        set(flow, NEXT + 2 * list, first);
        set(flow, PREVIOUS + 2 * list, NONE);
        if (first != NONE) {
            set(first, PREVIOUS + 2 * list, flow);
        }
        return flow;
    }

    /** Takes a flow out of a list and returns the first from now on. */
    int unlink(int flow, int list, int first) {
        int next = get(flow, NEXT + 2 * list);
        int previous = get(flow, PREVIOUS + 2 * list);
        if (next != NONE) {
            set(next, PREVIOUS + 2 * list, previous);
        }
        if (previous == NONE) {
            return next;
        }
        set(previous, NEXT + 2 * list, next);
        return first;
    }

    /** The group of a flow has to be looked at. */
    void touch(int flow) {
        if (get(flow, TOUCHED) == 0) {
            set(flow, TOUCHED, 1);
            if (touchedCount == touched.length) {
                touched = Arrays.copyOf(touched, 2 * touchedCount);
            }
            touched[touchedCount++] = flow;
        }
    }

    void forgetTouched() {
        for (int i = 0; i < touchedCount; i++) {
            set(touched[i], TOUCHED, 0);
        }
        touchedCount = 0;
    }

    int touchedCount() {
        return touchedCount;
    }

    int touched(int index) {
        return touched[index];
    }

    /** Keeps the first of the touched flows only, which may be overwritten by {@link #keepTouched}. */
    void endTouched(int count) {
        touchedCount = count;
    }

    void keepTouched(int index, int flow) {
        touched[index] = flow;
    }
}
