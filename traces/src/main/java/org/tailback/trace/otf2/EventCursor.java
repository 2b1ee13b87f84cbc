package org.tailback.trace.otf2;

import java.nio.file.Path;
import org.tailback.trace.otf2.LocationTables.Reference;

/**
 * Cursor over the events of one location. {@link #next} finds an event and its time; {@link #read} reads its fields, so
 * that unread fields cost nothing. Attributes of events are skipped. Reading an event allocates no memory. Not
 * thread-safe.
 */
final class EventCursor {
    private static final int TIMESTAMP = 5;
    private static final int ATTRIBUTE_LIST = 6;
    private static final int FIRST_EVENT = 10;

    private final ChunkedFile in;
    private final LocationTables tables;
    private final long[] values = new long[6];
    private EventKind kind = EventKind.UNKNOWN;
    private long recordedTime;
    private long time;
    private boolean bare;

    EventCursor(Path file, long chunkSize, int bufferSize, LocationTables tables) {
        this.in = new ChunkedFile(file, chunkSize, bufferSize);
        this.tables = tables;
        this.time = tables.correct(0);
    }

    private EventCursor(EventCursor other) {
        in = new ChunkedFile(other.in);
        tables = other.tables;
        recordedTime = other.recordedTime;
        time = other.time;
    }

    /** Returns a second cursor at the same event, whose {@link #next} finds the event after it. */
    EventCursor fork() {
        finishBare();
        return new EventCursor(this);
    }

    /**
     * Advances to the next event.
     *
     * @return false at the end
     * @throws org.tailback.error.InputException if the file is damaged
     */
    boolean next() {
        finishBare();
        while (true) {
            int record = in.nextRecord();
            if (record >= FIRST_EVENT) {
                begin(record);
                return true;
            }
            if (record == TIMESTAMP) {
                in.beginBareRecord(8);
                recordedTime = in.fixed(8);
                time = tables.correct(recordedTime);
                in.endBareRecord();
            } else if (record == ATTRIBUTE_LIST) {
                in.beginRecord();
            } else if (record < 0) {
                kind = EventKind.UNKNOWN;
                return false;
            } else {
                throw in.corrupt(in.offset() - 1, "expected an event, found a record of kind " + record);
            }
        }
    }

    private void begin(int record) {
        kind = EventKind.of(record);
        bare = EventKind.isBare(record);
        if (bare) {
            in.beginBareRecord(9);
        } else {
            in.beginRecord();
        }
    }

    /** Reads a number without a length, because its end is unknown until it is read. */
    private void finishBare() {
        if (bare) {
            read();
        }
    }

    /** Reads the fields of the current event, which {@link #value} returns; called at most once per event. */
    void read() {
        if (!bare) {
            in.load();
        }
        for (int i = 0; i < kind.fields.length(); i++) {
            values[i] = switch (kind.fields.charAt(i)) {
                case '1' -> in.unsignedByte();
                case '4' -> in.compressed32();
                case '8' -> in.compressed64();
                case 'R' -> tables.global(Reference.REGION, in.compressed32());
                case 'C' -> tables.global(Reference.COMMUNICATOR, in.compressed32());
                default -> tables.correct(in.fixed(8));
            };
        }
        if (bare) {
            in.endBareRecord();
            bare = false;
        }
    }

    /** Returns the kind of the current event; {@link EventKind#UNKNOWN} at the end. */
    EventKind kind() {
        return kind;
    }

    /** Returns the time of the event on the common clock, in ticks, unsigned. */
    long time() {
        return time;
    }

    /** Returns the time of the event on the location's own clock, in ticks, unsigned. */
    long recordedTime() {
        return recordedTime;
    }

    /** Returns the i-th field of the event, after {@link #read}. Ids are global; all bits of undefined ids are 1. */
    long value(int i) {
        return values[i];
    }
}
