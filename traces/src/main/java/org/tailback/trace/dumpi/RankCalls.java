package org.tailback.trace.dumpi;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.mpi.Approximation;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.KnownCollective;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.TranslationCounts;

/** Reads the calls of one rank and passes those that matter to a translator. */
final class RankCalls extends RecordedRank {
    private static final int WORLD = 2;
    private static final int SELF = 3;
    private static final int NULL_REQUEST = 1;
    /** Number of any source or tag. */
    private static final int ANY = -1;

    private final DumpiWorld world;
    private final TranslationCounts counts;
    private final DumpiCursor record;
    private final DatatypeSizes types;
    private final CollectiveArguments arguments;
    private final Map<Integer, Communicator> communicators = new HashMap<>();
    private final List<@Nullable Communicator> made;
    private int nextMade;
    private final Map<Integer, Persistent> persistent = new HashMap<>();
    private final Set<Integer> cancelled = new HashSet<>();
    private long now;

    /** The operation that a persistent request starts repeatedly. */
    private record Persistent(boolean sends, @Nullable Communicator communicator, long peer, long tag, long bytes) {}

    RankCalls(DumpiWorld world, int rank, int buffer, TranslationCounts counts) {
        super(rank, world, counts);
        this.world = world;
        this.counts = counts;
        this.record = new DumpiCursor(world.file(rank), buffer);
        this.types = new DatatypeSizes(world.file(rank));
        this.made = world.communicators(rank);
        this.arguments = new CollectiveArguments(record, this::bytes);
        communicators.put(WORLD, Communicator.world());
        communicators.put(SELF, NewCommunicators.self());
    }

    @Override
    protected boolean tellNext() {
        if (!record.next()) {
            return false;
        }
        translate();
        return true;
    }

    private void translate() {
        DumpiFunction function = record.function();
        if (function.id() >= DumpiFunctions.COUNT) {
            return;
        }
        now = record.hasTimes() ? record.enter() - world.beginning() : now;
        translator.enter(function.call(), now);
        translateArguments(function);
        now = record.hasTimes() ? record.leave() - world.beginning() : now;
        translator.leave(now);
    }

    private void translateArguments(DumpiFunction function) {
        switch (function.call().kind()) {
            case SEND -> send(0, 1, 2, 3, 4);
            case RECEIVE -> receive(0, 1, 2, 3, 4, 5);
            case SENDRECV -> {
                boolean replaces = function.name().equals("MPI_Sendrecv_replace");
                send(0, 1, 2, 3, replaces ? 6 : 8);
                if (replaces) {
                    receive(0, 1, 4, 5, 6, 7);
                } else {
                    receive(4, 5, 6, 7, 8, 9);
                }
            }
            case NONBLOCKING_SEND, NONBLOCKING_RECEIVE -> translateStarted(function);
            case WAIT, WAITALL, WAITANY, WAITSOME, TEST -> translateCompletion(function);
            case COLLECTIVE -> translateCollective(function);
            case COMMUNICATOR -> makeCommunicator(function);
            default -> translateOther(function);
        }
    }

    private void translateStarted(DumpiFunction function) {
        switch (function.name()) {
            case "MPI_Start" -> startPersistent((int) record.value(0));
            case "MPI_Startall" -> {
                for (int i = 0; i < record.count(1); i++) {
                    startPersistent(record.element(1, i));
                }
            }
            default -> start(persistent(function), (int) record.value(5));
        }
    }

    private void translateOther(DumpiFunction function) {
        switch (function.name()) {
            case "MPI_Send_init", "MPI_Bsend_init", "MPI_Ssend_init", "MPI_Rsend_init", "MPI_Recv_init" ->
                persistent.put((int) record.value(5), persistent(function));
            case "MPI_Request_free" -> {
                int request = (int) record.value(0);
                if (persistent.remove(request) == null) {
                    requests.freed(now, request);
                }
            }
            case "MPI_Cancel" -> cancelled.add((int) record.value(0));
            default -> types.note(record);
        }
    }

    private void translateCollective(DumpiFunction function) {
        CollectiveCall.Kind kind = Objects.requireNonNull(function.call().collective(), function::name);
        long root = function.rootArgument() < 0 ? 0 : record.value(function.rootArgument());
        boolean atRoot = function.rankArgument() >= 0 && record.value(function.rankArgument()) == root;
        Communicator communicator = communicator(function.position("comm"));
        collectives.performed(now, KnownCollective.of(kind, communicator, root, atRoot, arguments));
    }

    // ---- messages

    private @Nullable Communicator communicator(int argument) {
        return communicators.get((int) record.value(argument));
    }

    /** Returns the bytes of a number of elements; 0, counted, if their size is unknown. */
    private long bytes(long count, long type) {
        long size = types.size(type);
        if (size == DatatypeSizes.UNKNOWN) {
            if (count > 0) {
                counts.count(Approximation.UNKNOWN_DATATYPES);
            }
            return 0;
        }
        return count < 0 ? count : (long) Math.min((double) count * size, Long.MAX_VALUE);
    }

    /** Passes on a send, unless its destination is MPI_PROC_NULL: a negative number, which depends on the library. */
    private void send(int count, int type, int destination, int tag, int communicator) {
        if (record.value(destination) >= 0) {
            messages.sent(
                    now,
                    communicator(communicator),
                    record.value(destination),
                    record.value(tag),
                    bytes(record.value(count), record.value(type)));
        }
    }

    private void receive(int count, int type, int source, int tag, int communicator, int status) {
        long from = record.value(source);
        long withTag = record.value(tag);
        long bytes = bytes(record.value(count), record.value(type));
        if (from < ANY) {
            return;
        }
        if ((from == ANY || withTag == ANY) && record.count(status) > 0) {
            from = record.status(status, 0, DumpiCursor.STATUS_SOURCE);
            withTag = record.status(status, 0, DumpiCursor.STATUS_TAG);
            bytes = record.status(status, 0, DumpiCursor.STATUS_BYTES);
            if (from < 0) {
                return; // MPI_PROC_NULL is -1 in some libraries
            }
        }
        messages.received(now, communicator(communicator), any(from), any(withTag), bytes);
    }

    private static long any(long value) {
        return value == ANY ? CallTranslator.ANY : value;
    }

    private Persistent persistent(DumpiFunction function) {
        return new Persistent(
                function.position("dest") >= 0,
                communicator(4),
                record.value(2),
                record.value(3),
                bytes(record.value(0), record.value(1)));
    }

    private void startPersistent(int request) {
        Persistent started = persistent.get(request);
        if (started != null) {
            start(started, request);
        }
    }

    private void start(Persistent started, int request) {
        if (started.sends && started.peer >= 0) {
            messages.sendStarted(now, request, started.communicator, started.peer, started.tag, started.bytes);
        } else if (!started.sends && started.peer >= ANY) {
            messages.receiveStarted(
                    now, request, started.communicator, any(started.peer), any(started.tag), started.bytes);
        }
    }

    // ---- completions

    /** Passes on a completion. Statuses are the last argument; a failed test completes nothing. */
    private void translateCompletion(DumpiFunction function) {
        int flag = function.position("flag");
        if (flag >= 0 && record.value(flag) == 0) {
            return;
        }
        int statuses = function.arguments().size() - 1;
        switch (function.name()) {
            case "MPI_Wait", "MPI_Test" -> complete((int) record.value(0), statuses, 0);
            case "MPI_Waitany", "MPI_Testany" -> completeListed((int) record.value(2), statuses, 0);
            case "MPI_Waitall", "MPI_Testall" -> {
                for (int i = 0; i < record.count(1); i++) {
                    completeListed(i, statuses, i);
                }
            }
            default -> {
                for (int i = 0; i < record.count(3); i++) {
                    completeListed(record.element(3, i), statuses, i);
                }
            }
        }
    }

    private void completeListed(int index, int statuses, int status) {
        if (index >= 0 && index < record.count(1)) {
            complete(record.element(1, index), statuses, status);
        }
    }

    private void complete(int request, int statuses, int index) {
        if (request <= NULL_REQUEST) {
            return;
        }
        boolean known = index < record.count(statuses);
        boolean wasCancelled = cancelled.remove(request)
                && (!known || record.status(statuses, index, DumpiCursor.STATUS_CANCELLED) != 0);
        if (wasCancelled) {
            requests.cancelled(now, request);
        } else if (known && record.status(statuses, index, DumpiCursor.STATUS_SOURCE) >= 0) {
            requests.completed(
                    now,
                    request,
                    record.status(statuses, index, DumpiCursor.STATUS_SOURCE),
                    record.status(statuses, index, DumpiCursor.STATUS_TAG),
                    record.status(statuses, index, DumpiCursor.STATUS_BYTES));
        } else {
            requests.completed(now, request);
        }
    }

    private void makeCommunicator(DumpiFunction function) {
        Communicator source = communicator(function.position("oldcomm"));
        Communicator result = nextMade < made.size() ? made.get(nextMade) : null;
        nextMade++;
        int id = (int) record.value(function.position("newcomm"));
        if (result == null) {
            communicators.remove(id);
        } else {
            communicators.put(id, result);
        }
        if (source != null && !source.isBetweenGroups() && (result != null || id <= 1)) {
            collectives.creation(now, source);
        }
    }
}
