package org.tailback.generator;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.SendMode;

/**
 * Performs a program without time, by definition: a receive takes the oldest message that it matches by source, tag and
 * communicator, a message meets the oldest such receive. A send is complete when it is matched (rendezvous, nothing is
 * buffered) or at once (eager); by its mode, if it has one. Progress threads go on beside their ranks. Fails if ranks
 * are stuck, a request is used wrongly, or something stays unmatched.
 */
public final class ProgramExecutor {
    private static final class Side {
        int source;
        int destination;
        int tag;
        int communicator;
        boolean complete;

        boolean accepts(Side send) {
            return communicator == send.communicator
                    && (source == OperationSink.ANY_SOURCE || source == send.source)
                    && (tag == OperationSink.ANY_TAG || tag == send.tag);
        }
    }

    /** A rank's program, or a progress thread's. */
    private static final class Strand {
        final int rank;
        final List<Operation> operations;
        final Map<Integer, Side> requests = new HashMap<>();
        /** Complete when a progress thread has ended. */
        final Side end = new Side();

        int position;
        /** What it is in the middle of. */
        Side blocking;

        Strand(int rank, List<Operation> operations) {
            this.rank = rank;
            this.operations = operations;
        }
    }

    private final ExplicitProgram program;
    private final boolean eager;
    private final List<Strand> strands = new ArrayList<>();
    private final List<List<Side>> sends = new ArrayList<>();
    private final List<List<Side>> receives = new ArrayList<>();
    private long messages;

    private ProgramExecutor(ParallelProgram program, boolean eager) {
        this.program = ExplicitProgram.copyOf(program);
        this.eager = eager;
        for (int rank = 0; rank < program.ranks(); rank++) {
            strands.add(new Strand(rank, this.program.operations(rank)));
            sends.add(new ArrayList<>());
            receives.add(new ArrayList<>());
        }
    }

    /** Number of messages exchanged, nothing buffered. */
    public static long messagesOfRendezvous(ParallelProgram program) {
        return new ProgramExecutor(program, false).run();
    }

    /** Number of messages exchanged, everything buffered. */
    public static long messagesOfEager(ParallelProgram program) {
        return new ProgramExecutor(program, true).run();
    }

    private long run() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int i = 0; i < strands.size(); i++) {
                Strand strand = strands.get(i);
                while (strand.position < strand.operations.size() && perform(strand)) {
                    strand.position++;
                    progress = true;
                }
                if (strand.position == strand.operations.size() && !strand.end.complete) {
                    strand.end.complete = true;
                    progress = true;
                }
            }
        }
        for (Strand strand : strands) {
            if (strand.position < strand.operations.size()) {
                fail(
                        "rank %s is stuck at operation %s, %s, of%n%s",
                        strand.rank, strand.position, strand.operations.get(strand.position), program);
            }
            if (!strand.requests.isEmpty()) {
                fail("rank %s ends with requests %s in use in%n%s", strand.rank, strand.requests.keySet(), program);
            }
        }
        if (!sends.stream().allMatch(List::isEmpty) || !receives.stream().allMatch(List::isEmpty)) {
            fail("unmatched messages in%n%s", program);
        }
        return messages;
    }

    private boolean perform(Strand strand) {
        Operation operation = strand.operations.get(strand.position);
        if (operation instanceof Operation.Isend send) {
            start(
                    strand,
                    send.request(),
                    send(strand.rank, send.destination(), send.tag(), send.communicator(), send.mode()));
        } else if (operation instanceof Operation.Irecv recv) {
            start(strand, recv.request(), receive(strand.rank, recv.source(), recv.tag(), recv.communicator()));
        } else if (operation instanceof Operation.Start start) {
            Strand progressThread = new Strand(strand.rank, start.progressThread());
            strands.add(progressThread);
            start(strand, start.request(), progressThread.end);
        } else if (operation instanceof Operation.Send send) {
            return blocked(
                    strand, () -> send(strand.rank, send.destination(), send.tag(), send.communicator(), send.mode()));
        } else if (operation instanceof Operation.Recv recv) {
            return blocked(strand, () -> receive(strand.rank, recv.source(), recv.tag(), recv.communicator()));
        } else if (operation instanceof Operation.Await await) {
            return await(strand, new int[] {await.request()});
        } else if (operation instanceof Operation.AwaitAll await) {
            return await(strand, await.requests().toArray());
        } else if (operation instanceof Operation.AwaitAny await) {
            return awaitAny(strand, await.requests().toArray());
        } else if (operation instanceof Operation.Free free) {
            strand.requests.remove(free.request());
        } else if (!(operation instanceof Operation.Compute)) {
            fail("%s in an expanded program", operation);
        }
        return true;
    }

    private void start(Strand strand, int request, Side side) {
        if (strand.requests.put(request, side) != null) {
            fail("rank %s starts request %s while it is in use in%n%s", strand.rank, request, program);
        }
    }

    private boolean blocked(Strand strand, Supplier<Side> begin) {
        if (strand.blocking == null) {
            strand.blocking = begin.get();
        }
        boolean complete = strand.blocking.complete;
        if (complete) {
            strand.blocking = null;
        }
        return complete;
    }

    private boolean await(Strand strand, int[] awaited) {
        for (int request : awaited) {
            if (!used(strand, request).complete) {
                return false;
            }
        }
        for (int request : awaited) {
            strand.requests.remove(request);
        }
        return true;
    }

    private boolean awaitAny(Strand strand, int[] awaited) {
        for (int request : awaited) {
            if (used(strand, request).complete) {
                strand.requests.remove(request);
                return true;
            }
        }
        return awaited.length == 0;
    }

    private Side used(Strand strand, int request) {
        Side side = strand.requests.get(request);
        if (side == null) {
            fail("rank %s waits for request %s, which is not in use, in%n%s", strand.rank, request, program);
        }
        return side;
    }

    private Side send(int rank, int destination, int tag, int communicator, SendMode mode) {
        messages++;
        Side side = side(rank, destination, tag, communicator);
        side.complete = mode == SendMode.BUFFERED || eager && mode != SendMode.SYNCHRONOUS;
        Iterator<Side> waiting = receives.get(destination).iterator();
        while (waiting.hasNext()) {
            Side receive = waiting.next();
            if (receive.accepts(side)) {
                waiting.remove();
                receive.complete = true;
                side.complete = true;
                return side;
            }
        }
        sends.get(destination).add(side);
        return side;
    }

    private Side receive(int rank, int source, int tag, int communicator) {
        Side side = side(source, rank, tag, communicator);
        Iterator<Side> waiting = sends.get(rank).iterator();
        while (waiting.hasNext()) {
            Side send = waiting.next();
            if (side.accepts(send)) {
                waiting.remove();
                send.complete = true;
                side.complete = true;
                return side;
            }
        }
        receives.get(rank).add(side);
        return side;
    }

    private static Side side(int source, int destination, int tag, int communicator) {
        Side side = new Side();
        side.source = source;
        side.destination = destination;
        side.tag = tag;
        side.communicator = communicator;
        return side;
    }
}
