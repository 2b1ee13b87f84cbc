package org.tailback.trace.prv;

import java.util.HashMap;
import java.util.Map;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.CollectiveRecord;
import org.tailback.trace.mpi.CollectiveRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.KnownCollective;
import org.tailback.trace.mpi.MpiCall;

/**
 * The collective operations of one rank. Extrae records bytes sent and received: one rank's buffer for bcast, reduce,
 * allreduce and scan; the bytes to one other rank as bytes sent of gather, allgather and alltoall, and as bytes
 * received of scatter; sums for the kinds with counts, which are taken as spread evenly. Where that side says nothing
 * (MPI_IN_PLACE), the other side's total is divided by the number of ranks.
 */
final class PrvCollectives {
    private final PrvWorld world;
    private final int rank;
    private final CollectiveRecords collectives;
    private final Map<Integer, Roots> roots = new HashMap<>();
    /** Numbers of operations on each communicator. */
    private final Map<Integer, Integer> numbers = new HashMap<>();

    private long sent = -1;
    private long received = -1;
    private int communicator = NumberTable.NONE;

    PrvCollectives(PrvWorld world, int rank, CollectiveRecords collectives) {
        this.world = world;
        this.rank = rank;
        this.collectives = collectives;
    }

    /** The roots of one communicator's operations, read on as they are asked for. */
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
         * Returns the root's task of an operation; negative if none says that it is. Instances are asked for in their
         * order.
         */
        int task(int instance) {
            // a task's own number is never larger than the common one
            while (more && reached <= instance) {
                more = cursor.next();
                if (more) {
                    reached = cursor.time();
                    int task = (int) cursor.value(0);
                    ahead.put(world.collectives().aligned(ofCommunicator, task, (int) reached), task);
                }
            }
            Integer task = ahead.remove(instance);
            ahead.keySet().removeIf(other -> other < instance);
            return task == null ? NumberTable.NONE : task;
        }
    }

    /** Begins a call. */
    void begin() {
        sent = -1;
        received = -1;
        communicator = NumberTable.NONE;
    }

    /** Notes parameters of the current call; -1 and {@link NumberTable#NONE} for those recorded elsewhere. */
    void parameters(long toldSent, long toldReceived, int toldCommunicator) {
        sent = toldSent >= 0 ? toldSent : sent;
        received = toldReceived >= 0 ? toldReceived : received;
        communicator = toldCommunicator >= 0 ? toldCommunicator : communicator;
    }

    /** Performs the blocking operation of the current call. */
    void perform(MpiCall call, long time) {
        tell(call, time, -1);
    }

    /** Starts the operation of the current call; returns false if it is left out. */
    boolean start(MpiCall call, long time, long request) {
        return tell(call, time, request);
    }

    private boolean tell(MpiCall call, long time, long request) {
        Kind kind = call.collective();
        Communicator group = world.communicator(communicator);
        if (kind == null || group == null) {
            return false; // counted as a call without a record, and where its communicator was read
        }
        CollectiveCounts counts = world.collectives();
        int number = numbers.merge(communicator, 1, Integer::sum) - 1;
        int instance = counts.aligned(communicator, world.task(rank), number);
        int root = 0;
        if (kind.hasRoot()) {
            int task = roots.computeIfAbsent(communicator, Roots::new).task(instance);
            root = task < 0 ? 0 : Math.max(0, group.positionOf(world.rank(task)));
        }
        if (!counts.hasPartners(communicator, instance)) {
            return false;
        }
        int size = group.size(world.ranks());
        boolean atRoot = group.positionOf(rank) == root;
        long out = Math.max(0, sent);
        long in = Math.max(0, received);
        long bytes;
        switch (kind) {
            case BARRIER -> bytes = 0;
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes = Math.max(out, in);
            case ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> bytes = out > 0 ? out : in / size;
            case GATHER -> bytes = out > 0 || !atRoot ? out : in / size;
            case SCATTER -> bytes = in > 0 || !atRoot ? in : out / size;
            default -> {
                CollectiveRecord record = new CollectiveRecord(kind, group, root, sent, received);
                if (request == -1) {
                    collectives.performed(time, record);
                } else {
                    collectives.started(time, request);
                    collectives.completedLater(request, record);
                }
                return true;
            }
        }
        KnownCollective operation = new KnownCollective(kind, group, root, bytes, null, null);
        if (request == -1) {
            collectives.performed(time, operation);
        } else {
            collectives.started(time, request, operation);
        }
        return true;
    }
}
