package org.tailback.trace.io;

import java.io.IOException;
import java.nio.file.Path;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;

/**
 * A binary file that is read through a sliding buffer, which grows for records that are larger. No file stays open
 * between reads. Not thread-safe.
 */
public abstract class FileWindow {
    /** Size up to which a buffer doubles, in bytes. A larger buffer has exactly the size of the record. */
    private static final int LARGEST_GROWTH = 16 << 20;

    protected final Path file;
    protected byte[] buffer;
    /** Position in the file of the first byte of the buffer. */
    protected long bufferStart;
    /** Index of the next byte in the buffer. */
    protected int position;
    /** Number of bytes of the buffer that hold data. */
    protected int filled;

    private final FileSource source;
    private final String remedy;

    /**
     * Creates a window with an empty buffer.
     *
     * @param bufferSize initial size of the buffer, bytes, >= 1
     * @param start position in the file of the first byte to read, >= 0
     * @param remedy advice for damaged files, in messages
     */
    protected FileWindow(Path file, int bufferSize, long start, String remedy) {
        this.file = file;
        this.buffer = new byte[bufferSize];
        this.bufferStart = start;
        this.remedy = remedy;
        this.source = new FileSource(file);
    }

    /** Returns the position of the next byte in the file, in bytes. */
    public final long offset() {
        return bufferStart + position;
    }

    /** Returns an error located at the next byte. */
    public final InputException corrupt(String problem) {
        return corrupt(offset(), problem);
    }

    /** Returns an error located at a position in the file, in bytes. */
    public final InputException corrupt(long offset, String problem) {
        return InputException.at(file + ": byte " + offset, problem, remedy);
    }

    /** Moves to a position in the file, at or after the first byte of the buffer. */
    protected final void moveTo(long target) {
        if (target <= bufferStart + filled) {
            position = (int) (target - bufferStart);
        } else {
            bufferStart = target;
            position = 0;
            filled = 0;
        }
    }

    /**
     * Reads until the buffer contains a number of bytes from the next byte on.
     *
     * @param bytes number of bytes, at most up to {@code end}
     * @param end position in the file up to which bytes may be read
     * @throws InputException if the file ends before that, or cannot be read
     */
    protected final void fill(int bytes, long end) {
        filled -= position;
        byte[] target =
                bytes > buffer.length ? new byte[Math.max(bytes, Math.min(2 * buffer.length, LARGEST_GROWTH))] : buffer;
        System.arraycopy(buffer, position, target, 0, filled);
        buffer = target;
        bufferStart += position;
        position = 0;
        try {
            while (filled < bytes) {
                int most = (int) Math.min(Math.min(buffer.length - filled, LARGEST_GROWTH), end - bufferStart - filled);
                int count = source.read(bufferStart + filled, buffer, filled, most);
                if (count <= 0) {
                    throw corrupt("the file has become shorter while it was read");
                }
                filled += count;
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }
}
