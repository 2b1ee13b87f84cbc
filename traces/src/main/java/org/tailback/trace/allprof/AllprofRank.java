package org.tailback.trace.allprof;

import com.google.common.primitives.Longs;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Argument;
import org.tailback.trace.mpi.CallReader;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.TranslationCounts;

/** Reader of one rank's lines, which a translator converts. */
final class AllprofRank extends CallReader {
    private final AllprofWorld world;
    private final int rank;
    private final CallLine line;
    private final Map<String, MpiCall> calls = new HashMap<>();
    private final OpenAddresses open = new OpenAddresses();
    /** Open requests that a test has named, and on which no other call has followed. */
    private final TreeSet<Long> tested = new TreeSet<>();

    AllprofRank(AllprofWorld world, AllprofFiles files, int rank, TranslationCounts counts) {
        super(rank, world, counts);
        this.world = world;
        this.rank = rank;
        this.line = new CallLine(files.lines(rank));
    }

    @Override
    protected boolean readNext() {
        if (!line.next()) {
            return false;
        }
        MpiCall call =
                calls.computeIfAbsent(line.name(), name -> MpiCall.of(name).orElse(MpiCall.NONE));
        now = world.time(rank, line.enter());
        long leave = Math.max(now, world.time(rank, line.leave()));
        translator.enter(call, now);
        if (line.isKnown()) {
            translate(call);
        } else if (call.kind() == MpiCall.Kind.FINALIZE) {
            for (long request : Longs.toArray(tested)) {
                complete(request);
            }
        }
        translator.leave(leave);
        return true;
    }

    @Override
    protected boolean has(Argument argument) {
        return line.has(argument);
    }

    @Override
    protected long value(Argument argument) {
        return line.integer(argument);
    }

    @Override
    protected long bytes(Argument count, Argument type) {
        return line.bytes(count, type);
    }

    @Override
    protected long[] bytesOfEach(Argument counts, Argument type) {
        if (!line.has(counts)) {
            throw line.malformed("the counts of all ranks, but only their address is recorded");
        }
        return line.bytesPerRank(counts, type, (int) line.communicatorSize());
    }

    @Override
    protected @Nullable Communicator communicator() {
        return world.communicator(rank, line);
    }

    @Override
    protected long peer(Argument argument) {
        long peer = line.integer(argument);
        return world.isNobody(peer) ? NO_PEER : world.isAnySource(peer) ? CallTranslator.ANY : peer;
    }

    @Override
    protected boolean isAtRoot(long root) {
        if (root < 0 || root >= line.communicatorSize()) {
            throw line.malformed("a root from 0 to " + (line.communicatorSize() - 1));
        }
        return line.communicatorRank() == root;
    }

    @Override
    protected long request() {
        return line.address(Argument.REQUEST);
    }

    @Override
    protected long[] requests(NavigableSet<Long> candidates) {
        long count = line.integer(Argument.COUNT);
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw line.malformed("a number of requests");
        }
        return open.array(candidates, line.address(Argument.REQUESTS), count);
    }

    /** Returns whether the send buffer is MPI_IN_PLACE: address 1 in Open MPI, -1 in MPICH. */
    @Override
    protected boolean isInPlace() {
        long buffer = line.address(Argument.BUFFER);
        return line.has(Argument.RECEIVE_COUNTS) && (buffer == 1 || buffer == -1);
    }

    @Override
    protected void begin(long request) {
        if (tested.remove(request)) {
            requests.completed(now, request);
        }
        open.addresses.add(request);
    }

    @Override
    protected void complete(MpiCall call) {
        long[] named = line.has(Argument.REQUESTS) ? requests(open.addresses) : new long[] {request()};
        switch (call.kind()) {
            case WAIT, WAITALL -> {
                for (long request : named) {
                    complete(request);
                }
            }
            case WAITANY, WAITSOME -> requests.someCompleted(now, named, call.kind() == MpiCall.Kind.WAITSOME);
            default -> {
                for (long request : named) {
                    if (requests.isOpen(request)) {
                        tested.add(request);
                    }
                }
            }
        }
    }

    private void complete(long request) {
        free(request);
        if (requests.isOpen(request)) {
            requests.completed(now, request);
        }
    }

    @Override
    protected void free(long request) {
        open.addresses.remove(request);
        tested.remove(request);
    }

    @Override
    protected void cancel(long request) {
        free(request);
        if (requests.isOpen(request)) {
            requests.cancelled(now, request);
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
