package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.RecordedRun;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.matching.MessageBalance;

/**
 * An opened trace whose ranks have records of MPI calls. Programs of different ranks may be read by different threads.
 */
public final class RecordedTrace implements Trace, RecordedTimes {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedTrace.class);
    /**
     * Number of operations per call of produce: large enough for a low cost per operation, small enough for a low
     * memory use of the receiver.
     */
    private static final int BATCH = 128;

    private final String format;
    private final String place;
    private final RecordedWorld world;
    /** Counts of the last completed run of each rank. */
    private final AtomicReferenceArray<@Nullable TranslationCounts> counts;
    /** Messages of receives without a completion, by rank; null unless receives are paired. */
    private volatile LostCompletions @Nullable [] paired;

    private volatile boolean dropsFiles;

    private final RankSizes rankSizes = new RankSizes(this::noteSizes);

    /**
     * Opens a trace.
     *
     * @param format name of the format
     * @param place name of the trace in messages
     * @param world recorded run; closed with the trace
     */
    public RecordedTrace(String format, Object place, RecordedWorld world) {
        this.format = format;
        this.place = place.toString();
        this.world = world;
        this.counts = new AtomicReferenceArray<>(world.ranks);
        LOG.info("{}: {} ranks, {} communicators, {} s recorded", place, ranks(), communicators(), world.span);
        world.sentences().forEach(note -> LOG.debug("{}: {}", place, note));
    }

    @Override
    public String format() {
        return format;
    }

    @Override
    public double span() {
        return world.span;
    }

    @Override
    public int communicators() {
        long sizeable = world.communicators.values().stream()
                .filter(communicator -> communicator.size(ranks()) > 1)
                .count();
        return (int) Math.max(1, sizeable);
    }

    @Override
    public int ranks() {
        return counts.length();
    }

    @Override
    public double ticksPerSecond() {
        return world.clockResolution;
    }

    @Override
    public Program open(int rank) {
        checkRank(rank);
        return new RankProgram(rank);
    }

    private final class RankProgram implements Program {
        private final int rank;
        private final TranslationCounts ofRank = new TranslationCounts();
        private boolean opened;
        private boolean closed;
        private @Nullable RecordedRank records;

        RankProgram(int rank) {
            this.rank = rank;
        }

        @Override
        public boolean produce(OperationSink sink) {
            if (closed) {
                return false;
            }
            if (!opened) {
                opened = true;
                records = prepared(rank, ofRank);
            }
            RecordedRank source = records;
            int produced = 0;
            while (source != null && produced < BATCH && source.readToOperation()) {
                source.translator.take(sink);
                produced++;
            }
            if (produced == 0) {
                close();
            }
            return produced > 0;
        }

        @Override
        public void close() {
            if (!closed && opened) {
                counts.set(rank, ofRank);
                LOG.debug("{}: rank {} read{}", place, rank, records == null ? ", without records" : "");
            }
            closed = true;
            if (records != null) {
                records.close();
                records = null;
            }
        }
    }

    /** Times of one rank's operations, read from its records; empty for a rank without records. */
    private final class RecordTimes extends RecordedTimes.Cursor {
        private final @Nullable RecordedRank records;

        RecordTimes(@Nullable RecordedRank records) {
            this.records = records;
        }

        @Override
        public boolean next() {
            if (records == null || !records.readToOperation()) {
                return false;
            }
            OperationQueue queue = records.translator.queue;
            OperationQueue.Entry of = queue.first();
            operation++;
            enter = of.enter / world.ticksPerSecond;
            leave = of.leave / world.ticksPerSecond;
            call = of.call == null ? null : of.call.name();
            seconds = of.call == null ? of.seconds : leave - enter;
            callNumber = of.callNumber;
            queue.remove();
            return true;
        }

        @Override
        public void close() {
            if (records != null) {
                records.close();
            }
        }
    }

    /** Opens a rank's records for reading with the results of earlier passes over all ranks. */
    private @Nullable RecordedRank prepared(int rank, TranslationCounts ofRank) {
        RecordedRank records = world.open(rank, ofRank);
        LostCompletions[] pairs = paired;
        if (records != null) {
            records.translator.present.dropsFiles = dropsFiles;
            records.translator.collectiveCalls.vectors.sizesOfAll = rankSizes;
            if (pairs != null) {
                records.translator.lost.known = pairs[rank];
            }
        }
        return records;
    }

    /** Performs an action with the records of each rank that has records. */
    private void forEachRank(ObjIntConsumer<RecordedRank> action) {
        for (int rank = 0; rank < ranks(); rank++) {
            RecordedRank records = world.open(rank, new TranslationCounts());
            if (records != null) {
                action.accept(records, rank);
            }
        }
    }

    private void noteSizes(RankSizes.Table table) {
        LOG.debug("{}: reading all ranks for the sizes per rank of collective operations", place);
        forEachRank((records, rank) -> {
            records.translator.collectiveCalls.vectors.noted = table;
            readAll(records, new IgnoringSink() {});
        });
    }

    private static void readAll(RecordedRank records, OperationSink sink) {
        try (records) {
            while (records.readToOperation()) {
                records.translator.take(sink);
            }
        }
    }

    @Override
    public void pairUnmatched() {
        LostCompletions[] pairs = LostCompletions.ofRanks(ranks());
        MessageBalance balance = new MessageBalance(ranks());
        forEachRank((records, rank) -> {
            records.translator.lost.found = pairs[rank];
            readAll(records, balance.counting(rank));
        });
        PairingRun run = new PairingRun(ranks(), pairs, balance);
        List<RecordedRank> open = new ArrayList<>();
        forEachRank((records, rank) -> {
            records.translator.lost.known = pairs[rank];
            run.add(rank, records);
            open.add(records);
        });
        try {
            run.run();
        } finally {
            open.forEach(RecordedRank::close);
        }
        paired = pairs;
    }

    @Override
    public RecordedTimes.Cursor recordedTimes(int rank) {
        checkRank(rank);
        return new RecordTimes(prepared(rank, new TranslationCounts()));
    }

    /** Returns false, because buffer sizes are derived from totals, or from sizes in one direction only. */
    @Override
    public boolean hasExactSizes() {
        return false;
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= ranks()) {
            throw new InputException("There is no rank " + rank + " in " + place + ", which has " + ranks() + " ranks");
        }
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(world.sentences());
        TranslationCounts sum = sum();
        sentences.addAll(sum.sentences());
        sentences.addAll(sum.time.sentences(span(), ranks(), dropsFiles));
        return List.copyOf(sentences);
    }

    @Override
    public void dropFileTimes() {
        dropsFiles = true;
    }

    @Override
    public RecordedRun recordedRun() {
        return sum().time.of(span(), ranks(), dropsFiles);
    }

    @Override
    public Map<String, Long> recordedBeyondPerformed() {
        return sum().recordedBeyondPerformed();
    }

    private TranslationCounts sum() {
        TranslationCounts sum = new TranslationCounts();
        for (int rank = 0; rank < ranks(); rank++) {
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
