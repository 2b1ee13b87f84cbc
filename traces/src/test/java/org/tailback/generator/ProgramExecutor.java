package org.tailback.generator;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.program.ParallelProgram;

/**
 * Performs a program without time, by definition: the n-th send of a rank to another with a tag matches the n-th receive of
 * that source and tag. A send is complete when it is matched (rendezvous, nothing is buffered) or at once (eager). Fails if
 * ranks are stuck, a request is used wrongly, or something stays unmatched.
 */
public final class ProgramExecutor {
    private record Channel(int source, int destination, int tag) {}

    private static final class Side {
        boolean complete;
    }

    private final ExplicitProgram program;
    private final boolean eager;
    private final int[] position;
    private final List<Map<Integer, Side>> requests = new ArrayList<>();
    /** What a blocked rank is in the middle of. */
    private final List<Side> blocking = new ArrayList<>();

    private final Map<Channel, ArrayDeque<Side>> sends = new HashMap<>();
    private final Map<Channel, ArrayDeque<Side>> receives = new HashMap<>();
    private long messages;

    private ProgramExecutor(ParallelProgram program, boolean eager) {
        this.program = ExplicitProgram.copyOf(program);
        this.eager = eager;
        this.position = new int[program.ranks()];
        for (int rank = 0; rank < program.ranks(); rank++) {
            requests.add(new HashMap<>());
            blocking.add(null);
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
            for (int rank = 0; rank < position.length; rank++) {
                while (position[rank] < program.operations(rank).size() && perform(rank)) {
                    position[rank]++;
                    progress = true;
                }
            }
        }
        for (int rank = 0; rank < position.length; rank++) {
            List<Operation> operations = program.operations(rank);
            if (position[rank] < operations.size()) {
                fail(
                        "rank %s is stuck at operation %s, %s, of%n%s",
                        rank, position[rank], operations.get(position[rank]), program);
            }
            if (!requests.get(rank).isEmpty()) {
                fail(
                        "rank %s ends with requests %s in use in%n%s",
                        rank, requests.get(rank).keySet(), program);
            }
        }
        if (!sends.values().stream().allMatch(ArrayDeque::isEmpty)
                || !receives.values().stream().allMatch(ArrayDeque::isEmpty)) {
            fail("unmatched messages in%n%s", program);
        }
        return messages;
    }

    private boolean perform(int rank) {
        Operation operation = program.operations(rank).get(position[rank]);
        if (operation instanceof Operation.Isend isend) {
            start(rank, isend.request(), send(rank, isend.destination(), isend.tag()));
        } else if (operation instanceof Operation.Irecv irecv) {
            start(rank, irecv.request(), receive(rank, irecv.source(), irecv.tag()));
        } else if (operation instanceof Operation.Send send) {
            return blocked(rank, () -> send(rank, send.destination(), send.tag()));
        } else if (operation instanceof Operation.Recv recv) {
            return blocked(rank, () -> receive(rank, recv.source(), recv.tag()));
        } else if (operation instanceof Operation.Await await) {
            return await(rank, new int[] {await.request()});
        } else if (operation instanceof Operation.AwaitAll await) {
            return await(rank, await.requests().toArray());
        } else if (operation instanceof Operation.Collective collective) {
            fail("collective %s in an expanded program", collective);
        }
        return true;
    }

    private void start(int rank, int request, Side side) {
        if (requests.get(rank).put(request, side) != null) {
            fail("rank %s starts request %s while it is in use in%n%s", rank, request, program);
        }
    }

    private boolean blocked(int rank, java.util.function.Supplier<Side> begin) {
        if (blocking.get(rank) == null) {
            blocking.set(rank, begin.get());
        }
        boolean complete = blocking.get(rank).complete;
        if (complete) {
            blocking.set(rank, null);
        }
        return complete;
    }

    private boolean await(int rank, int[] awaited) {
        for (int request : awaited) {
            Side side = requests.get(rank).get(request);
            if (side == null) {
                fail("rank %s waits for request %s, which is not in use, in%n%s", rank, request, program);
            }
            if (!side.complete) {
                return false;
            }
        }
        for (int request : awaited) {
            requests.get(rank).remove(request);
        }
        return true;
    }

    private Side send(int rank, int destination, int tag) {
        messages++;
        Side side = new Side();
        side.complete = eager;
        match(side, new Channel(rank, destination, tag), sends, receives);
        return side;
    }

    private Side receive(int rank, int source, int tag) {
        Side side = new Side();
        match(side, new Channel(source, rank, tag), receives, sends);
        return side;
    }

    private static void match(
            Side side, Channel channel, Map<Channel, ArrayDeque<Side>> own, Map<Channel, ArrayDeque<Side>> other) {
        ArrayDeque<Side> waiting = other.computeIfAbsent(channel, c -> new ArrayDeque<>());
        if (waiting.isEmpty()) {
            own.computeIfAbsent(channel, c -> new ArrayDeque<>()).add(side);
        } else {
            waiting.remove().complete = true;
            side.complete = true;
        }
    }
}
