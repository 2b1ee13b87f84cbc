package org.tailback.trace.prv;

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

/** An opened Paraver trace. Programs of different ranks may be read by different threads. */
final class PrvTrace implements Trace, RecordedTimes {
    private final PrvFiles files;
    private final PrvWorld world;
    private final AtomicReferenceArray<@Nullable TranslationCounts> counts;

    PrvTrace(PrvFiles files) {
        this.files = files;
        this.world = PrvWorld.read(files);
        this.counts = new AtomicReferenceArray<>(world.ranks());
    }

    @Override
    public String format() {
        return PrvTraceReader.NAME;
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
        return new RecordedProgram<>(() -> new PrvRank(world, rank, ofRank), reader -> counts.set(rank, ofRank));
    }

    @Override
    public RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordedOperationTimes(new PrvRank(world, rank, new TranslationCounts()), world.ticksPerSecond());
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= world.ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + files.records() + ", which has " + world.ranks() + " ranks");
        }
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(world.notes());
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
        world.close();
    }
}
