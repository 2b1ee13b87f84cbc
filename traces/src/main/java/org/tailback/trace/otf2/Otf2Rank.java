package org.tailback.trace.otf2;

import org.tailback.trace.mpi.Approximation;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.CollectiveRecord;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.TranslationCounts;

/** Reader of one rank's events, which passes the relevant events to a translator. */
final class Otf2Rank extends RecordedRank {
    private final Otf2World world;
    private final EventCursor cursor;
    private final TranslationCounts counts;
    private boolean hasEvents;
    /** True if a search to the end of the trace has found no completion of a request. */
    private boolean noMoreCompletions;

    Otf2Rank(Otf2World world, EventCursor cursor, int rank, TranslationCounts counts) {
        super(rank, world, world.sizes.convention(), counts);
        this.world = world;
        this.cursor = cursor;
        this.counts = counts;
    }

    @Override
    protected boolean readNext() {
        if (cursor.next()) {
            hasEvents = true;
            translate();
            return true;
        }
        if (!hasEvents) {
            counts.count(Approximation.EMPTY_RANKS);
        }
        return false;
    }

    private void translate() {
        EventKind kind = cursor.kind();
        long time = world.time(cursor);
        switch (kind) {
            case UNKNOWN -> {
                counts.count(Approximation.UNKNOWN_EVENTS);
                translator.time(time);
            }
            case ENTER -> {
                MpiCall call = world.call(first(cursor));
                if (call == null) {
                    translator.time(time);
                } else {
                    translator.enter(call, time);
                }
            }
            case LEAVE -> {
                if (world.call(first(cursor)) == null) {
                    translator.time(time);
                } else {
                    translator.leave(time);
                }
            }
            case MPI_SEND, MPI_ISEND, MPI_RECV, MPI_IRECV -> translateMessage(kind, time);
            case MPI_ISEND_COMPLETE -> messages.sendCompleted(time, first(cursor));
            case MPI_IRECV_REQUEST -> messages.receiveStarted(time, first(cursor));
            case MPI_REQUEST_CANCELLED -> requests.cancelled(time, first(cursor));
            case MPI_COLLECTIVE_END -> {
                cursor.read();
                if (CollectiveCodes.isCreation((int) cursor.value(0))) {
                    collectives.creation(time, world.communicator(cursor.value(1)));
                } else {
                    collectives.performed(time, record(cursor));
                }
            }
            case NON_BLOCKING_COLLECTIVE_COMPLETE -> {
                cursor.read();
                collectives.completed(time, cursor.value(5), record(cursor));
            }
            case NON_BLOCKING_COLLECTIVE_REQUEST -> collectives.started(time, first(cursor));
            case MEASUREMENT_ON_OFF -> translator.recording(time, first(cursor) != 2);
            case BUFFER_FLUSH -> translator.flush(time, world.fromBeginning(first(cursor)));
            default -> translator.time(time);
        }
    }

    /** Reads the fields of an event, and returns the first field. */
    private static long first(EventCursor event) {
        event.read();
        return event.value(0);
    }

    private void translateMessage(EventKind kind, long time) {
        long partner = first(cursor);
        var communicator = world.communicator(cursor.value(1));
        long tag = cursor.value(2);
        long bytes = cursor.value(3);
        switch (kind) {
            case MPI_SEND -> messages.sent(time, communicator, partner, tag, bytes);
            case MPI_ISEND -> messages.sendStarted(time, cursor.value(4), communicator, partner, tag, bytes);
            case MPI_RECV -> messages.received(time, communicator, partner, tag, bytes);
            default -> messages.receiveCompleted(time, cursor.value(4), communicator, partner, tag, bytes);
        }
    }

    private CollectiveRecord record(EventCursor event) {
        return new CollectiveRecord(
                CollectiveCodes.kind((int) event.value(0)),
                world.communicator(event.value(1)),
                event.value(2),
                clamp(event.value(3)),
                clamp(event.value(4)));
    }

    /** Limits an unsigned size to 2^63 - 1, because negative sizes represent sizes that were not recorded. */
    private static long clamp(long size) {
        return size < 0 ? Long.MAX_VALUE : size;
    }

    @Override
    public void readOn(CallTranslator receiver) {
        if (noMoreCompletions) {
            return;
        }
        boolean found = false;
        EventCursor ahead = cursor.fork();
        while (receiver.hasUnknown()) {
            if (!ahead.next()) {
                noMoreCompletions = !found;
                return;
            }
            switch (ahead.kind()) {
                case MPI_IRECV -> {
                    ahead.read();
                    found = true;
                    messages.receiveCompletedLater(
                            ahead.value(4),
                            world.communicator(ahead.value(1)),
                            ahead.value(0),
                            ahead.value(2),
                            ahead.value(3));
                }
                case NON_BLOCKING_COLLECTIVE_COMPLETE -> {
                    ahead.read();
                    found = true;
                    collectives.completedLater(ahead.value(5), record(ahead));
                }
                case MPI_REQUEST_CANCELLED -> {
                    found = true;
                    requests.endsLater(first(ahead), true);
                }
                case MPI_IRECV_REQUEST, NON_BLOCKING_COLLECTIVE_REQUEST -> requests.endsLater(first(ahead), false);
                case MPI_ISEND -> {
                    ahead.read();
                    requests.endsLater(ahead.value(4), false);
                }
                default -> {
                    // there is no information about requests
                }
            }
        }
    }

    /** Returns whether no later event of the rank contains the request of a message. */
    @Override
    public boolean lacksRequests() {
        EventCursor ahead = cursor.fork();
        while (ahead.next()) {
            if (EventKind.OF_REQUESTS.contains(ahead.kind())) {
                return false;
            }
        }
        return true;
    }
}
