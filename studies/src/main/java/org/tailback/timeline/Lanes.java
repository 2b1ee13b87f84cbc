package org.tailback.timeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Lanes in which a rank's slices are drawn without overlap. Thread 0 has lane 0. Each other thread has the lowest lane
 * that is free when the thread enters an operation. Finding a lane takes O(lanes); the number of lanes is the largest
 * number of concurrently active threads.
 */
final class Lanes {
    final CollectiveRanges<Slice> collectives = new CollectiveRanges<>();

    private final List<Lane> lanes = new ArrayList<>(1);

    record Open(Slice slice, double begin) {}

    static final class Lane {
        final int number;
        private int thread;
        private boolean written;
        /** Open slices, ordered from the outermost to the innermost. */
        final ArrayDeque<Open> open = new ArrayDeque<>(2);

        private Lane(int number, int thread) {
            this.number = number;
            this.thread = thread;
        }

        /** Returns whether the innermost slice is the given operation. */
        boolean isIn(long operation) {
            return !open.isEmpty()
                    && !open.getLast().slice().isCollective()
                    && open.getLast().slice().index() == operation;
        }

        /** Returns true on the first call, except for lane 0, which exists from the beginning. */
        boolean isNew() {
            boolean unseen = !written && number > 0;
            written = true;
            return unseen;
        }
    }

    Lanes() {
        lanes.add(new Lane(0, 0));
    }

    List<Lane> all() {
        return lanes;
    }

    /** Returns the lane of a thread that is about to enter an operation. */
    Lane entering(int thread) {
        if (thread == 0) {
            return lanes.get(0);
        }
        Lane found = null;
        for (int i = lanes.size() - 1; i > 0; i--) {
            Lane lane = lanes.get(i);
            if (lane.open.isEmpty()) {
                found = lane;
            }
        }
        if (found == null) {
            found = new Lane(lanes.size(), thread);
            lanes.add(found);
        }
        found.thread = thread;
        return found;
    }

    /** Returns the lane of a thread during an operation; lane 0 outside operations. */
    Lane of(int thread) {
        for (int i = 1; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            if (lane.thread == thread && !lane.open.isEmpty()) {
                return lane;
            }
        }
        return lanes.get(0);
    }
}
