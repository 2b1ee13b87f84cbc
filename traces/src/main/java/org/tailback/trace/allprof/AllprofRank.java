package org.tailback.trace.allprof;

import com.google.common.primitives.Longs;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.allprof.Arguments.Role;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.KnownCollective;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.TranslationCounts;

/** Reads the lines of one rank and passes them to a translator. */
final class AllprofRank extends RecordedRank {
    private final AllprofWorld world;
    private final int rank;
    private final CallLine line;
    private final Map<String, MpiCall> calls = new HashMap<>();
    private final OpenAddresses open = new OpenAddresses();
    private final NavigableMap<Long, Template> persistent = new TreeMap<>();
    /** Open requests that a test has named, and no other call since. */
    private final TreeSet<Long> tested = new TreeSet<>();

    private record Template(boolean send, Communicator communicator, long peer, long tag, long bytes) {}

    AllprofRank(AllprofWorld world, AllprofFiles files, int rank, TranslationCounts counts) {
        super(rank, world, counts);
        this.world = world;
        this.rank = rank;
        this.line = new CallLine(files.lines(rank));
    }

    @Override
    protected boolean tellNext() {
        boolean more = line.next();
        if (more) {
            translate();
        }
        return more;
    }

    private void translate() {
        MpiCall call =
                calls.computeIfAbsent(line.name(), name -> MpiCall.of(name).orElse(MpiCall.NONE));
        long enter = world.time(rank, line.enter());
        long leave = Math.max(enter, world.time(rank, line.leave()));
        translator.enter(call, enter);
        if (line.isKnown()) {
            switch (call.kind()) {
                case SEND, RECEIVE, SENDRECV -> translateBlocking(enter);
                case NONBLOCKING_SEND, NONBLOCKING_RECEIVE -> translateStarted(enter);
                case WAIT, WAITALL, WAITANY, WAITSOME, TEST -> translateCompletion(call.kind(), enter);
                case COLLECTIVE, NONBLOCKING_COLLECTIVE -> translateCollective(call.collective(), enter);
                default -> translateOther(enter);
            }
        } else if (call.kind() == MpiCall.Kind.FINALIZE) {
            completeTested(enter);
        }
        translator.leave(leave);
    }

    private void translateBlocking(long time) {
        Communicator communicator = world.communicator(rank, line);
        if (line.has(Role.DESTINATION) && !world.isNobody(line.integer(Role.DESTINATION))) {
            messages.sent(
                    time,
                    communicator,
                    line.integer(Role.DESTINATION),
                    line.integer(Role.TAG),
                    line.bytes(Role.COUNT, Role.TYPE));
        }
        if (line.has(Role.SOURCE) && !world.isNobody(line.integer(Role.SOURCE))) {
            boolean both = line.has(Role.RECEIVE_COUNT);
            messages.received(
                    time,
                    communicator,
                    source(),
                    tag(line.has(Role.RECEIVE_TAG) ? Role.RECEIVE_TAG : Role.TAG),
                    line.bytes(both ? Role.RECEIVE_COUNT : Role.COUNT, both ? Role.RECEIVE_TYPE : Role.TYPE));
        }
    }

    private long source() {
        long source = line.integer(Role.SOURCE);
        return world.isAnySource(source) ? CallTranslator.ANY : source;
    }

    private long tag(Role role) {
        long tag = line.integer(role);
        return tag == -1 ? CallTranslator.ANY : tag;
    }

    private void translateStarted(long time) {
        if (line.has(Role.REQUESTS)) { // MPI_Startall
            for (long request : open.array(persistent.navigableKeySet(), line.address(Role.REQUESTS), count())) {
                startPersistent(time, request);
            }
            return;
        }
        long request = line.address(Role.REQUEST);
        if (line.has(Role.COMMUNICATOR)) {
            start(time, request, template());
        } else {
            startPersistent(time, request);
        }
    }

    private Template template() {
        boolean send = line.has(Role.DESTINATION);
        Communicator communicator = world.communicator(rank, line);
        if (communicator == null) {
            throw line.malformed("a communicator");
        }
        return new Template(
                send,
                communicator,
                line.integer(send ? Role.DESTINATION : Role.SOURCE),
                send ? line.integer(Role.TAG) : tag(Role.TAG),
                line.bytes(Role.COUNT, Role.TYPE));
    }

    private void startPersistent(long time, long request) {
        Template template = persistent.get(request);
        if (template != null) {
            start(time, request, template);
        }
    }

    private void start(long time, long request, Template template) {
        if (world.isNobody(template.peer())) {
            return;
        }
        beginRequest(time, request);
        if (template.send()) {
            messages.sendStarted(
                    time, request, template.communicator(), template.peer(), template.tag(), template.bytes());
        } else {
            long source = world.isAnySource(template.peer()) ? CallTranslator.ANY : template.peer();
            messages.receiveStarted(time, request, template.communicator(), source, template.tag(), template.bytes());
        }
    }

    private void beginRequest(long time, long request) {
        if (tested.remove(request)) {
            requests.completed(time, request);
        }
        open.add(request);
    }

    private void translateCompletion(MpiCall.Kind kind, long time) {
        long[] asked = line.has(Role.REQUESTS)
                ? open.array(line.address(Role.REQUESTS), count())
                : new long[] {line.address(Role.REQUEST)};
        switch (kind) {
            case WAIT, WAITALL -> {
                for (long request : asked) {
                    complete(time, request);
                }
            }
            case WAITANY, WAITSOME -> requests.someCompleted(time, asked, kind == MpiCall.Kind.WAITSOME);
            default -> {
                for (long request : asked) {
                    if (requests.isOpen(request)) {
                        tested.add(request);
                    }
                }
            }
        }
    }

    private void complete(long time, long request) {
        if (wasOpen(request)) {
            requests.completed(time, request);
        }
    }

    /** Forgets the address of a request; returns whether it is still to be completed. */
    private boolean wasOpen(long request) {
        open.remove(request);
        tested.remove(request);
        return requests.isOpen(request);
    }

    private void completeTested(long time) {
        for (long request : Longs.toArray(tested)) {
            complete(time, request);
        }
    }

    private long count() {
        long count = line.integer(Role.COUNT);
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw line.malformed("a number of requests");
        }
        return count;
    }

    private void translateCollective(CollectiveCall.@Nullable Kind kind, long time) {
        Communicator communicator = world.communicator(rank, line);
        if (kind == null || communicator == null) {
            throw line.malformed("a collective operation with a communicator");
        }
        int size = communicator.size(world.ranks());
        long root = line.has(Role.ROOT) ? line.integer(Role.ROOT) : 0;
        if (root < 0 || root >= size) {
            throw line.malformed("a root of 0 to " + (size - 1));
        }
        KnownCollective operation = KnownCollective.of(
                kind, communicator, root, line.communicatorRank() == root, new CollectiveArguments(line, size));
        if (line.has(Role.REQUEST)) {
            beginRequest(time, line.address(Role.REQUEST));
            collectives.started(time, line.address(Role.REQUEST), operation);
        } else {
            collectives.performed(time, operation);
        }
    }

    private void translateOther(long time) {
        switch (line.name()) {
            case "MPI_Request_free" -> {
                long request = line.address(Role.REQUEST);
                persistent.remove(request);
                if (wasOpen(request)) {
                    requests.freed(time, request);
                }
            }
            case "MPI_Cancel" -> {
                long request = line.address(Role.REQUEST);
                if (wasOpen(request)) {
                    requests.cancelled(time, request);
                }
            }
            default -> {
                if (line.has(Role.REQUEST) && line.has(Role.TAG)) { // MPI_Send_init and the like
                    persistent.put(line.address(Role.REQUEST), template());
                }
            }
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
