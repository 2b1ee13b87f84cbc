package org.tailback.study.efficiency;

import java.util.Arrays;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;

/**
 * The sequence of the messages and waits of each rank, as numbers that are equal for equal ones. Computations are left
 * out: a tracer may omit short ones. 12 bytes for each operation; nothing is kept if there are more than a limit.
 */
final class CallRecorder implements Observer {
    private final int[][] exact;
    private final int[][] kinds;
    private final int[][] positions;
    private final int[] count;
    private final long most;
    private long seen;

    /** @param most operations of all ranks together that are kept, >= 0 */
    CallRecorder(int ranks, long most) {
        exact = new int[ranks][16];
        kinds = new int[ranks][16];
        positions = new int[ranks][16];
        count = new int[ranks];
        this.most = most;
    }

    /** False if there were too many operations. */
    boolean isComplete() {
        return seen <= most;
    }

    /** Numbers of the operations of a rank by kind, partner and size. */
    int[] exact(int rank) {
        return Arrays.copyOf(exact[rank], count[rank]);
    }

    /** Numbers of the operations of a rank by kind alone. */
    int[] kinds(int rank) {
        return Arrays.copyOf(kinds[rank], count[rank]);
    }

    /**
     * The position in the rank's program at which a phase begins whose first operation is one of these sequences: with
     * the computation before it. Behind the last operation, the end of the program.
     */
    int startOf(int rank, int position) {
        return position == count[rank] ? Integer.MAX_VALUE : position == 0 ? 0 : positions[rank][position - 1] + 1;
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        if (thread != 0 || kind == OperationKind.COMPUTE || seen++ >= most) {
            return;
        }
        int at = count[rank]++;
        if (at == exact[rank].length) {
            exact[rank] = Arrays.copyOf(exact[rank], 2 * at);
            positions[rank] = Arrays.copyOf(positions[rank], 2 * at);
            kinds[rank] = Arrays.copyOf(kinds[rank], 2 * at);
        }
        kinds[rank][at] = kind.ordinal();
        int partner = kind.hasRequestList() ? 0 : envelope.peer();
        exact[rank][at] =
                31 * (31 * (31 * kind.ordinal() + partner) + envelope.communicator()) + Long.hashCode(envelope.bytes());
        positions[rank][at] = Math.toIntExact(index);
    }
}
