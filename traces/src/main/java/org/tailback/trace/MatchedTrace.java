package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.matching.MatchedProgram;
import org.tailback.trace.matching.MessageBalance;

/** Trace from which operations without a partner are removed. Its creation reads the original trace twice. */
class MatchedTrace implements Trace {
    private static final Logger LOG = LoggerFactory.getLogger(MatchedTrace.class);

    private final Trace trace;
    private final long[][] dropped;
    private final EnumMap<MessageBalance.Unmatched, Long> counts = new EnumMap<>(MessageBalance.Unmatched.class);

    private MatchedTrace(Trace trace) {
        this.trace = trace;
        MessageBalance balance = new MessageBalance(trace.ranks());
        for (int rank = 0; rank < trace.ranks(); rank++) {
            read(rank, balance.counting(rank));
        }
        dropped = new long[trace.ranks()][];
        for (int rank = 0; rank < trace.ranks(); rank++) {
            LongStream.Builder ofRank = LongStream.builder();
            read(rank, balance.marking(rank, (kind, number) -> {
                counts.merge(kind, 1L, Long::sum);
                ofRank.add(number);
            }));
            dropped[rank] = ofRank.build().toArray();
        }
        LOG.info("Without a partner: {}", counts);
    }

    static Trace of(Trace trace) {
        return trace instanceof RecordedTimes times ? new Timed(trace, times) : new MatchedTrace(trace);
    }

    private void read(int rank, OperationSink sink) {
        try (Program program = trace.open(rank)) {
            program.produceAll(sink);
        }
    }

    @Override
    public String format() {
        return trace.format();
    }

    @Override
    public double span() {
        return trace.span();
    }

    @Override
    public int communicators() {
        return trace.communicators();
    }

    /**
     * Returns false, because an operation that has lost its partner is matched with the next message, whose size may
     * differ.
     */
    @Override
    public boolean hasExactSizes() {
        return false;
    }

    @Override
    public Map<String, Long> recordedBeyondPerformed() {
        return trace.recordedBeyondPerformed();
    }

    @Override
    public @Nullable RecordedRun recordedRun() {
        return trace.recordedRun();
    }

    @Override
    public int ranks() {
        return trace.ranks();
    }

    @Override
    public boolean callsKernels() {
        return trace.callsKernels();
    }

    @Override
    public Program open(int rank) {
        return new MatchedProgram(trace.open(rank), dropped[rank], number -> {});
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(trace.approximations());
        counts.forEach((kind, count) -> {
            String item = switch (kind) {
                case SEND -> "message without a receive";
                case RECEIVE -> "receive without a message";
                case COLLECTIVE -> "collective operation missing on a rank of its communicator";
            };
            sentences.add(count + " x " + item + ": left out, as requested.");
        });
        return ImmutableList.copyOf(sentences);
    }

    @Override
    public void close() {
        trace.close();
    }

    private static final class Timed extends MatchedTrace implements RecordedTimes {
        private final RecordedTimes times;

        Timed(Trace trace, RecordedTimes times) {
            super(trace);
            this.times = times;
        }

        @Override
        public double ticksPerSecond() {
            return times.ticksPerSecond();
        }

        @Override
        public Cursor recordedTimes(int rank) {
            LongStream.Builder left = LongStream.builder();
            try (Program kept = new MatchedProgram(super.trace.open(rank), super.dropped[rank], left)) {
                kept.produceAll(new IgnoringSink() {});
            }
            return new KeptTimes(left.build().toArray(), times.recordedTimes(rank));
        }
    }

    /** Times of the remaining operations. */
    private static final class KeptTimes extends RecordedTimes.Cursor {
        private final long[] leftOut;
        private final RecordedTimes.Cursor times;
        private int nextLeftOut;

        /**
         * Creates a cursor over the times of the remaining operations.
         *
         * @param leftOut numbers of the removed operations, in ascending order
         */
        KeptTimes(long[] leftOut, RecordedTimes.Cursor times) {
            this.leftOut = leftOut;
            this.times = times;
        }

        @Override
        public boolean next() {
            while (times.next()) {
                if (nextLeftOut < leftOut.length && leftOut[nextLeftOut] == times.operation()) {
                    nextLeftOut++;
                } else {
                    operation++;
                    enter = times.enter();
                    leave = times.leave();
                    seconds = times.seconds();
                    call = times.call();
                    callNumber = times.callNumber();
                    return true;
                }
            }
            return false;
        }

        @Override
        public void close() {
            times.close();
        }
    }
}
