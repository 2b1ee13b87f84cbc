package org.tailback.trace.clog2;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.mpi.RecordedOperationTimes;
import org.tailback.trace.mpi.RecordedProgram;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened CLOG-2 file. Programs of different ranks may be read by different threads. */
final class Clog2Trace implements Trace, RecordedTimes {
    private final Path file;
    private final Clog2World world;
    private final RankRecords records;
    private final AtomicReferenceArray<@Nullable TranslationCounts> counts;

    Clog2Trace(Path file) {
        this.file = file;
        this.world = Clog2World.read(file);
        this.records = RankRecords.sort(file, world, RankRecords.IN_MEMORY);
        this.counts = new AtomicReferenceArray<>(world.ranks());
    }

    @Override
    public String format() {
        return Clog2TraceReader.NAME;
    }

    @Override
    public int ranks() {
        return world.ranks();
    }

    @Override
    public double span() {
        return world.span();
    }

    @Override
    public int communicators() {
        return world.sizeableCommunicators();
    }

    @Override
    public Program open(int rank) {
        checkRank(rank);
        TranslationCounts ofRank = new TranslationCounts();
        return new RecordedProgram<>(
                () -> new RankReader(world, records.open(rank), rank, ofRank), reader -> counts.set(rank, ofRank));
    }

    @Override
    public RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordedOperationTimes(
                new RankReader(world, records.open(rank), rank, new TranslationCounts()), RankRecords.TICKS_PER_SECOND);
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= world.ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + file + ", which has " + world.ranks() + " ranks");
        }
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(world.notes());
        if (records.otherThreads() > 0) {
            sentences.add(records.otherThreads() + " x record of a thread that is not a process's first: left out.");
        }
        if (records.largeMessages() > 0) {
            sentences.add(records.largeMessages()
                    + " x message of 2 GiB or more: the file keeps only the lower 32 bits of its size.");
        }
        sentences.addAll(sum().sentences());
        return List.copyOf(sentences);
    }

    @Override
    public Map<String, Long> recordedBeyondPerformed() {
        return sum().recordedBeyondPerformed();
    }

    private TranslationCounts sum() {
        TranslationCounts sum = new TranslationCounts();
        for (int rank = 0; rank < world.ranks(); rank++) {
            TranslationCounts ofRank = counts.get(rank);
            if (ofRank != null) {
                sum.add(ofRank);
            }
        }
        return sum;
    }

    @Override
    public void close() {
        records.close();
    }
}
