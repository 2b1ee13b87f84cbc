package org.tailback.trace.otf2;

import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.RecordedTimes;

/** Properties of a whole program that must be known before its first event is written. */
final class ProgramSurvey extends IgnoringSink {
    private static final long LARGEST_MESSAGE = 1L << 53;

    private final WrittenCommunicators communicators = new WrittenCommunicators();
    private double earliest;
    private double latest;
    private double computed;
    private int rank;

    private ProgramSurvey() {}

    /**
     * Reads a program to its end.
     *
     * @throws InputException if no archive can hold its operations
     */
    static ProgramSurvey of(ParallelProgram program) {
        ProgramSurvey survey = new ProgramSurvey();
        for (int rank = 0; rank < program.ranks(); rank++) {
            survey.rank = rank;
            survey.computed = 0;
            try (Program operations = program.open(rank)) {
                operations.produceAll(survey);
            }
            survey.latest = Math.max(survey.latest, survey.computed);
            if (program instanceof RecordedTimes times) {
                survey.see(times, rank);
            }
        }
        survey.communicators.number();
        return survey;
    }

    private void see(RecordedTimes times, int ofRank) {
        try (RecordedTimes.Cursor cursor = times.recordedTimes(ofRank)) {
            while (cursor.next()) {
                earliest = Math.min(earliest, cursor.enter());
                latest = Math.max(latest, cursor.leave());
            }
        }
    }

    WrittenCommunicators communicators() {
        return communicators;
    }

    /** No recorded time is before; seconds, <= 0. */
    double earliest() {
        return earliest;
    }

    /** At least how long the archive is from {@link #earliest}, seconds; moved times may be later. */
    double duration() {
        return latest - earliest;
    }

    private static void check(long bytes) {
        if (bytes > LARGEST_MESSAGE) {
            throw new InputException("A size of " + bytes + " bytes is more than the 2^53 that is read again");
        }
    }

    private void receives(int source, int tag, int communicator, long bytes) {
        if (source == ANY_SOURCE || tag == ANY_TAG) {
            throw new InputException(
                    "Rank " + rank + " receives from any source or with any tag: an OTF2 archive records"
                            + " which message came, and that only a run tells. Write the native form (tailback)");
        }
        communicators.seeMessage(communicator);
        check(bytes);
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        send(destination, tag, communicator, bytes, mode);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        communicators.seeMessage(communicator);
        check(bytes);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        receives(source, tag, communicator, bytes == ANY_SIZE ? 0 : bytes);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        receives(source, tag, communicator, bytes == ANY_SIZE ? 0 : bytes);
    }

    @Override
    public void collective(CollectiveCall call) {
        communicators.see(call.communicator(), call.group());
        check(call.bytes());
        computed += call.computeSeconds();
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        collective(call);
    }

    @Override
    public void compute(double seconds) {
        computed += seconds;
    }

    @Override
    public void start(int request, Program helper) {
        helper.close();
        throw new InputException("Rank " + rank + " has a helper that works beside it: an OTF2 archive cannot hold it."
                + " Write the native form (tailback)");
    }
}
