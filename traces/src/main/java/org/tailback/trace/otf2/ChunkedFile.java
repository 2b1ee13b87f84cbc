package org.tailback.trace.otf2;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.error.FileErrors;
import org.tailback.trace.io.FileWindow;

/**
 * Reader of bytes, numbers and records of a definition or event file, through one buffer that slides over the current
 * chunk.
 *
 * <p>A chunk begins with 18 bytes: 3, its byte order, and the numbers of its first and last event. Chunk k begins at
 * byte k times the chunk size. A 0 in place of a record ends a chunk, a 2 ends the file. No record crosses the end of a
 * chunk.
 *
 * <p>The buffer grows only for larger records, and never beyond {@link #LARGEST_CHUNK}. Every length is checked against
 * the end of the chunk or file before data are read or memory is allocated. No file stays open.
 */
final class ChunkedFile extends FileWindow {
    /** Largest accepted chunk size, the same as in the OTF2 library. It limits the memory that a file can occupy. */
    static final int LARGEST_CHUNK = 16 << 20;

    private static final String REMEDY = "The archive is damaged or was not written to its end: record it again";
    private static final int HEADER = 18;
    private static final int CHUNK_HEADER = 3;
    private static final int LITTLE_ENDIAN = 0x42;
    private static final int BIG_ENDIAN = 0x23;
    private static final int END_OF_CHUNK = 0;
    private static final int END_OF_FILE = 2;
    private static final int UNDEFINED = 0xff;
    /** Largest number of bytes of a number, or of a record's kind with its length. */
    private static final int LONGEST_PREFIX = 10;

    private final long fileSize;
    private final long chunkSize;
    private long chunkEnd;
    private boolean littleEndian;
    /** Position after the current record, in the file. */
    private long recordEnd;
    /** Position after the current record in the buffer, once the record is loaded. Fields end before it. */
    private int loadedEnd;

    private boolean ended;

    /**
     * Opens a file at its first chunk.
     *
     * @param chunkSize chunk size from the anchor file
     * @param bufferSize initial size of the buffer, bytes, >= {@value #HEADER}
     */
    ChunkedFile(Path file, long chunkSize, int bufferSize) {
        super(file, (int) Math.max(HEADER, Math.min(size(file), bufferSize)), 0, REMEDY);
        this.chunkSize = chunkSize;
        this.fileSize = size(file);
        beginChunk(0);
    }

    /** Creates a second reader at the position of another reader, between two records. */
    ChunkedFile(ChunkedFile other) {
        super(other.file, other.buffer.length, other.offset(), REMEDY);
        fileSize = other.fileSize;
        chunkSize = other.chunkSize;
        chunkEnd = other.chunkEnd;
        littleEndian = other.littleEndian;
        recordEnd = other.recordEnd;
        ended = other.ended;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }

    private void beginChunk(long start) {
        if (start >= fileSize) {
            throw corrupt(
                    fileSize,
                    "the file ends without an end mark; expected "
                            + (start == 0 ? "a chunk" : "another chunk at byte " + start));
        }
        moveTo(start);
        chunkEnd = Math.min(fileSize, start + chunkSize);
        require(HEADER);
        int mark = buffer[0] & 0xff;
        int order = buffer[1] & 0xff;
        if (mark != CHUNK_HEADER || (order != LITTLE_ENDIAN && order != BIG_ENDIAN)) {
            throw corrupt(String.format(
                    "expected the beginning of a chunk, 03 42 or 03 23, found %02x %02x (the chunk size is %d bytes)",
                    mark, order, chunkSize));
        }
        littleEndian = order == LITTLE_ENDIAN;
        position = HEADER;
        recordEnd = start + HEADER;
    }

    /**
     * Advances to the next record, skipping the rest of the current record.
     *
     * @return kind of the record, or -1 at the end of the file, also when called again
     */
    int nextRecord() {
        if (ended) {
            return -1;
        }
        moveTo(recordEnd);
        while (true) {
            prefetch(2 * LONGEST_PREFIX);
            if (position == filled) {
                throw chunkEnd == fileSize
                        ? corrupt("the file ends without an end mark (02)")
                        : corrupt("the chunk ends without an end mark (00)");
            }
            int kind = buffer[position] & 0xff;
            if (kind == END_OF_FILE) {
                ended = true;
                return -1;
            }
            if (kind != END_OF_CHUNK) {
                position++;
                return kind;
            }
            beginChunk((bufferStart + position) / chunkSize * chunkSize + chunkSize);
        }
    }

    /**
     * Begins a record without a length, such as a time or a single number. At most {@code bytes} bytes of it may be
     * read.
     */
    void beginBareRecord(int bytes) {
        prefetch(bytes);
        loadedEnd = filled;
    }

    /** Ends a record without a length. The next record follows at the current position. */
    void endBareRecord() {
        recordEnd = offset();
    }

    /** Begins a record by reading its length. Its fields may be read after {@link #load}. */
    void beginRecord() {
        loadedEnd = filled;
        long length = unsignedByte();
        if (length == 0xff) {
            length = fixed(8);
        }
        if (length < 0 || length > chunkEnd - offset()) {
            throw corrupt("the record's length is " + Long.toUnsignedString(length) + " bytes, but only "
                    + (chunkEnd - offset()) + " are left of the " + (chunkEnd == fileSize ? "file" : "chunk"));
        }
        recordEnd = offset() + length;
        loadedEnd = position;
    }

    void load() {
        int length = (int) (recordEnd - offset());
        require(length);
        loadedEnd = position + length;
    }

    /** Returns the number of remaining bytes of the loaded record. */
    int remaining() {
        return loadedEnd - position;
    }

    int unsignedByte() {
        check(1);
        return buffer[position++] & 0xff;
    }

    /** Returns a number of up to 32 bits without its leading zero bytes; 0xffffffff is "undefined". */
    long compressed32() {
        int bytes = unsignedByte();
        return bytes == UNDEFINED ? 0xffffffffL : compressed(bytes, 4);
    }

    /** Returns a number of up to 64 bits without its leading zero bytes; -1 is "undefined". */
    long compressed64() {
        int bytes = unsignedByte();
        return bytes == UNDEFINED ? -1 : compressed(bytes, 8);
    }

    private long compressed(int bytes, int most) {
        if (bytes > most) {
            position--;
            throw corrupt("expected a compressed number from 0 to " + most + " bytes, found a length of " + bytes);
        }
        return fixed(bytes);
    }

    /** Returns the next 0 to 8 bytes as one number. */
    long fixed(int bytes) {
        check(bytes);
        long value = 0;
        if (littleEndian) {
            for (int i = position + bytes - 1; i >= position; i--) {
                value = value << 8 | buffer[i] & 0xff;
            }
        } else {
            for (int i = position; i < position + bytes; i++) {
                value = value << 8 | buffer[i] & 0xff;
            }
        }
        position += bytes;
        return value;
    }

    /** Returns a list of numbers of up to 64 bits, which is preceded by its length. */
    long[] list() {
        long claimed = compressed32();
        if (claimed > remaining()) {
            throw corrupt(
                    claimed + " elements are announced, but only " + remaining() + " bytes are left of the record");
        }
        long[] elements = new long[(int) claimed];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = compressed64();
        }
        return elements;
    }

    /** Returns the text up to a zero byte. */
    String text() {
        int end = position;
        while (end < loadedEnd && buffer[end] != 0) {
            end++;
        }
        if (end == loadedEnd) {
            throw corrupt("the text does not end within its record");
        }
        String text = new String(buffer, position, end - position, StandardCharsets.UTF_8);
        position = end + 1;
        return text;
    }

    private void check(int bytes) {
        if (bytes > loadedEnd - position) {
            throw loadedEnd == filled && bufferStart + filled == chunkEnd && chunkEnd == fileSize
                    ? corrupt("the file ends within a record")
                    : corrupt("the record ends within a field");
        }
    }

    /** Ensures that the buffer contains a number of bytes, or the rest of the chunk. */
    private void prefetch(int bytes) {
        if (filled - position < bytes) {
            fill((int) Math.min(bytes, chunkEnd - offset()), chunkEnd);
        }
    }

    private void require(int bytes) {
        if (filled - position < bytes) {
            if (bytes > chunkEnd - offset()) {
                throw corrupt(
                        chunkEnd, "the file ends where " + (offset() + bytes - chunkEnd) + " more bytes are expected");
            }
            fill(bytes, chunkEnd);
        }
    }

    /** Returns whether bytes begin like every OTF2 file. */
    static boolean beginsLikeOtf2(byte[] bytes) {
        return bytes.length >= 2 && bytes[0] == CHUNK_HEADER && (bytes[1] == LITTLE_ENDIAN || bytes[1] == BIG_ENDIAN);
    }

    static boolean isLittleEndian(byte[] bytes) {
        return bytes[1] == LITTLE_ENDIAN;
    }
}
