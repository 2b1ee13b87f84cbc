package org.tailback.trace.otf2;

import com.google.common.base.Suppliers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened OTF2 archive. */
final class Otf2Trace extends RecordedTrace<RankEvents> {
    private static final long NO_EVENTS = -1;
    private static final long EMPTY = -2;

    private final Otf2Archive archive;
    private final Otf2World world;
    private final boolean rawClock;
    private final SizeEvidence sizes;
    private final Supplier<List<String>> threads;
    /**
     * Events of unknown kinds in the last ended run of each rank; {@link #NO_EVENTS} if there is no file of events,
     * {@link #EMPTY} if there are none in it.
     */
    private final AtomicLongArray unknownEvents;

    Otf2Trace(Otf2Archive archive, boolean rawClock) {
        this(archive, Otf2World.of(archive), rawClock);
    }

    private Otf2Trace(Otf2Archive archive, Otf2World world, boolean rawClock) {
        super(Otf2TraceReader.NAME, archive.anchorFile().toString(), world, world.ticksPerSecond());
        this.archive = archive;
        this.world = world;
        this.rawClock = rawClock;
        this.sizes = SizeEvidence.of(archive, world);
        this.threads = Suppliers.memoize(() -> ThreadCalls.sentences(archive, world));
        this.unknownEvents = new AtomicLongArray(world.ranks());
    }

    /**
     * Checks that there are files of events.
     *
     * @param fewAreEnough whether some ranks may be without
     * @throws InputException if files are missing
     */
    void requireEvents(boolean fewAreEnough) {
        List<Path> missing = new ArrayList<>();
        for (int rank = 0; rank < world.ranks(); rank++) {
            Path file = archive.eventFile(world.location(rank));
            if (!Files.isRegularFile(file)) {
                missing.add(file);
            }
        }
        if (missing.size() == world.ranks()) {
            throw InputException.at(
                    archive.anchorFile().toString(),
                    "this archive has no events: of none of its " + world.ranks() + " ranks there is a file such as "
                            + missing.get(0),
                    "Copy the folder of the events, too");
        }
        if (!missing.isEmpty() && !fewAreEnough) {
            throw InputException.at(
                    missing.get(0).toString(),
                    "there is no such file; expected the events of a rank"
                            + (missing.size() == 1
                                    ? ""
                                    : " (" + missing.size() + " of " + world.ranks() + " ranks have none)"),
                    "Copy it from where the archive was recorded. With --unmatched drop the trace is read without these"
                            + " ranks and what they share with others");
        }
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
                        sizes.convention(),
                        ofRank);
    }

    @Override
    protected void ended(int rank, RankEvents records) {
        unknownEvents.set(rank, records.hasEvents() ? records.unknownEvents() : EMPTY);
    }

    @Override
    protected void endedWithoutRecords(int rank) {
        unknownEvents.set(rank, NO_EVENTS);
    }

    @Override
    protected List<String> notes() {
        List<String> sentences = new ArrayList<>(world.notes());
        sentences.addAll(threads.get());
        if (archive.definitions().ticksPerSecond() == 0) {
            sentences.add("The archive does not tell how fast its clock ticks: 1 ns per tick is assumed.");
        }
        if (sizes.note() != null) {
            sentences.add(sizes.note());
        }
        long unknown = 0;
        long empty = 0;
        long withoutEvents = 0;
        String firstWithout = "";
        for (int rank = 0; rank < world.ranks(); rank++) {
            long ofRank = unknownEvents.get(rank);
            unknown += Math.max(0, ofRank);
            empty += ofRank == EMPTY ? 1 : 0;
            if (ofRank == NO_EVENTS && withoutEvents++ == 0) {
                firstWithout = archive.eventFile(world.location(rank)).toString();
            }
        }
        if (withoutEvents > 0) {
            sentences.add(withoutEvents + " x rank without a file of events (" + firstWithout + "): it does nothing.");
        }
        if (empty > 0) {
            sentences.add(empty + " x rank without a single event in its file: it does nothing.");
        }
        if (unknown > 0) {
            sentences.add(unknown + " x event of a kind that only newer versions of OTF2 know: ignored.");
        }
        return sentences;
    }
}
