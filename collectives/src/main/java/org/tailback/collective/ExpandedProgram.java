package org.tailback.collective;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.generator.StoringSink;
import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;
import org.tailback.program.EmptyAnswers;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** One rank of an expanded program. During a collective, later operations of the program are kept. */
final class ExpandedProgram implements Program {
    private static final Logger LOG = LoggerFactory.getLogger(ExpandedProgram.class);
    private static final int BATCH = 128;

    private final CollectiveExpansion expansion;
    private final int rank;
    private final Program program;
    private final Map<CollectiveExpansion.Use, Long> uses = new HashMap<>();
    private final ArrayDeque<Consumer<OperationSink>> later = new ArrayDeque<>(1);
    private final StoringSink storing = new StoringSink(later);
    private final Passing passing = new Passing();
    private final CommunicatorTable communicators;

    private OperationSink into = storing;
    private int produced;
    /** Number of operations produced in earlier calls. */
    private long producedBefore;
    /** Number of operations of the program that have been passed on or expanded. */
    private long ofProgram;

    private boolean programEnded;
    private boolean closed;

    private @Nullable CollectivePart underWay;
    /** Highest request number of the program so far; -1 before the first request. */
    private int highestRequest = -1;

    ExpandedProgram(CollectiveExpansion expansion, int rank) {
        this.expansion = expansion;
        this.rank = rank;
        this.program = expansion.program.open(rank);
        this.communicators = new CommunicatorTable(rank, expansion.ranks());
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (closed) {
            return false;
        }
        into = sink;
        producedBefore += produced;
        produced = 0;
        int empty = 0;
        while (produced < BATCH) {
            if (underWay != null) {
                produced += underWay.produce(sink, BATCH - produced);
                if (underWay.hasEnded()) {
                    underWay = null;
                    expansion.listener.collectiveEnds(rank, producedBefore + produced);
                }
            } else if (!later.isEmpty()) {
                later.removeFirst().accept(passing);
            } else if (programEnded || !program.produce(passing)) {
                programEnded = true;
                if (produced == 0) {
                    close();
                    return false;
                }
                return true;
            } else if (produced > 0) {
                // a batch of the program is long enough
                return true;
            } else if (underWay == null && later.isEmpty()) {
                empty = EmptyAnswers.after(rank, empty);
            }
        }
        return true;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            program.close();
            expansion.uses.set(rank, uses);
        }
    }

    private CollectivePart begin(CollectiveCall call, long operation, int firstRequest, boolean blocking) {
        CommunicatorTable.Entry communicator = communicators.entry(call);
        long sequence = communicator.calls++;
        int position = communicator.position;
        int size = call.ranks(expansion.ranks());
        CollectiveCheck check = expansion.check;
        if (check != null) {
            check.add(rank, position, sequence, operation, blocking, call);
        }
        CollectiveSelector selector = expansion.selector;
        CollectiveAlgorithm algorithm = selector.select(call, size);
        if (rank == 0 && LOG.isDebugEnabled()) {
            LOG.debug(
                    "rank 0, operation {}: {} of {} B among {} ranks by {}, chosen by {}",
                    operation,
                    call.kind().label(),
                    call.bytes(),
                    size,
                    algorithm.name(),
                    selector.name());
        }
        uses.merge(new CollectiveExpansion.Use(call.kind(), blocking, algorithm.name()), 1L, Long::sum);
        LocalWork work = selector.localWork();
        return new CollectivePart(
                call,
                algorithm.schedule(call, position, size),
                size,
                sequence,
                firstRequest,
                algorithm.includesReductions() ? work.withReduction(List.of()) : work);
    }

    /** Sink that passes the program's operations on, or keeps them during a collective. */
    private final class Passing extends ForwardingSink {
        Passing() {
            super(storing);
        }

        @Override
        protected OperationSink target() {
            if (underWay != null) {
                return storing;
            }
            produced++;
            ofProgram++;
            return into;
        }

        private int checked(int communicator) {
            if (CollectiveTags.isCollective(communicator)) {
                throw new InputException("Rank " + rank + " uses the communicator " + communicator
                        + ", but negative numbers are reserved for collective operations. Number communicators from 0");
            }
            return communicator;
        }

        private int noted(int request) {
            highestRequest = Math.max(highestRequest, request);
            return request;
        }

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            super.isend(noted(request), destination, tag, checked(communicator), bytes, mode);
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            super.irecv(noted(request), source, tag, checked(communicator), bytes);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            super.send(destination, tag, checked(communicator), bytes, mode);
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            super.recv(source, tag, checked(communicator), bytes);
        }

        @Override
        public void probe(int source, int tag, int communicator) {
            super.probe(source, tag, checked(communicator));
        }

        @Override
        public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
            super.iprobe(source, tag, checked(communicator), outcome);
        }

        @Override
        public void start(int request, Program progressThread) {
            super.start(noted(request), progressThread);
        }

        @Override
        public void collective(CollectiveCall call) {
            if (underWay != null) {
                storing.collective(call);
            } else {
                expansion.listener.collectiveBegins(rank, producedBefore + produced, ofProgram, call);
                underWay = begin(call, ofProgram++, highestRequest + 1, true);
            }
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            if (underWay != null) {
                storing.icollective(request, call);
            } else {
                OperationSink sink = target();
                sink.start(noted(request), begin(call, ofProgram - 1, 0, false).asProgressThread());
            }
        }
    }
}
