package org.tailback.trace.otf2;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.primitives.UnsignedLong;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.RecordedWorld;
import org.tailback.trace.mpi.TranslationCounts;

/** The recorded run of an OTF2 archive. */
final class Otf2World implements RecordedWorld {
    private static final Logger LOG = LoggerFactory.getLogger(Otf2World.class);
    private static final double ASSUMED_TICKS_PER_SECOND = 1e9;

    private final Otf2Archive archive;
    private final long[] locations;
    private final NumberTable communicatorIndex;
    private final Communicator[] communicators;
    private final NumberTable callIndex;
    private final MpiCall[] calls;
    private final List<String> notes;
    private final double ticksPerSecond;
    private final boolean rawClock;
    private final SizeEvidence sizes;
    private final Supplier<List<String>> threads;
    private final List<Path> missing = new ArrayList<>();

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
        MpiDefinitions mpi = new MpiDefinitions(archive);
        locations = mpi.locations;
        communicatorIndex = index(mpi.communicators.keySet());
        communicators = sorted(mpi.communicators).toArray(Communicator[]::new);
        callIndex = index(mpi.calls.keySet());
        calls = sorted(mpi.calls).toArray(MpiCall[]::new);
        notes = mpi.notes;
        long ticks = archive.definitions().ticksPerSecond();
        ticksPerSecond = ticks == 0 ? ASSUMED_TICKS_PER_SECOND : unsigned(ticks);
        sizes = SizeEvidence.of(archive, this);
        threads = Suppliers.memoize(() -> ThreadCalls.sentences(archive, this));
        for (int rank = 0; rank < ranks(); rank++) {
            Path file = archive.eventFile(locations[rank]);
            if (!Files.isRegularFile(file)) {
                missing.add(file);
            }
        }
        if (missing.size() == ranks()) {
            throw InputException.at(
                    archive.anchorFile().toString(),
                    "this archive has no events: none of its " + ranks() + " ranks has a file such as "
                            + missing.get(0),
                    "Copy the folder of the events, too");
        }
        if (!missing.isEmpty() && !fewAreEnough) {
            String others = missing.size() == 1 ? "" : " (" + missing.size() + " of " + ranks() + " ranks have none)";
            throw InputException.at(
                    missing.get(0).toString(),
                    "there is no such file; expected the events of a rank" + others,
                    "Copy it from where the archive was recorded. With --unmatched drop the trace is read without these"
                            + " ranks, their messages and their collective operations");
        }
        LOG.debug(
                "{}: sizes of collective operations read as {}, times of {}",
                archive.anchorFile(),
                sizes.convention(),
                rawClock ? "each location's own clock" : "the common clock");
    }

    private static double unsigned(long value) {
        return UnsignedLong.fromLongBits(value).doubleValue();
    }

    private static NumberTable index(Set<Long> ids) {
        NumberTable index = new NumberTable();
        ids.stream().sorted().forEach(id -> index.put(id, index.size()));
        return index;
    }

    private static <T> Stream<T> sorted(Map<Long, T> byId) {
        return byId.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Map.Entry::getValue);
    }

    @Override
    public int ranks() {
        return locations.length;
    }

    /** Returns the locations of all ranks; not to be changed. */
    long[] locations() {
        return locations;
    }

    /** Returns the resolution of the archive's clock, or an assumed one where it is not recorded. */
    @Override
    public double ticksPerSecond() {
        return ticksPerSecond;
    }

    @Override
    public double clockResolution() {
        return ticksPerSecond;
    }

    @Override
    public double span() {
        long length = archive.definitions().traceLength();
        return length == 0 ? Double.NaN : unsigned(length) / ticksPerSecond;
    }

    @Override
    public List<Communicator> communicators() {
        return List.of(communicators);
    }

    /** Returns the communicator of a global id, or null if it is not defined. */
    @Nullable
    Communicator communicator(long id) {
        int index = communicatorIndex.get(id);
        return index < 0 ? null : communicators[index];
    }

    /** Returns the MPI call that a region of a global id is, or null if it is none. */
    @Nullable
    MpiCall call(long region) {
        int index = callIndex.get(region);
        return index < 0 ? null : calls[index];
    }

    @Override
    public @Nullable RecordedRank open(int rank, TranslationCounts counts) {
        return archive.events(locations[rank], RankBuffers.forRecords(ranks()))
                .map(cursor -> new RankEvents(this, cursor, rank, counts))
                .orElse(null);
    }

    /** Returns the time of an event from the beginning of the trace, ticks. */
    long time(EventCursor event) {
        return fromBeginning(rawClock ? event.recordedTime() : event.time());
    }

    /** Returns the ticks from the beginning of the trace to a time by the clock. */
    long fromBeginning(long time) {
        return time - archive.definitions().globalOffset();
    }

    SizeEvidence sizes() {
        return sizes;
    }

    @Override
    public List<String> notes() {
        List<String> sentences = new ArrayList<>(notes);
        sentences.addAll(threads.get());
        if (archive.definitions().ticksPerSecond() == 0) {
            sentences.add("The archive has no clock resolution: 1 ns per tick is assumed.");
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
