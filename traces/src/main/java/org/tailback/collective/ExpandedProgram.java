package org.tailback.collective;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;

/** One rank of an expanded program. While a collective is under way, what the program has produced after it is kept. */
final class ExpandedProgram implements Program {
    private static final int BATCH = 128;

    private final Program program;
    private final int rank;
    private final int ranks;
    private final CollectiveSelector selector;
    private final Consumer<Map<String, Long>> whenEnded;
    private final Map<String, Long> uses = new TreeMap<>();
    private final ArrayDeque<Operation> later = new ArrayDeque<>();
    private final OperationRecorder recorder = new OperationRecorder(later);
    private final Passing passing = new Passing();
    private final Expanding expanding = new Expanding();

    private OperationSink target = recorder;
    private int produced;
    private boolean programEnded;
    private boolean closed;

    private @Nullable CollectiveSchedule schedule;
    private double computeSeconds;
    private int step;
    private int tag;
    private long sequence;
    /** Of the program, so far. */
    private int highestRequest = -1;
    /** The first request number of the collective that is under way. */
    private int firstRequest;

    private int[] awaited = new int[2];

    ExpandedProgram(
            Program program, int rank, int ranks, CollectiveSelector selector, Consumer<Map<String, Long>> whenEnded) {
        this.program = program;
        this.rank = rank;
        this.ranks = ranks;
        this.selector = selector;
        this.whenEnded = whenEnded;
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (closed) {
            return false;
        }
        target = sink;
        produced = 0;
        while (produced < BATCH) {
            if (schedule != null) {
                advance(schedule);
            } else if (!later.isEmpty()) {
                later.removeFirst().performOn(passing);
            } else if (programEnded || !program.produce(passing)) {
                programEnded = true;
                if (produced == 0) {
                    close();
                    return false;
                }
                return true;
            }
        }
        return true;
    }

    private void advance(CollectiveSchedule underWay) {
        while (step < underWay.steps()) {
            if (produced >= BATCH) {
                return;
            }
            underWay.step(step++, expanding);
        }
        schedule = null;
        if (computeSeconds > 0) {
            target.compute(computeSeconds);
            produced++;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            program.close();
            whenEnded.accept(uses);
        }
    }

    /** Takes the program's operations. */
    private final class Passing implements OperationSink {
        private OperationSink next() {
            if (schedule != null) {
                return recorder;
            }
            produced++;
            return target;
        }

        private int checked(int userTag) {
            if (CollectiveTags.isCollective(userTag)) {
                throw new InputException(
                        "Rank " + rank + " uses the tag " + userTag + ", which is reserved for the messages "
                                + "of collective operations. Use tags from " + CollectiveTags.FIRST_FREE + " on");
            }
            return userTag;
        }

        private int noted(int request) {
            highestRequest = Math.max(highestRequest, request);
            return request;
        }

        @Override
        public void isend(int request, int destination, int userTag, long bytes) {
            next().isend(noted(request), destination, checked(userTag), bytes);
        }

        @Override
        public void irecv(int request, int source, int userTag, long bytes) {
            next().irecv(noted(request), source, checked(userTag), bytes);
        }

        @Override
        public void await(int request) {
            next().await(request);
        }

        @Override
        public void awaitAll(int[] requests, int count) {
            next().awaitAll(requests, count);
        }

        @Override
        public void send(int destination, int userTag, long bytes) {
            next().send(destination, checked(userTag), bytes);
        }

        @Override
        public void recv(int source, int userTag, long bytes) {
            next().recv(source, checked(userTag), bytes);
        }

        @Override
        public void compute(double seconds) {
            next().compute(seconds);
        }

        @Override
        public void collective(CollectiveCall call) {
            if (schedule != null) {
                recorder.collective(call);
                return;
            }
            CollectiveAlgorithm algorithm = selector.select(call, ranks);
            schedule = algorithm.schedule(call, rank, ranks);
            computeSeconds = call.computeSeconds();
            step = 0;
            firstRequest = highestRequest + 1;
            tag = CollectiveTags.tag(call.kind(), sequence++);
            uses.merge(call.kind().label() + " by " + algorithm.name(), 1L, Long::sum);
        }
    }

    /** Takes the operations of the collective that is under way. */
    private final class Expanding implements CollectiveSink {
        @Override
        public void carry(long firstBlock, int count) {
            // data do not matter for time
        }

        @Override
        public void isend(int request, int destination, long bytes) {
            target.isend(firstRequest + request, destination, tag, bytes);
            produced++;
        }

        @Override
        public void irecv(int request, int source, long bytes) {
            target.irecv(firstRequest + request, source, tag, bytes);
            produced++;
        }

        @Override
        public void send(int destination, long bytes) {
            target.send(destination, tag, bytes);
            produced++;
        }

        @Override
        public void recv(int source, long bytes) {
            target.recv(source, tag, bytes);
            produced++;
        }

        @Override
        public void awaitAll(int first, int count) {
            if (awaited.length < count) {
                awaited = new int[count];
            }
            for (int i = 0; i < count; i++) {
                awaited[i] = firstRequest + first + i;
            }
            target.awaitAll(awaited, count);
            produced++;
        }

        @Override
        public void combine(long fromBlock, long intoBlock, int count) {
            // its time is in the call's computeSeconds
        }

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {
            // takes no time
        }
    }
}
