package org.tailback.study.training;

import java.util.HashMap;
import java.util.Map;
import org.tailback.columns.Columns;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;

/**
 * Observer that divides the time of the GPUs of a {@link TrainingProgram} into computation and waits. A wait is
 * attributed to the kind of communication that ended last during the wait. Communication that overlaps computation
 * causes no wait and is not counted.
 */
final class ExposedTime implements Observer {
    private static final CommunicationKind[] KINDS = CommunicationKind.values();

    /** Waiting time by kind of communication, summed over the ranks, seconds. */
    private final double[] waited = new double[KINDS.length];

    private final int busy;
    private double computed;
    private double finished;
    /** Kind of the last operation that each rank posted or awaited, and the end time of that operation. */
    private final byte[] kind;

    private final double[] end;
    private byte[] kinds = new byte[1024];

    /**
     * Progress threads by rank and thread. Each progress thread waits for its own messages and for the messages that it
     * starts.
     */
    private final Map<Long, ProgressThread> progressThreads = new HashMap<>();

    private record ProgressThread(int communication, int startedBy) {}

    /**
     * Creates an observer with zero times.
     *
     * @param ranks number of ranks of the program
     * @param busy number of ranks with operations, the divisor of means
     */
    ExposedTime(int ranks, int busy) {
        this.busy = busy;
        kind = new byte[ranks];
        end = new double[ranks];
    }

    /** Returns the mean computation time per GPU, seconds. */
    double computed() {
        return computed / busy;
    }

    /** Returns the mean time per GPU of waits for a kind of communication, seconds. */
    double waited(CommunicationKind of) {
        return waited[of.ordinal()] / busy;
    }

    /** Returns the mean time at which a GPU finishes, seconds. */
    double finished() {
        return finished / busy;
    }

    private static long key(int rank, int thread) {
        return (long) rank << 32 | thread & 0xffffffffL;
    }

    private void note(int communication, CommunicationKind itsKind) {
        kinds = Columns.fit(kinds, communication);
        kinds[communication] = (byte) itsKind.ordinal();
    }

    @Override
    public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
        // messages of collectives of communicator c have the communicator -1 - c
        int number = envelope.communicator();
        CommunicationKind itsKind = Communicator.of(number < 0 ? -1 - number : number).kind;
        note(communication, itsKind);
        if (thread == 0) {
            kind[sender] = (byte) itsKind.ordinal();
        }
        for (int progressThread = thread; progressThread < 0; ) {
            ProgressThread found = progressThreads.get(key(sender, progressThread));
            if (found == null) {
                return;
            }
            note(found.communication, itsKind);
            progressThread = found.startedBy;
        }
    }

    @Override
    public void progressThreadStarted(int rank, int thread, int progressThread, int communication, double time) {
        progressThreads.put(key(rank, progressThread), new ProgressThread(communication, thread));
        note(communication, CommunicationKind.DATA);
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double itsEnd, double overhead) {
        if (thread == 0 && itsEnd >= end[rank]) {
            end[rank] = itsEnd;
            kind[rank] = kinds[communication];
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind operation, double enter, double leave) {
        if (thread != 0) {
            return;
        }
        if (operation == OperationKind.COMPUTE) {
            computed += leave - enter;
        } else {
            waited[kind[rank]] += leave - enter;
        }
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        if (thread == 0) {
            finished += time;
        } else {
            progressThreads.remove(key(rank, thread));
        }
    }
}
