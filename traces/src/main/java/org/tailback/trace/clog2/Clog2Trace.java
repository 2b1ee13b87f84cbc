package org.tailback.trace.clog2;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened CLOG-2 file. */
final class Clog2Trace extends RecordedTrace<RankReader> {
    private final Clog2World world;
    private final RankRecords records;

    Clog2Trace(Path file) {
        this(file, Clog2World.read(file));
    }

    private Clog2Trace(Path file, Clog2World world) {
        super(Clog2TraceReader.NAME, file.toString(), world, RankRecords.TICKS_PER_SECOND);
        this.world = world;
        this.records = RankRecords.sort(file, world, RankRecords.IN_MEMORY);
    }

    @Override
    protected RankReader records(int rank, TranslationCounts ofRank) {
        return new RankReader(world, records.open(rank), rank, ofRank);
    }

    @Override
    protected List<String> notes() {
        List<String> sentences = new ArrayList<>(world.notes());
        if (records.otherThreads() > 0) {
            sentences.add(records.otherThreads() + " x record of a thread that is not a process's first: left out.");
        }
        if (records.largeMessages() > 0) {
            sentences.add(records.largeMessages()
                    + " x message of 2 GiB or more: the file keeps only the lower 32 bits of its size.");
        }
        return sentences;
    }

    @Override
    public void close() {
        records.close();
    }
}
