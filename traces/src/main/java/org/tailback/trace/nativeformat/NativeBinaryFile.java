package org.tailback.trace.nativeformat;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;

/** A native binary file, mapped. The heap holds nothing per rank. */
final class NativeBinaryFile implements NativeTrace.Content {
    private static final long MOST_NOTES = 100_000;
    private static final long LONGEST_NOTE = 100_000;

    private final MappedBytes bytes;
    private final NativeHead head;
    private final long indexAt;
    private final ImmutableList<String> notes;

    private NativeBinaryFile(MappedBytes bytes, NativeHead head, long indexAt, ImmutableList<String> notes) {
        this.bytes = bytes;
        this.head = head;
        this.indexAt = indexAt;
        this.notes = notes;
    }

    static NativeBinaryFile open(Path path) {
        MappedBytes bytes = MappedBytes.of(path);
        int signature = NativeBinaryLayout.SIGNATURE.length;
        if (bytes.size() < NativeBinaryLayout.HEAD_BYTES + Long.BYTES + signature
                || !Arrays.equals(bytes.copy(0, signature), NativeBinaryLayout.SIGNATURE)) {
            throw new InputException(path + ": byte 0: this is no native binary trace, or not a whole one. A compressed"
                    + " one cannot be mapped: decompress it with gzip -d");
        }
        RecordCursor cursor = new RecordCursor(bytes, signature, bytes.size());
        long versionAndFlags = cursor.fixed();
        long version = versionAndFlags & 0xffff_ffffL;
        if (version != NativeLimits.VERSION) {
            throw cursor.problem(
                    "the trace is of version " + version + " of the format, and this library reads version "
                            + NativeLimits.VERSION,
                    "Use a newer version of the library");
        }
        long flags = versionAndFlags >>> 32;
        if ((flags & ~NativeBinaryLayout.FLAG_TIMES) != 0) {
            throw cursor.problem("found unknown flags " + flags, "");
        }
        long room = bytes.size() - signature - Long.BYTES - NativeBinaryLayout.HEAD_BYTES;
        long ranks = bounded(
                cursor, "ranks", 1, Math.min(NativeLimits.MOST_RANKS, room / NativeBinaryLayout.INDEX_ENTRY_BYTES));
        long indexBytes = NativeBinaryLayout.INDEX_ENTRY_BYTES * ranks;
        long indexAt = bounded(
                cursor,
                "the offset of the index",
                NativeBinaryLayout.HEAD_BYTES,
                NativeBinaryLayout.HEAD_BYTES + room - indexBytes);
        double span = Double.longBitsToDouble(cursor.fixed());
        if (!(span >= 0 && span < Double.POSITIVE_INFINITY) && !Double.isNaN(span)) {
            throw cursor.problem("expected the span as finite seconds of 0 or more, or NaN, found " + span, "");
        }
        long communicators = bounded(cursor, "the number of communicators", 1, Integer.MAX_VALUE);
        double ticks = Double.longBitsToDouble(cursor.fixed());
        if (!(ticks > 0 && ticks < Double.POSITIVE_INFINITY) && !Double.isNaN(ticks)) {
            throw cursor.problem(
                    "expected the clock's ticks per second as a finite number above 0, or NaN, found " + ticks, "");
        }
        NativeHead head = new NativeHead(
                (int) ranks, (flags & NativeBinaryLayout.FLAG_TIMES) != 0, span, (int) communicators, ticks);
        RecordCursor tail = new RecordCursor(bytes, indexAt + indexBytes, bytes.size());
        ImmutableList<String> notes = notes(tail);
        if (tail.remaining() != signature
                || !Arrays.equals(bytes.copy(bytes.size() - signature, signature), NativeBinaryLayout.SIGNATURE)) {
            throw tail.problem("expected the signature as the last " + signature + " bytes", "Is the file complete?");
        }
        return new NativeBinaryFile(bytes, head, indexAt, notes);
    }

    private static long bounded(RecordCursor cursor, String name, long least, long most) {
        long value = cursor.fixed();
        if (value < least || value > most) {
            throw cursor.problem(
                    "expected " + name + " from " + least + " to " + most + " in a file of this size, found "
                            + Long.toUnsignedString(value),
                    "Is it complete?");
        }
        return value;
    }

    private static ImmutableList<String> notes(RecordCursor cursor) {
        long count = bounded(cursor, "the number of notes", 0, Math.min(MOST_NOTES, cursor.remaining() / Long.BYTES));
        ImmutableList.Builder<String> notes = ImmutableList.builder();
        for (long i = 0; i < count; i++) {
            notes.add(cursor.text(cursor.fixed(), LONGEST_NOTE));
        }
        return notes.build();
    }

    private NativeBinaryRecords records(RecordCursor cursor) {
        return new NativeBinaryRecords(cursor, head.ranks(), head.timed(), 0);
    }

    private RecordCursor entry(int rank) {
        long at = indexAt + (long) NativeBinaryLayout.INDEX_ENTRY_BYTES * rank;
        return new RecordCursor(bytes, at, at + NativeBinaryLayout.INDEX_ENTRY_BYTES);
    }

    /** Returns the records of a rank. */
    private RecordCursor range(int rank) {
        RecordCursor entry = entry(rank);
        long begin = bounded(entry, "the offset of rank " + rank, NativeBinaryLayout.HEAD_BYTES, indexAt);
        long length = bounded(entry, "the length of rank " + rank, 1, indexAt - begin);
        return new RecordCursor(bytes, begin, begin + length);
    }

    private long operations(int rank) {
        RecordCursor entry = entry(rank);
        entry.fixed();
        entry.fixed();
        return entry.fixed();
    }

    @Override
    public NativeHead head() {
        return head;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public String place() {
        return bytes.path().toString();
    }

    @Override
    public RecordedTimes.Cursor times(int rank) {
        return new NativeBinaryTimes(records(range(rank)));
    }

    @Override
    public Program open(int rank) {
        RecordCursor cursor = range(rank);
        return new NativeBinaryRecords.RecordedProgram(records(cursor)) {
            @Override
            void atEnd(long operations) {
                long expected = operations(rank);
                if (operations != expected) {
                    throw cursor.problem(
                            "rank " + rank + " has " + operations + " operations, and the index says "
                                    + Long.toUnsignedString(expected),
                            "Is the file damaged?");
                }
            }
        };
    }
}
