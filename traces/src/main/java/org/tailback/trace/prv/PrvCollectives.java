package org.tailback.trace.prv;

import java.util.HashMap;
import java.util.Map;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.CollectiveRecord;
import org.tailback.trace.mpi.CollectiveRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;

/** Collective operations of one rank, with the roots from other ranks' records. */
final class PrvCollectives {
    static final long BLOCKING = -1;

    private final PrvWorld world;
    private final int rank;
    private final CollectiveRecords collectives;
    private final Map<Integer, Roots> roots = new HashMap<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();

    private long sent = -1;
    private long received = -1;
    private int communicator = NumberTable.NONE;

    PrvCollectives(PrvWorld world, int rank, CollectiveRecords collectives) {
        this.world = world;
        this.rank = rank;
        this.collectives = collectives;
    }

    /** Roots of one communicator's operations, read on demand. */
    private final class Roots {
        private final int ofCommunicator;
        private final SortedRecords.Cursor cursor;
        private final Map<Integer, Integer> ahead = new HashMap<>();
        private boolean more = true;
        private long reached = -1;

        Roots(int ofCommunicator) {
            this.ofCommunicator = ofCommunicator;
            this.cursor = world.roots(ofCommunicator);
        }

        /**
         * Returns the task of an operation's root; negative if no record marks the root. Called for instances in
         * ascending order.
         */
        int task(int instance) {
            // the number of a task's own operation never exceeds the common number
            while (more && reached <= instance) {
                more = cursor.next();
                if (more) {
                    reached = cursor.time();
                    int task = (int) cursor.value(0);
                    ahead.put(world.collectives.aligned(ofCommunicator, task, (int) reached), task);
                }
            }
            Integer task = ahead.remove(instance);
            ahead.keySet().removeIf(other -> other < instance);
            return task == null ? NumberTable.NONE : task;
        }
    }

    void begin() {
        sent = -1;
        received = -1;
        communicator = NumberTable.NONE;
    }

    /** Stores parameters of the current call; parameters recorded elsewhere are -1 and {@link NumberTable#NONE}. */
    void parameters(long newSent, long newReceived, int newCommunicator) {
        sent = newSent >= 0 ? newSent : sent;
        received = newReceived >= 0 ? newReceived : received;
        communicator = newCommunicator >= 0 ? newCommunicator : communicator;
    }

    /**
     * Performs the operation of the current call, or starts it.
     *
     * @param request request of a non-blocking operation, otherwise {@link #BLOCKING}
     * @return false if the operation is omitted
     */
    boolean perform(MpiCall call, long time, long request) {
        Kind kind = call.collective();
        Communicator group = world.communicator(communicator);
        if (kind == null || group == null) {
            return false; // counted as a call without a record, and when its communicator was read
        }
        CollectiveCounts counts = world.collectives;
        int number = numbers.merge(communicator, 1, Integer::sum) - 1;
        int instance = counts.aligned(communicator, world.taskOfRank[rank], number);
        int root = 0;
        if (kind.hasRoot()) {
            int task = roots.computeIfAbsent(communicator, Roots::new).task(instance);
            root = task < 0 ? 0 : Math.max(0, group.positionOf(world.rankOfTask[task]));
        }
        if (!counts.hasPartners(communicator, instance)) {
            return false;
        }
        CollectiveRecord record = new CollectiveRecord(kind, group, root, sent, received);
        if (request == BLOCKING) {
            collectives.performed(time, record);
        } else {
            collectives.started(time, request);
            collectives.completedLater(request, record);
        }
        return true;
    }
}
