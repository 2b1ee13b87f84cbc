package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.matching.MessageBalance;

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

    /** Null unless receives without a completion shall be paired. */
    private volatile @Nullable PairedReceives paired;

    private final RankSizes rankSizes = new RankSizes(this::noteSizes);

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
        return new RecordedProgram<R>(
                () -> {
                    R records = records(rank, ofRank);
                    prepare(rank, records);
                    return records;
                },
                records -> {
                    end(rank, records);
                    counts.set(rank, ofRank);
                });
    }

    private void end(int rank, @Nullable R records) {
        if (records == null) {
            endedWithoutRecords(rank);
        } else {
            ended(rank, records);
        }
    }

    /** Says how a rank's records are to be read, if there are any. */
    private void prepare(int rank, @Nullable R records) {
        PairedReceives pairs = paired;
        if (records != null) {
            records.translator().readSizesFrom(rankSizes);
            if (pairs != null) {
                records.translator().readLost(pairs.ofRank(rank));
            }
        }
    }

    private void noteSizes(RankSizes.Table table) {
        for (int rank = 0; rank < ranks(); rank++) {
            R records = records(rank, new TranslationCounts());
            if (records != null) {
                records.translator().noteSizesIn(table);
                readAll(rank, records, new IgnoringSink() {});
            }
        }
    }

    private void readAll(int rank, R records, OperationSink sink) {
        try {
            while (records.readToOperation()) {
                records.translator().take(sink);
            }
        } finally {
            ended(rank, records);
        }
    }

    @Override
    public final void pairUnmatched() {
        PairedReceives pairs = new PairedReceives(ranks());
        MessageBalance balance = new MessageBalance(ranks());
        for (int rank = 0; rank < ranks(); rank++) {
            R records = records(rank, new TranslationCounts());
            if (records != null) {
                records.translator().noteLost(pairs.ofRank(rank));
                readAll(rank, records, balance.counting(rank));
            }
        }
        PairingRun run = new PairingRun(ranks(), pairs);
        List<Runnable> ends = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            int ofRank = rank;
            R records = records(rank, new TranslationCounts());
            if (records != null) {
                records.translator().readLost(pairs.ofRank(rank));
                run.add(new PairingRank(rank, records, run, balance));
                ends.add(() -> ended(ofRank, records));
            }
        }
        try {
            run.run();
        } finally {
            ends.forEach(Runnable::run);
        }
        paired = pairs;
    }

    @Override
    public final RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        R records = records(rank, new TranslationCounts());
        prepare(rank, records);
        return new RecordedOperationTimes(records, ticksPerSecond);
    }

    /** False: tracers record totals or one side only, from which sizes of buffers are derived. */
    @Override
    public boolean hasExactSizes() {
        return false;
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
