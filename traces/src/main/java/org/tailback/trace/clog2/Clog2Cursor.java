package org.tailback.trace.clog2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.tailback.error.InputException;
import org.tailback.trace.io.FileSource;
import org.tailback.trace.io.SourceStream;

/**
 * Cursor over the records of a file in chronological order; the records of all processes are mixed. Block k begins at
 * byte 1024 + k times the block size. One kind of record ends a block, another kind ends the file. No record crosses
 * the end of a block. Reading allocates no memory per record; one block is held in memory. Plain files or gzip. Not
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
    /** Length of a record by kind, including its header of 24 bytes. */
    private static final int[] SIZES = {24, 24, 136, 128, 64, 32, 64, 48, 40, 72, 72, 32};

    private final Path file;
    private final InputStream in;
    final Clog2Header header;
    /** Current block, in the byte order of the file; shorter than other blocks at the end of the file. */
    private ByteBuffer block = ByteBuffer.allocate(0);
    /** Position of the block's first byte in the file. */
    private long blockStart;
    /** Position of the current record in the block. */
    private int record;

    private int recordSize;
    private boolean ended;

    Clog2Cursor(Path file) {
        this.file = file;
        try {
            this.in = SourceStream.decompressed(new FileSource(file));
        } catch (IOException e) {
            throw unreadable(e);
        }
        try {
            readBlock(Clog2Header.SIZE);
            require(Clog2Header.SIZE, Clog2Header.SIZE);
            header = Clog2Header.read(file.toString(), block.array());
            nextBlock(Clog2Header.SIZE);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private InputException unreadable(IOException e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new InputException(
                file + ": byte " + offset() + ": cannot be read further (" + reason
                        + "). Is the file complete and undamaged?",
                e);
    }

    long offset() {
        return blockStart + record;
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
            require(RECORD_HEADER, header.blockSize());
            int kind = kind();
            if (kind < 0 || kind >= SIZES.length) {
                throw corrupt("expected a record of kind 0 to 11, found kind " + kind);
            }
            recordSize = SIZES[kind];
            require(recordSize, header.blockSize());
            if (kind == END_OF_LOG) {
                ended = true;
            } else if (kind == END_OF_BLOCK) {
                nextBlock(header.blockSize());
            } else {
                return true;
            }
        }
        return false;
    }

    /** Advances to the next block. */
    private void nextBlock(int size) {
        blockStart += size;
        record = 0;
        recordSize = 0;
        readBlock(header.blockSize());
        block.order(header.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private void readBlock(int size) {
        try {
            block = ByteBuffer.wrap(in.readNBytes(size));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Ensures that the block holds a number of bytes from the current record's beginning. */
    private void require(int bytes, int blockSize) {
        if (bytes > blockSize - record) {
            throw corrupt("a record of " + bytes + " bytes does not fit into its block, which ends at byte "
                    + (blockStart + blockSize));
        }
        if (bytes > block.limit() - record) {
            throw corrupt("the file ends after " + (block.limit() - record) + " of " + bytes
                    + " bytes that are expected here");
        }
    }

    // ---- the current record

    int kind() {
        return integer(20);
    }

    /** Returns the time of the record on the common clock, in seconds; may be negative. */
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

    /** Returns the floating-point number at a position of the body, in bytes. */
    double realValue(int position) {
        return real(RECORD_HEADER + position);
    }

    /**
     * Returns a big-endian integer at a position of the body, in bytes. Cargo is big-endian in files of either byte
     * order.
     */
    int bigEndianValue(int position) {
        int value = integer(RECORD_HEADER + position);
        return header.bigEndian() ? value : Integer.reverseBytes(value);
    }

    /**
     * Returns the text at a position of the body, in bytes. The text ends at a zero byte or after {@code length} bytes.
     */
    String text(int position, int length) {
        int begin = record + RECORD_HEADER + position;
        String text = new String(block.array(), begin, length, StandardCharsets.ISO_8859_1);
        return text.substring(0, (text + '\0').indexOf('\0'));
    }

    private int integer(int position) {
        return block.getInt(record + position);
    }

    private double real(int position) {
        return block.getDouble(record + position);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            ended = true; // no more data are needed
        }
    }
}
