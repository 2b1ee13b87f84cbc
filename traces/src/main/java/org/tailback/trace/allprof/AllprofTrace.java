package org.tailback.trace.allprof;

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

/** An opened trace of liballprof. Programs of different ranks may be read by different threads. */
final class AllprofTrace implements Trace, RecordedTimes {
    private final AllprofFiles files;
    private final AllprofWorld world;
    private final AtomicReferenceArray<@Nullable TranslationCounts> counts;

    AllprofTrace(AllprofFiles files) {
        this.files = files;
        this.world = AllprofWorld.read(files);
        this.counts = new AtomicReferenceArray<>(files.ranks());
    }

    @Override
    public String format() {
        return AllprofTraceReader.NAME;
    }

    @Override
    public int ranks() {
        return files.ranks();
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
        return new RecordedProgram<>(() -> new AllprofRank(world, files, rank, ofRank), reader -> {
            if (reader != null) {
                reader.close();
            }
            counts.set(rank, ofRank);
        });
    }

    @Override
    public RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordedOperationTimes(
                new AllprofRank(world, files, rank, new TranslationCounts()), CallLine.TICKS_PER_SECOND);
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= files.ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + files.origin() + ", which has " + files.ranks() + " ranks");
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
        for (int rank = 0; rank < files.ranks(); rank++) {
            TranslationCounts ofRank = counts.get(rank);
            if (ofRank != null) {
                sum.add(ofRank);
            }
        }
        return sum;
    }
}
