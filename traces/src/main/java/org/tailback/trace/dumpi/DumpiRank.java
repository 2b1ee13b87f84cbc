package org.tailback.trace.dumpi;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Approximation;
import org.tailback.trace.mpi.Argument;
import org.tailback.trace.mpi.CallReader;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.TranslationCounts;

/** Reader of one rank's calls, which passes the calls of its program to a translator. */
final class DumpiRank extends CallReader {
    private static final int WORLD = 2;
    private static final int SELF = 3;
    private static final int NULL_REQUEST = 1;
    /** Recorded number of MPI_ANY_SOURCE. */
    private static final int ANY = -1;

    private final DumpiWorld world;
    private final TranslationCounts counts;
    private final DumpiCursor record;
    private final DatatypeSizes types;
    private final Map<Integer, Communicator> communicators = new HashMap<>();
    private final List<@Nullable Communicator> made;
    private int nextMade;
    private final Set<Long> cancelled = new HashSet<>();

    DumpiRank(DumpiWorld world, int rank, int buffer, TranslationCounts counts) {
        super(rank, world, counts);
        this.world = world;
        this.counts = counts;
        this.record = new DumpiCursor(world.files.get(rank), buffer);
        this.types = new DatatypeSizes(world.files.get(rank));
        this.made = world.resolver.results(rank);
        communicators.put(WORLD, Communicator.world());
        communicators.put(SELF, NewCommunicators.self());
    }

    @Override
    protected boolean readNext() {
        if (!record.next()) {
            return false;
        }
        DumpiFunction function = record.function();
        if (function.id() < DumpiFunctions.COUNT) {
            now = record.hasTimes() ? record.enter() - world.beginning() : now;
            translator.enter(function.call(), now);
            if (function.call().kind() == MpiCall.Kind.COMMUNICATOR) {
                makeCommunicator(function);
            } else {
                translate(function.call());
            }
            now = record.hasTimes() ? record.leave() - world.beginning() : now;
            translator.leave(now);
        }
        return true;
    }

    // ---- arguments

    private int position(Argument argument) {
        return record.function().position(argument);
    }

    @Override
    protected boolean has(Argument argument) {
        return position(argument) >= 0;
    }

    @Override
    protected long value(Argument argument) {
        return record.value(position(argument));
    }

    @Override
    protected long bytes(Argument count, Argument type) {
        return bytes(value(count), value(type));
    }

    /**
     * Returns the size of a number of elements in bytes. If the size of an element is unknown, counts a loss and
     * returns 0.
     */
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

    /**
     * Returns the sizes of the elements for each rank.
     *
     * @param type one datatype, or one per rank
     */
    @Override
    protected long[] bytesOfEach(Argument counts, Argument type) {
        int counted = position(counts);
        int typed = position(type);
        boolean oneType = record.function().arguments().get(typed).depth() == 0;
        long[] bytes = new long[oneType ? record.count(counted) : Math.min(record.count(counted), record.count(typed))];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes(record.element(counted, i), oneType ? record.value(typed) : record.element(typed, i));
        }
        return bytes;
    }

    @Override
    protected @Nullable Communicator communicator() {
        return communicators.get((int) value(Argument.COMMUNICATOR));
    }

    /** Returns the peer. MPI_PROC_NULL is a negative number, which depends on the MPI library. */
    @Override
    protected long peer(Argument argument) {
        long peer = value(argument);
        return peer >= 0 ? peer : argument == Argument.SOURCE && peer == ANY ? CallTranslator.ANY : NO_PEER;
    }

    @Override
    protected boolean isAtRoot(long root) {
        return has(Argument.RANK) && value(Argument.RANK) == root;
    }

    @Override
    protected long[] requests(NavigableSet<Long> candidates) {
        int list = position(Argument.REQUESTS);
        long[] requests = new long[record.count(list)];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = record.element(list, i);
        }
        return requests;
    }

    /** Returns a status of the last argument, which contains the statuses; null if it is not recorded. */
    private @Nullable Status status(int index) {
        int statuses = record.function().arguments().size() - 1;
        return index >= record.count(statuses)
                ? null
                : new Status(
                        record.status(statuses, index, DumpiCursor.STATUS_SOURCE),
                        record.status(statuses, index, DumpiCursor.STATUS_TAG),
                        record.status(statuses, index, DumpiCursor.STATUS_BYTES),
                        record.status(statuses, index, DumpiCursor.STATUS_CANCELLED) != 0);
    }

    @Override
    protected @Nullable Status status() {
        return status(0);
    }

    // ---- requests

    @Override
    protected void cancel(long request) {
        cancelled.add(request);
    }

    /** Translates a completion. A failed test completes no request. */
    @Override
    protected void complete(MpiCall call) {
        DumpiFunction function = record.function();
        int flag = function.position("flag");
        if (flag >= 0 && record.value(flag) == 0) {
            return;
        }
        switch (function.name()) {
            case "MPI_Wait", "MPI_Test" -> complete(request(), 0);
            case "MPI_Waitany", "MPI_Testany" -> completeListed((int) record.value(2), 0);
            case "MPI_Waitall", "MPI_Testall" -> {
                for (int i = 0; i < record.count(1); i++) {
                    completeListed(i, i);
                }
            }
            default -> {
                for (int i = 0; i < record.count(3); i++) {
                    completeListed(record.element(3, i), i);
                }
            }
        }
    }

    private void completeListed(int index, int status) {
        if (index >= 0 && index < record.count(1)) {
            complete(record.element(1, index), status);
        }
    }

    private void complete(long request, int index) {
        if (request <= NULL_REQUEST) {
            return;
        }
        Status status = status(index);
        if (cancelled.remove(request) && (status == null || status.isCancelled())) {
            requests.cancelled(now, request);
        } else if (status != null && status.source() >= 0) {
            requests.completed(now, request, status.source(), status.tag(), status.bytes());
        } else {
            requests.completed(now, request);
        }
    }

    // ---- other calls

    @Override
    protected void translateOther(MpiCall call) {
        types.note(record);
    }

    private void makeCommunicator(DumpiFunction function) {
        Communicator source = communicators.get((int) record.value(function.position("oldcomm")));
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
