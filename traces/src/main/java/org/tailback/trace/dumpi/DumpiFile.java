package org.tailback.trace.dumpi;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/**
 * File of one rank: the position of its records, and the parts around them. The file ends with an index of 8-byte
 * entries. The first entry is the mark with which the file begins. The other entries are the positions of the sizes of
 * datatypes, the addresses of functions, the names of counters, the header, the records, the footer and the key-value
 * pairs. Immutable; no file stays open.
 */
final class DumpiFile {
    /** First 8 bytes of a file, and of its index. */
    static final long MARK = 0xffaadd44_554d5049L;

    static final String REMEDY = "The file is damaged or was not written to its end: record it again";

    private static final long FOOTER_MARK = 0xf007fee7L;
    private static final int INDEX = 64;
    /** Parts of the file in the order of the index. */
    private static final List<String> PARTS =
            List.of("sizes of datatypes", "addresses", "counters", "header", "records", "footer", "key-value pairs");

    /** Oldest supported version: older files lack the sizes of datatypes, or have other arguments in their records. */
    private static final int OLDEST_VERSION = 609;

    private static final int MOST_TYPES = 1 << 15;

    final Path path;
    private final FileSource source;
    private final long size;
    /** Position of the origin of the recorded times, in seconds; the records follow it. */
    final long body;

    /** Upper bound of the position at which the records end. */
    final long bodyEnd;

    /** Sizes of datatypes in bytes, by their number; 0 if unknown. */
    final int[] typeSizes;
    /** Numbers of calls of functions, by id, followed by numbers of unrecorded calls; empty if the file has none. */
    private final int[] called;

    private final int[] ignored;

    private DumpiFile(Path path) throws IOException {
        this.path = path;
        this.source = new FileSource(path);
        this.size = Files.size(path);
        ByteBuffer start = read(0, 8);
        if (isGzip(start)) {
            throw InputException.at(
                    path + ": byte 0", "the file is compressed", "Decompress it: its index, at its end, is read first");
        }
        if (start.remaining() < 8 || start.getLong() != MARK) {
            throw InputException.at(path + ": byte 0", "not a DUMPI file; expected ff aa dd 44 'UMPI'", "");
        }
        ByteBuffer index = read(Math.max(8, size - INDEX), INDEX);
        if (index.remaining() < INDEX || index.getLong() != MARK) {
            throw corrupt(
                    Math.max(8, size - INDEX),
                    "expected the index of the file, 64 bytes that begin with ff aa dd 44 'UMPI'. DUMPI before"
                            + " 0.6.6 wrote shorter indexes, which are not supported");
        }
        long[] places = PARTS.stream().mapToLong(part -> place(index, part)).toArray();
        body = places[4];
        bodyEnd = Arrays.stream(places).filter(place -> place > body).reduce(size - INDEX, Math::min);
        if (body < 8 || bodyEnd - body < 8) {
            throw corrupt(size - INDEX, "the index has no records");
        }
        checkVersion(places[3]);
        int[][] counts = counts(places[5]);
        called = counts[0];
        ignored = counts[1];
        typeSizes = sizes(places[0]);
    }

    static boolean begins(byte[] bytes) {
        return bytes.length >= 8 && ByteBuffer.wrap(bytes).getLong() == MARK;
    }

    static DumpiFile open(Path path) {
        try {
            return new DumpiFile(path);
        } catch (IOException e) {
            throw FileErrors.unreadable(path, e);
        }
    }

    private InputException corrupt(long offset, String problem) {
        return InputException.at(path + ": byte " + offset, problem, REMEDY);
    }

    /**
     * Returns the difference between the found and the announced number of records of a function; 0 if the file
     * announces no number.
     */
    long missingCalls(int function, long found) {
        return called.length == 0 ? 0 : Math.abs((called[function] & 0xffffffffL) - ignoredCalls(function) - found);
    }

    /**
     * Returns the number of calls of a function that were not recorded; 0 if the file does not contain this number.
     */
    long ignoredCalls(int function) {
        return called.length == 0 ? 0 : ignored[function] & 0xffffffffL;
    }

    private static boolean isGzip(ByteBuffer start) {
        return start.limit() >= 2 && (start.get(0) & 0xff) == 0x1f && (start.get(1) & 0xff) == 0x8b;
    }

    private ByteBuffer read(long position, int length) throws IOException {
        return ByteBuffer.wrap(new SourceStream(source, position, position + length).readAllBytes());
    }

    private long place(ByteBuffer index, String what) {
        long at = size - INDEX + index.position();
        long place = index.getLong();
        if (place < 0 || place > size) {
            throw corrupt(
                    at,
                    "the index places the " + what + " at byte " + Long.toUnsignedString(place) + " of a file of "
                            + size + " bytes");
        }
        return place;
    }

    private void checkVersion(long at) throws IOException {
        ByteBuffer header = read(at, 3);
        if (at == 0 || header.remaining() < 3) {
            throw corrupt(at, "expected a header, with the version of the tracer");
        }
        int[] parts = {header.get() & 0xff, header.get() & 0xff, header.get() & 0xff};
        if (parts[0] * 10_000L + parts[1] * 100L + parts[2] < OLDEST_VERSION) {
            throw InputException.at(
                    path + ": byte " + at,
                    "found a file of DUMPI " + parts[0] + "." + parts[1] + "." + parts[2] + "; expected 0.6.9 or newer",
                    "Convert it with dumpi2dumpi of a newer sst-dumpi");
        }
    }

    private int[] sizes(long at) throws IOException {
        if (at == 0) {
            return new int[0];
        }
        ByteBuffer count = read(at, 4);
        int types = count.remaining() < 4 ? -1 : count.getInt();
        ByteBuffer sizes = read(at + 4, 4 * Math.max(0, Math.min(types, MOST_TYPES)));
        if (types < 0 || types > MOST_TYPES || sizes.remaining() < 4 * types) {
            throw corrupt(at, "expected the number of datatypes and their sizes, found " + types + " of them");
        }
        int[] all = new int[types];
        for (int i = 0; i < types; i++) {
            all[i] = sizes.getInt();
            if (all[i] < 0) {
                throw corrupt(at + 4 + 4L * i, "the size of datatype " + i + " is negative: " + all[i]);
            }
        }
        return all;
    }

    /** Returns the footer: its mark, and two numbers for each function and for the sum of all functions. */
    private int[][] counts(long at) throws IOException {
        if (at == 0) {
            return new int[2][0];
        }
        ByteBuffer footer = read(at, 8 + 8 * (DumpiFunctions.COUNT + 1));
        int[][] counts = new int[2][DumpiFunctions.COUNT];
        try {
            if (footer.getLong() != FOOTER_MARK) {
                throw corrupt(at, "expected the footer, 00 00 00 00 f0 07 fe e7");
            }
            for (int[] part : counts) {
                for (int i = 0; i < part.length; i++) {
                    part[i] = footer.getInt();
                }
                footer.getInt();
            }
        } catch (BufferUnderflowException e) {
            throw corrupt(at + footer.position(), "the footer is cut");
        }
        return counts;
    }
}
