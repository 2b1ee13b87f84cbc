package org.tailback.trace.dumpi;

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

/** An opened DUMPI trace. Programs of different ranks may be read by different threads. */
final class DumpiTrace implements Trace, RecordedTimes {
    private final Path path;
    private final DumpiWorld world;
    private final AtomicReferenceArray<@Nullable Ended> ended;

    /** What the last ended run of a rank came upon. */
    private record Ended(TranslationCounts counts, long unknownSizes) {}

    DumpiTrace(Path path) {
        this.path = path;
        this.world = DumpiWorld.read(DumpiFiles.find(path));
        this.ended = new AtomicReferenceArray<>(world.ranks());
    }

    @Override
    public String format() {
        return DumpiTraceReader.NAME;
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
        TranslationCounts counts = new TranslationCounts();
        return new RecordedProgram<>(
                () -> calls(rank, counts),
                calls -> ended.set(rank, new Ended(counts, calls == null ? 0 : calls.unknownSizes())));
    }

    @Override
    public RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordedOperationTimes(calls(rank, new TranslationCounts()), DumpiCursor.TICKS_PER_SECOND);
    }

    private RankCalls calls(int rank, TranslationCounts counts) {
        // all ranks are open at once in a replay: some 64 MiB together, but not less than 4 KiB each
        int buffer = Math.max(4 << 10, Math.min(64 << 10, (64 << 20) / world.ranks()));
        return new RankCalls(world, rank, buffer, counts);
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= world.ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + path + ", which has " + world.ranks() + " ranks");
        }
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(world.notes());
        long unknownSizes = 0;
        for (int rank = 0; rank < world.ranks(); rank++) {
            Ended ofRank = ended.get(rank);
            unknownSizes += ofRank == null ? 0 : ofRank.unknownSizes();
        }
        if (unknownSizes > 0) {
            sentences.add(
                    unknownSizes + " x message or collective operation of a datatype whose size the trace does not"
                            + " tell: replayed with 0 bytes.");
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
            Ended ofRank = ended.get(rank);
            if (ofRank != null) {
                sum.add(ofRank.counts());
            }
        }
        return sum;
    }
}
