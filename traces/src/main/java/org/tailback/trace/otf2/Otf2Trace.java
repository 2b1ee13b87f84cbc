package org.tailback.trace.otf2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.mpi.RecordedOperationTimes;
import org.tailback.trace.mpi.RecordedProgram;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened OTF2 archive. Programs of different ranks may be read by different threads. */
final class Otf2Trace implements Trace, RecordedTimes {
    private static final double ASSUMED_TICKS_PER_SECOND = 1e9;
    private static final double TWO_TO_64 = 0x1p64;

    private final Otf2Archive archive;
    private final Otf2World world;
    private final boolean rawClock;
    private final double ticksPerSecond;
    private final AtomicReferenceArray<@Nullable Ended> ended;

    /** What the last ended run of a rank came upon. */
    private record Ended(TranslationCounts counts, long unknownEvents, boolean noEvents) {}

    Otf2Trace(Otf2Archive archive, boolean rawClock) {
        this.archive = archive;
        this.rawClock = rawClock;
        this.world = Otf2World.of(archive);
        long ticks = archive.definitions().ticksPerSecond();
        this.ticksPerSecond = ticks == 0 ? ASSUMED_TICKS_PER_SECOND : unsigned(ticks);
        this.ended = new AtomicReferenceArray<>(world.ranks());
    }

    private static double unsigned(long value) {
        return value < 0 ? value + TWO_TO_64 : value;
    }

    @Override
    public String format() {
        return Otf2TraceReader.NAME;
    }

    @Override
    public int ranks() {
        return world.ranks();
    }

    @Override
    public double span() {
        long length = archive.definitions().traceLength();
        return length == 0 ? Double.NaN : unsigned(length) / ticksPerSecond;
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
                () -> events(rank, counts),
                events -> ended.set(
                        rank, new Ended(counts, events == null ? 0 : events.unknownEvents(), events == null)));
    }

    @Override
    public double ticksPerSecond() {
        return ticksPerSecond;
    }

    @Override
    public RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordedOperationTimes(events(rank, new TranslationCounts()), ticksPerSecond);
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(world.notes());
        if (archive.definitions().ticksPerSecond() == 0) {
            sentences.add("The archive does not tell how fast its clock ticks: 1 ns per tick is assumed.");
        }
        long unknownEvents = 0;
        long noEvents = 0;
        for (int rank = 0; rank < world.ranks(); rank++) {
            Ended ofRank = ended.get(rank);
            if (ofRank != null) {
                unknownEvents += ofRank.unknownEvents();
                noEvents += ofRank.noEvents() ? 1 : 0;
            }
        }
        if (noEvents > 0) {
            sentences.add(noEvents + " x rank without a file of events: it does nothing.");
        }
        if (unknownEvents > 0) {
            sentences.add(unknownEvents + " x event of a kind that only newer versions of OTF2 know: ignored.");
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

    private @Nullable RankEvents events(int rank, TranslationCounts counts) {
        Optional<EventCursor> cursor = archive.events(world.location(rank), bufferSize(world.ranks()), false);
        return cursor.isEmpty()
                ? null
                : new RankEvents(
                        world,
                        cursor.get(),
                        rank,
                        archive.definitions().globalOffset(),
                        rawClock,
                        ticksPerSecond,
                        counts);
    }

    /** All ranks are open at once in a replay: some 64 MiB together, but not less than 4 KiB each. */
    private static int bufferSize(int ranks) {
        return Math.max(4 << 10, Math.min(64 << 10, (64 << 20) / ranks));
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= world.ranks()) {
            throw new InputException("There is no rank " + rank + " in " + archive.anchorFile() + ", which has "
                    + world.ranks() + " ranks");
        }
    }
}
