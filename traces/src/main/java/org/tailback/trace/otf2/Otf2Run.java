package org.tailback.trace.otf2;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/** The run of an opened OTF2 archive. */
final class Otf2Run implements RecordedWorld {
    private static final Logger LOG = LoggerFactory.getLogger(Otf2Run.class);

    private final Otf2Archive archive;
    private final Otf2World world;
    private final boolean rawClock;
    private final SizeEvidence sizes;
    private final Supplier<List<String>> threads;
    private final List<Path> missing = new ArrayList<>();

    /**
     * Opens an archive.
     *
     * @param rawClock whether to use the times of the locations' own clocks
     * @param fewAreEnough whether some ranks may be without events
     * @throws InputException if files are missing
     */
    Otf2Run(Otf2Archive archive, boolean rawClock, boolean fewAreEnough) {
        this.archive = archive;
        this.rawClock = rawClock;
        world = Otf2World.of(archive);
        sizes = SizeEvidence.of(archive, world);
        threads = Suppliers.memoize(() -> ThreadCalls.sentences(archive, world));
        for (int rank = 0; rank < ranks(); rank++) {
            Path file = archive.eventFile(world.location(rank));
            if (!Files.isRegularFile(file)) {
                missing.add(file);
            }
        }
        if (missing.size() == ranks()) {
            throw InputException.at(
                    archive.anchorFile().toString(),
                    "this archive has no events: of none of its " + ranks() + " ranks there is a file such as "
                            + missing.get(0),
                    "Copy the folder of the events, too");
        }
        if (!missing.isEmpty() && !fewAreEnough) {
            String others = missing.size() == 1 ? "" : " (" + missing.size() + " of " + ranks() + " ranks have none)";
            throw InputException.at(
                    missing.get(0).toString(),
                    "there is no such file; expected the events of a rank" + others,
                    "Copy it from where the archive was recorded. With --unmatched drop the trace is read without these"
                            + " ranks and what they share with others");
        }
        LOG.debug(
                "{}: sizes of collective operations read as {}, times of {}",
                archive.anchorFile(),
                sizes.convention(),
                rawClock ? "each location's own clock" : "the common clock");
    }

    Otf2World world() {
        return world;
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
    public double ticksPerSecond() {
        return world.ticksPerSecond();
    }

    @Override
    public double clockResolution() {
        return world.ticksPerSecond();
    }

    @Override
    public Collection<Communicator> communicators() {
        return world.communicators();
    }

    @Override
    public @Nullable RecordedRank open(int rank, TranslationCounts counts) {
        return archive.events(world.location(rank), RankBuffers.forRecords(ranks()))
                .map(cursor -> new RankEvents(this, cursor, rank, counts))
                .orElse(null);
    }

    /** Returns the time of an event from the beginning of the trace, ticks. */
    long time(EventCursor event) {
        long time = rawClock ? event.recordedTime() : event.time();
        return time - archive.definitions().globalOffset;
    }

    /** Returns the ticks from the beginning of the trace to a time by the clock. */
    long fromBeginning(long time) {
        return time - archive.definitions().globalOffset;
    }

    SizeEvidence sizes() {
        return sizes;
    }

    @Override
    public List<String> notes() {
        List<String> sentences = new ArrayList<>(world.notes());
        sentences.addAll(threads.get());
        if (archive.definitions().ticksPerSecond == 0) {
            sentences.add("The archive does not tell how fast its clock ticks: 1 ns per tick is assumed.");
        }
        if (sizes.note() != null) {
            sentences.add(sizes.note());
        }
        if (!missing.isEmpty()) {
            sentences.add(
                    missing.size() + " x rank without a file of events (" + missing.get(0) + "): it does nothing.");
        }
        return sentences;
    }
}
