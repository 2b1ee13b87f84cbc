package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;

/**
 * An opened trace whose ranks have records of MPI calls. Programs of different ranks may be read by different threads.
 *
 * @param <R> the format's reader of a rank's records
 */
public abstract class RecordedTrace<R extends RecordedRank> implements Trace, RecordedTimes {
    private final String format;
    private final String place;
    private final RecordedWorld world;
    private final double ticksPerSecond;
    /** Of the last ended run of each rank. */
    private final AtomicReferenceArray<@Nullable TranslationCounts> counts;

    /**
     * @param format its name
     * @param place what to call the trace in messages
     * @param world what is known of the run
     * @param ticksPerSecond of the records' times, > 0
     */
    protected RecordedTrace(String format, String place, RecordedWorld world, double ticksPerSecond) {
        this.format = format;
        this.place = place;
        this.world = world;
        this.ticksPerSecond = ticksPerSecond;
        this.counts = new AtomicReferenceArray<>(world.ranks());
    }

    /** Begins to read the records of a rank, which count what they come upon; null for a rank without records. */
    protected abstract @Nullable R records(int rank, TranslationCounts ofRank);

    /** A program of a rank has ended. */
    protected void ended(int rank, R records) {}

    /** A program of a rank without records has ended. */
    protected void endedWithoutRecords(int rank) {}

    /** What the trace as a whole approximates, whatever the ranks do. */
    protected List<String> notes() {
        return world.notes();
    }

    @Override
    public final String format() {
        return format;
    }

    @Override
    public final double span() {
        return world.span();
    }

    @Override
    public final int communicators() {
        return world.sizeableCommunicators();
    }

    @Override
    public final int ranks() {
        return counts.length();
    }

    @Override
    public final Program open(int rank) {
        checkRank(rank);
        TranslationCounts ofRank = new TranslationCounts();
        return new RecordedProgram<R>(() -> records(rank, ofRank), records -> {
            if (records == null) {
                endedWithoutRecords(rank);
            } else {
                ended(rank, records);
            }
            counts.set(rank, ofRank);
        });
    }

    @Override
    public final RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordedOperationTimes(records(rank, new TranslationCounts()), ticksPerSecond);
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= ranks()) {
            throw new InputException("There is no rank " + rank + " in " + place + ", which has " + ranks() + " ranks");
        }
    }

    @Override
    public final List<String> approximations() {
        List<String> sentences = new ArrayList<>(notes());
        sentences.addAll(sum().sentences());
        return List.copyOf(sentences);
    }

    @Override
    public final Map<String, Long> recordedBeyondPerformed() {
        return sum().recordedBeyondPerformed();
    }

    private TranslationCounts sum() {
        TranslationCounts sum = new TranslationCounts();
        for (int rank = 0; rank < ranks(); rank++) {
            TranslationCounts ofRank = counts.get(rank);
            if (ofRank != null) {
                sum.add(ofRank);
            }
        }
        return sum;
    }
}
