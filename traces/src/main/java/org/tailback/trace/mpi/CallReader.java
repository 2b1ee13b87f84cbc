package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.CallTranslator.ANY;

import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * Reader of one rank's calls, for formats whose records contain all arguments. A subclass provides access to the
 * arguments of the current record by their meaning, and reads the completions of requests, which formats record
 * differently.
 */
public abstract class CallReader extends RecordedRank implements CollectiveRecord.Arguments {
    /** Source or destination that stands for MPI_PROC_NULL. */
    protected static final long NO_PEER = Long.MIN_VALUE + 1;

    /** Time of the current record, ticks. */
    protected long now;

    /** Operations started by persistent requests, by request. */
    private final TreeMap<Long, Template> persistent = new TreeMap<>();

    private record Template(boolean sends, @Nullable Communicator communicator, long peer, long tag, long bytes) {}

    /** Message of a completed receive. */
    public record Status(long source, long tag, long bytes, boolean isCancelled) {}

    /** Creates a reader. */
    protected CallReader(int rank, RecordedWorld world, TranslationCounts counts) {
        super(rank, world, SizeConvention.ARGUMENTS, counts);
    }

    // ---- the current record

    /** Returns whether the current call has an argument. */
    protected abstract boolean has(Argument argument);

    /** Returns the value of a numeric argument. */
    protected abstract long value(Argument argument);

    /** Returns the size of the elements of a count and datatype, bytes. */
    protected abstract long bytes(Argument count, Argument type);

    /** Returns the size of the elements for each rank, bytes. */
    protected abstract long[] bytesOfEach(Argument counts, Argument type);

    /** Returns the communicator of the call; null if the trace does not define it. */
    protected abstract @Nullable Communicator communicator();

    /** Returns the rank of {@link Argument#SOURCE} or {@link Argument#DESTINATION}, ANY or {@link #NO_PEER}. */
    protected abstract long peer(Argument argument);

    /** Returns whether the caller is the root of the call. */
    protected abstract boolean isAtRoot(long root);

    /** Returns the id of the call's request. */
    protected long request() {
        return value(Argument.REQUEST);
    }

    /** Returns the ids of {@link Argument#REQUESTS}, or only those that are among the candidates. */
    protected abstract long[] requests(NavigableSet<Long> candidates);

    /** Returns the status of a blocking receive; null if the status is not recorded. */
    protected @Nullable Status status() {
        return null;
    }

    /** Returns whether the data to be sent are in the receive buffer (MPI_IN_PLACE). */
    protected boolean isInPlace() {
        return false;
    }

    // ---- the translation

    /** Records the start of a request. */
    protected void begin(long request) {}

    /** Translates the completion of requests by the current call. */
    protected abstract void complete(MpiCall call);

    /** Records the cancellation of a request. */
    protected abstract void cancel(long request);

    /** Records that a request is freed. */
    protected void free(long request) {}

    /** Translates a call that concerns neither messages nor requests. */
    protected void translateOther(MpiCall call) {}

    /** Translates the current call, which the translator has entered. */
    protected final void translate(MpiCall call) {
        switch (call.kind()) {
            case SEND, RECEIVE, SENDRECV -> translateBlocking();
            case NONBLOCKING_SEND, NONBLOCKING_RECEIVE -> translateStart();
            case WAIT, WAITALL, WAITANY, WAITSOME, TEST -> complete(call);
            case COLLECTIVE, NONBLOCKING_COLLECTIVE -> translateCollective(call);
            default -> translateLocal(call);
        }
    }

    private void translateBlocking() {
        if (has(Argument.DESTINATION)) {
            long destination = peer(Argument.DESTINATION);
            if (destination != NO_PEER) {
                long bytes = bytes(Argument.COUNT, Argument.TYPE);
                messages.sent(now, communicator(), destination, value(Argument.TAG), bytes);
            }
        }
        if (has(Argument.SOURCE)) {
            long source = peer(Argument.SOURCE);
            long tag = tag(has(Argument.RECEIVE_TAG) ? Argument.RECEIVE_TAG : Argument.TAG);
            Status status = source == ANY || source != NO_PEER && tag == ANY ? status() : null;
            if (status != null) {
                // MPICH's MPI_PROC_NULL equals the recorded number of MPI_ANY_SOURCE
                source = status.source < 0 ? NO_PEER : status.source;
                tag = status.tag;
            }
            if (source != NO_PEER) {
                long bytes = has(Argument.RECEIVE_COUNT)
                        ? bytes(Argument.RECEIVE_COUNT, Argument.RECEIVE_TYPE)
                        : bytes(Argument.COUNT, Argument.TYPE);
                messages.received(now, communicator(), source, tag, status == null ? bytes : status.bytes);
            }
        }
    }

    /** Returns the tag of a receive. */
    private long tag(Argument argument) {
        long tag = value(argument);
        return tag == -1 ? ANY : tag;
    }

    private void translateStart() {
        if (has(Argument.REQUESTS)) { // MPI_Startall
            for (long request : requests(persistent.navigableKeySet())) {
                startPersistent(request);
            }
        } else if (has(Argument.COMMUNICATOR)) {
            start(request(), template());
        } else {
            startPersistent(request());
        }
    }

    private Template template() {
        boolean sends = has(Argument.DESTINATION);
        return new Template(
                sends,
                communicator(),
                peer(sends ? Argument.DESTINATION : Argument.SOURCE),
                sends ? value(Argument.TAG) : tag(Argument.TAG),
                bytes(Argument.COUNT, Argument.TYPE));
    }

    private void startPersistent(long request) {
        Template message = persistent.get(request);
        if (message != null) {
            start(request, message);
        }
    }

    private void start(long request, Template message) {
        if (message.peer == NO_PEER) {
            return;
        }
        begin(request);
        if (message.sends) {
            messages.sendStarted(now, request, message.communicator, message.peer, message.tag, message.bytes);
        } else {
            messages.receiveStarted(now, request, message.communicator, message.peer, message.tag, message.bytes);
        }
    }

    private void translateCollective(MpiCall call) {
        CollectiveCall.Kind kind = Objects.requireNonNull(call.collective(), call::name);
        long root = has(Argument.ROOT) ? value(Argument.ROOT) : 0;
        CollectiveRecord record = CollectiveRecord.of(kind, communicator(), root, isAtRoot(root), this);
        if (has(Argument.REQUEST)) {
            begin(request());
            collectives.started(now, request(), record);
        } else {
            collectives.performed(now, record);
        }
    }

    private void translateLocal(MpiCall call) {
        switch (call.name()) {
            case "MPI_Request_free" -> {
                free(request());
                boolean isPersistent = persistent.remove(request()) != null;
                if (!isPersistent || requests.isOpen(request())) {
                    requests.freed(now, request());
                }
            }
            case "MPI_Cancel" -> cancel(request());
            default -> {
                if (has(Argument.REQUEST) && has(Argument.TAG)) { // MPI_Send_init and similar calls
                    persistent.put(request(), template());
                } else {
                    translateOther(call);
                }
            }
        }
    }

    // ---- sizes of collective operations

    @Override
    public final long sent() {
        return bytes(Argument.COUNT, Argument.TYPE);
    }

    @Override
    public final long received() {
        return bytes(Argument.RECEIVE_COUNT, receivedType());
    }

    @Override
    public final long[] sentToEach() {
        return isInPlace() ? receivedFromEach() : bytesOfEach(Argument.COUNTS, Argument.TYPE);
    }

    @Override
    public final long[] receivedFromEach() {
        return bytesOfEach(Argument.RECEIVE_COUNTS, receivedType());
    }

    private Argument receivedType() {
        return has(Argument.RECEIVE_TYPE) ? Argument.RECEIVE_TYPE : Argument.TYPE;
    }
}
