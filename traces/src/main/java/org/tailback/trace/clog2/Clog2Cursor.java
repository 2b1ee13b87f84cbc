package org.tailback.trace.clog2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/**
 * The records of a file, one at a time, in their order: that of time, those of all processes mixed. Block k begins at
 * byte 1024 + k times the block size; a special record ends a block, another one the file. No record crosses the
 * end of a block. Nothing is allocated per record; memory is one buffer of 64 KiB. Plain files or gzip. Not
 * thread-safe.
 */
final class Clog2Cursor implements AutoCloseable {
    static final int END_OF_LOG = 0;
    static final int END_OF_BLOCK = 1;
    static final int STATE_DEFINITION = 2;
    static final int EVENT_DEFINITION = 3;
    static final int CONSTANT_DEFINITION = 4;
    static final int EVENT = 5;
    static final int CARGO_EVENT = 6;
    static final int MESSAGE = 7;
    static final int COLLECTIVE = 8;
    static final int COMMUNICATOR = 9;
    static final int SOURCE_LOCATION = 10;
    static final int TIME_SHIFT = 11;

    private static final int RECORD_HEADER = 24;
    /** Length of a record of each kind, with its header of 24 bytes. */
    private static final int[] SIZES = {24, 24, 136, 128, 64, 32, 64, 48, 40, 72, 72, 32};

    private static final int BUFFER = 64 << 10;

    private final Path file;
    private final InputStream in;
    private final Clog2Header header;
    private final byte[] buffer = new byte[BUFFER];
    /** View of the buffer in the byte order of the file. */
    private final ByteBuffer numbers = ByteBuffer.wrap(buffer);
    /** Position in the file of the first byte of the buffer. */
    private long bufferStart;

    private int filled;
    /** Position of the current record in the buffer. */
    private int record;

    private int recordSize;
    private long block;
    private boolean ended;

    Clog2Cursor(Path file) {
        this.file = file;
        try {
            this.in = SourceStream.decompressed(new FileSource(file));
        } catch (IOException e) {
            throw unreadable(e);
        }
        try {
            require(Clog2Header.SIZE);
            header = Clog2Header.read(file.toString(), Arrays.copyOf(buffer, Clog2Header.SIZE));
            numbers.order(header.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        recordSize = Clog2Header.SIZE;
    }

    private InputException unreadable(IOException e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new InputException(
                file + ": byte " + (bufferStart + filled) + ": cannot be read further (" + reason
                        + "). Is the file complete and undamaged?",
                e);
    }

    Clog2Header header() {
        return header;
    }

    long offset() {
        return bufferStart + record;
    }

    InputException corrupt(String problem) {
        return InputException.at(
                file + ": byte " + offset(),
                problem,
                "The file is damaged or was not written to its end: record it again");
    }

    /**
     * Moves to the next record.
     *
     * @return false at the end of the log
     */
    boolean next() {
        while (!ended) {
            record += recordSize;
            recordSize = 0;
            long blockEnd = Clog2Header.SIZE + (block + 1) * header.blockSize();
            require(RECORD_HEADER);
            int kind = kind();
            if (kind < 0 || kind >= SIZES.length) {
                throw corrupt("expected a record of kind 0 to 11, found kind " + kind);
            }
            recordSize = SIZES[kind];
            if (offset() + recordSize > blockEnd) {
                throw corrupt("a record of " + recordSize + " bytes does not fit into its block, which ends at byte "
                        + blockEnd);
            }
            require(recordSize);
            if (kind == END_OF_LOG) {
                ended = true;
            } else if (kind == END_OF_BLOCK) {
                skipTo(blockEnd);
                block++;
            } else {
                return true;
            }
        }
        return false;
    }

    private void skipTo(long target) {
        recordSize = 0;
        while (bufferStart + filled < target) {
            record = filled;
            require(1);
        }
        record = (int) (target - bufferStart);
    }

    /** Ensures that the buffer holds a number of bytes from the current record's beginning. */
    private void require(int bytes) {
        if (filled - record >= bytes) {
            return;
        }
        System.arraycopy(buffer, record, buffer, 0, filled - record);
        bufferStart += record;
        filled -= record;
        record = 0;
        try {
            while (filled < bytes) {
                int count = in.read(buffer, filled, BUFFER - filled);
                if (count < 0) {
                    throw corrupt("the file ends after " + filled + " of " + bytes + " bytes that are expected here");
                }
                filled += count;
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    // ---- the current record

    int kind() {
        return integer(20);
    }

    /** Returns the time of the record by the common clock, in seconds; may be negative. */
    double time() {
        return real(0);
    }

    /** Returns the communicator to whose ranks {@link #rank} refers. */
    int communicator() {
        return integer(8);
    }

    int rank() {
        return integer(12);
    }

    int thread() {
        return integer(16);
    }

    int value(int i) {
        return integer(RECORD_HEADER + 4 * i);
    }

    /** Returns the floating-point number at a position in the body, bytes. */
    double realValue(int position) {
        return real(RECORD_HEADER + position);
    }

    /**
     * Returns a big-endian integer at a position in the body, bytes, whatever the file's order: cargo is written so.
     */
    int bigEndianValue(int position) {
        int value = integer(RECORD_HEADER + position);
        return header.bigEndian() ? value : Integer.reverseBytes(value);
    }

    /** Returns the text at a position in the body, up to a zero byte or a length. */
    String text(int position, int length) {
        int begin = record + RECORD_HEADER + position;
        int end = begin;
        while (end < begin + length && buffer[end] != 0) {
            end++;
        }
        return new String(buffer, begin, end - begin, StandardCharsets.ISO_8859_1);
    }

    private int integer(int position) {
        return numbers.getInt(record + position);
    }

    private double real(int position) {
        return numbers.getDouble(record + position);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            ended = true; // all that is needed has been read
        }
    }
}
