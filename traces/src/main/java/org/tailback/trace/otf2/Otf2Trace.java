package org.tailback.trace.otf2;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened OTF2 archive. */
final class Otf2Trace extends RecordedTrace<RankEvents> {
    private static final long NO_EVENTS = -1;

    private final Otf2Archive archive;
    private final Otf2World world;
    private final boolean rawClock;
    /** Events of unknown kinds in the last ended run of each rank; {@link #NO_EVENTS} if there is no file of events. */
    private final AtomicLongArray unknownEvents;

    Otf2Trace(Otf2Archive archive, boolean rawClock) {
        this(archive, Otf2World.of(archive), rawClock);
    }

    private Otf2Trace(Otf2Archive archive, Otf2World world, boolean rawClock) {
        super(Otf2TraceReader.NAME, archive.anchorFile().toString(), world, world.ticksPerSecond());
        this.archive = archive;
        this.world = world;
        this.rawClock = rawClock;
        this.unknownEvents = new AtomicLongArray(world.ranks());
    }

    @Override
    public double ticksPerSecond() {
        return world.ticksPerSecond();
    }

    @Override
    protected @Nullable RankEvents records(int rank, TranslationCounts ofRank) {
        Optional<EventCursor> cursor =
                archive.events(world.location(rank), RankBuffers.forRecords(world.ranks()), false);
        return cursor.isEmpty()
                ? null
                : new RankEvents(
                        world,
                        cursor.get(),
                        rank,
                        archive.definitions().globalOffset(),
                        rawClock,
                        world.ticksPerSecond(),
                        ofRank);
    }

    @Override
    protected void ended(int rank, RankEvents records) {
        unknownEvents.set(rank, records.unknownEvents());
    }

    @Override
    protected void endedWithoutRecords(int rank) {
        unknownEvents.set(rank, NO_EVENTS);
    }

    @Override
    protected List<String> notes() {
        List<String> sentences = new ArrayList<>(world.notes());
        if (archive.definitions().ticksPerSecond() == 0) {
            sentences.add("The archive does not tell how fast its clock ticks: 1 ns per tick is assumed.");
        }
        long unknown = 0;
        long withoutEvents = 0;
        for (int rank = 0; rank < world.ranks(); rank++) {
            long ofRank = unknownEvents.get(rank);
            unknown += Math.max(0, ofRank);
            withoutEvents += ofRank == NO_EVENTS ? 1 : 0;
        }
        if (withoutEvents > 0) {
            sentences.add(withoutEvents + " x rank without a file of events: it does nothing.");
        }
        if (unknown > 0) {
            sentences.add(unknown + " x event of a kind that only newer versions of OTF2 know: ignored.");
        }
        return sentences;
    }
}
