package org.tailback.trace.otf2;

import com.google.common.primitives.UnsignedLong;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/** Recorded run of an OTF2 archive. */
final class Otf2World extends RecordedWorld {
    private static final Logger LOG = LoggerFactory.getLogger(Otf2World.class);
    private static final double ASSUMED_TICKS_PER_SECOND = 1e9;

    private final Otf2Archive archive;
    private final MpiDefinitions mpi;
    private final boolean rawClock;
    /** Evidence of the convention by which sizes of collective operations are counted. */
    final SizeEvidence sizes;

    /**
     * Opens an archive.
     *
     * @param rawClock whether to use the times of the locations' own clocks
     * @param fewAreEnough whether ranks may lack events
     * @throws InputException if files are missing
     */
    Otf2World(Otf2Archive archive, boolean rawClock, boolean fewAreEnough) {
        this.archive = archive;
        this.rawClock = rawClock;
        mpi = new MpiDefinitions(archive, notes, omissions);
        ranks = mpi.locations.length;
        mpi.addCommunicators(communicators);
        Definitions definitions = archive.definitions();
        if (definitions.ticksPerSecond == 0) {
            notes.add("The archive has no clock resolution: 1 ns per tick is assumed.");
        }
        ticksPerSecond =
                definitions.ticksPerSecond == 0 ? ASSUMED_TICKS_PER_SECOND : unsigned(definitions.ticksPerSecond);
        clockResolution = ticksPerSecond;
        new OtherLocations(archive, mpi).count(ticksPerSecond, omissions);
        span = definitions.traceLength == 0 ? Double.NaN : unsigned(definitions.traceLength) / ticksPerSecond;
        sizes = SizeEvidence.of(archive, this);
        if (sizes.note() != null) {
            notes.add(sizes.note());
        }
        checkFiles(fewAreEnough);
        LOG.debug(
                "{}: sizes of collective operations read as {}, times of {}",
                archive.anchorFile(),
                sizes.convention(),
                rawClock ? "each location's own clock" : "the common clock");
    }

    private void checkFiles(boolean fewAreEnough) {
        List<Path> missing = new ArrayList<>();
        for (long location : mpi.locations) {
            Path file = archive.eventFile(location);
            if (!Files.isRegularFile(file)) {
                missing.add(file);
            }
        }
        if (missing.size() == ranks) {
            throw InputException.at(
                    archive.anchorFile().toString(),
                    "the archive has no events: none of its " + ranks + " ranks has a file such as " + missing.get(0),
                    "Copy the folder of the events as well");
        }
        if (!missing.isEmpty() && !fewAreEnough) {
            String others = missing.size() == 1 ? "" : " (" + missing.size() + " of " + ranks + " ranks have none)";
            throw InputException.at(
                    missing.get(0).toString(),
                    "there is no such file; expected the events of a rank" + others,
                    "Copy it from where the archive was recorded. With --unmatched drop the trace is read without these"
                            + " ranks, their messages and their collective operations");
        }
        if (!missing.isEmpty()) {
            notes.add(missing.size() + " x rank without a file of events (" + missing.get(0) + "): it does nothing.");
        }
    }

    private static double unsigned(long value) {
        return UnsignedLong.fromLongBits(value).doubleValue();
    }

    /** Returns the MPI call of a region with a global id, or null for regions that are not MPI calls. */
    @Nullable
    MpiCall call(long region) {
        return mpi.calls.get(region);
    }

    /** Opens the events of a rank; returns null for a rank without events. */
    @Nullable
    EventCursor events(int rank, int buffer) {
        return archive.events(mpi.locations[rank], buffer);
    }

    @Override
    protected @Nullable RecordedRank open(int rank, TranslationCounts counts) {
        EventCursor events = events(rank, RankBuffers.forRecords(ranks));
        return events == null ? null : new Otf2Rank(this, events, rank, counts);
    }

    /** Returns the time of an event since the beginning of the trace, ticks. */
    long time(EventCursor event) {
        return fromBeginning(rawClock ? event.recordedTime() : event.time());
    }

    /** Returns the time since the beginning of the trace for a time on the clock, ticks. */
    long fromBeginning(long time) {
        return time - archive.definitions().globalOffset;
    }
}
