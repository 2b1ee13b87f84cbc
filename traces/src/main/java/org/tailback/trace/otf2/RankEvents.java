package org.tailback.trace.otf2;

import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.SizeConvention;
import org.tailback.trace.mpi.TranslationCounts;

/** Reads the events of one rank and tells a translator of those that matter. */
final class RankEvents extends RecordedRank {
    private final Otf2World world;
    private final EventCursor cursor;
    private final long beginning;
    private final boolean rawClock;
    private long unknownEvents;
    private boolean hasEvents;
    /** No completion of a request follows in the trace; known after a search to its end. */
    private boolean noMoreCompletions;

    /**
     * @param beginning of the trace, ticks; times told to the translator count from there
     * @param rawClock whether to tell the times of the location's own clock
     * @param ticksPerSecond > 0
     * @param convention of the sizes of collective operations
     */
    RankEvents(
            Otf2World world,
            EventCursor cursor,
            int rank,
            long beginning,
            boolean rawClock,
            double ticksPerSecond,
            SizeConvention convention,
            TranslationCounts counts) {
        super(rank, world.ranks(), ticksPerSecond, convention, counts);
        this.world = world;
        this.cursor = cursor;
        this.beginning = beginning;
        this.rawClock = rawClock;
    }

    /** How many events of unknown kinds were skipped. */
    long unknownEvents() {
        return unknownEvents;
    }

    /** Whether any event was read. */
    boolean hasEvents() {
        return hasEvents;
    }

    @Override
    protected boolean tellNext() {
        if (!cursor.next()) {
            return false;
        }
        hasEvents = true;
        tell();
        return true;
    }

    private void tell() {
        EventKind kind = cursor.kind();
        long time = (rawClock ? cursor.recordedTime() : cursor.time()) - beginning;
        if (kind == null) {
            unknownEvents++;
            translator.time(time);
            return;
        }
        switch (kind) {
            case ENTER -> {
                cursor.read();
                MpiCall call = world.call(cursor.value(0));
                if (call == null) {
                    translator.time(time);
                } else {
                    translator.enter(call, time);
                }
            }
            case LEAVE -> {
                cursor.read();
                if (world.call(cursor.value(0)) == null) {
                    translator.time(time);
                } else {
                    translator.leave(time);
                }
            }
            case MPI_SEND, MPI_ISEND, MPI_RECV, MPI_IRECV -> tellMessage(kind, time);
            case MPI_ISEND_COMPLETE -> translator.messages().sendCompleted(time, request());
            case MPI_IRECV_REQUEST -> translator.messages().receiveStarted(time, request());
            case MPI_REQUEST_CANCELLED -> translator.requests().cancelled(time, request());
            case MPI_COLLECTIVE_END, NON_BLOCKING_COLLECTIVE_COMPLETE -> tellCollective(kind, time);
            case NON_BLOCKING_COLLECTIVE_REQUEST -> translator.collectives().started(time, request());
            case MEASUREMENT_ON_OFF -> {
                cursor.read();
                translator.recording(time, cursor.value(0) != 2);
            }
            case BUFFER_FLUSH -> {
                cursor.read();
                translator.flush(time, cursor.value(0) - beginning);
            }
            default -> translator.time(time);
        }
    }

    private long request() {
        cursor.read();
        return cursor.value(0);
    }

    private void tellMessage(EventKind kind, long time) {
        cursor.read();
        long partner = cursor.value(0);
        var communicator = world.communicator(cursor.value(1));
        long tag = cursor.value(2);
        long bytes = cursor.value(3);
        switch (kind) {
            case MPI_SEND -> translator.messages().sent(time, communicator, partner, tag, bytes);
            case MPI_ISEND ->
                translator.messages().sendStarted(time, cursor.value(4), communicator, partner, tag, bytes);
            case MPI_RECV -> translator.messages().received(time, communicator, partner, tag, bytes);
            default -> translator.messages().receiveCompleted(time, cursor.value(4), communicator, partner, tag, bytes);
        }
    }

    private void tellCollective(EventKind kind, long time) {
        cursor.read();
        int operation = (int) cursor.value(0);
        var communicator = world.communicator(cursor.value(1));
        long root = cursor.value(2);
        // unsigned: a size of 2^63 and more must not look like one that was not recorded
        long sent = clamp(cursor.value(3));
        long received = clamp(cursor.value(4));
        if (kind == EventKind.NON_BLOCKING_COLLECTIVE_COMPLETE) {
            translator
                    .collectives()
                    .completed(
                            time, cursor.value(5), CollectiveCodes.kind(operation), communicator, root, sent, received);
        } else if (CollectiveCodes.isCreation(operation)) {
            translator.collectives().creation(time, communicator);
        } else {
            translator
                    .collectives()
                    .performed(time, CollectiveCodes.kind(operation), communicator, root, sent, received);
        }
    }

    private static long clamp(long size) {
        return size < 0 ? Long.MAX_VALUE : size;
    }

    @Override
    public void readOn(CallTranslator wanting) {
        if (noMoreCompletions) {
            return;
        }
        boolean found = false;
        EventCursor ahead = cursor.fork();
        while (wanting.wantsMore()) {
            if (!ahead.next()) {
                noMoreCompletions = !found;
                return;
            }
            EventKind kind = ahead.kind();
            if (kind == null) {
                continue;
            }
            switch (kind) {
                case MPI_IRECV -> {
                    ahead.read();
                    found = true;
                    wanting.messages()
                            .receiveCompletedLater(
                                    ahead.value(4),
                                    world.communicator(ahead.value(1)),
                                    ahead.value(0),
                                    ahead.value(2),
                                    ahead.value(3));
                }
                case NON_BLOCKING_COLLECTIVE_COMPLETE -> {
                    ahead.read();
                    found = true;
                    wanting.collectives()
                            .completedLater(
                                    ahead.value(5),
                                    CollectiveCodes.kind((int) ahead.value(0)),
                                    world.communicator(ahead.value(1)),
                                    ahead.value(2),
                                    clamp(ahead.value(3)),
                                    clamp(ahead.value(4)));
                }
                case MPI_REQUEST_CANCELLED -> {
                    ahead.read();
                    found = true;
                    wanting.requests().endsLater(ahead.value(0), true);
                }
                case MPI_IRECV_REQUEST, NON_BLOCKING_COLLECTIVE_REQUEST -> {
                    ahead.read();
                    wanting.requests().endsLater(ahead.value(0), false);
                }
                case MPI_ISEND -> {
                    ahead.read();
                    wanting.requests().endsLater(ahead.value(4), false);
                }
                default -> {
                    // says nothing about requests
                }
            }
        }
    }

    @Override
    public boolean lacksRequests() {
        EventCursor ahead = cursor.fork();
        MpiCall call = null;
        while (ahead.next()) {
            EventKind kind = ahead.kind();
            if (kind == null) {
                continue;
            }
            switch (kind) {
                case ENTER -> {
                    ahead.read();
                    MpiCall entered = world.call(ahead.value(0));
                    call = entered == null ? call : entered;
                }
                case MPI_ISEND, MPI_IRECV_REQUEST, MPI_IRECV -> {
                    return false;
                }
                case MPI_SEND -> {
                    if (call != null && call.kind() == MpiCall.Kind.NONBLOCKING_SEND) {
                        return true;
                    }
                }
                case MPI_RECV -> {
                    if (call != null && call.kind().completes()) {
                        return true;
                    }
                }
                default -> {
                    // says nothing about requests
                }
            }
        }
        return false;
    }
}
