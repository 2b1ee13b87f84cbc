package org.tailback.trace.goal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.tailback.trace.io.FileWindow;

/** Little-endian numbers of a binary schedule by their position in the file. Only a window of the file is in memory. */
final class GoalWindow extends FileWindow {
    private static final int AT_ONCE = 1 << 20;

    private final long length;
    private ByteBuffer numbers = ByteBuffer.allocate(0);

    /**
     * Creates an empty window.
     *
     * @param length size of the file, bytes
     */
    GoalWindow(Path file, long length) {
        super(file, 1, 0, "");
        this.length = length;
    }

    /** Loads a range of the file, which must exist, into the window: at most 1 GiB. */
    void show(long from, long to) {
        if (from >= bufferStart && to <= bufferStart + filled) {
            return;
        }
        position = 0;
        filled = 0;
        bufferStart = from;
        long end = Math.min(length, Math.max(to, from + AT_ONCE));
        fill((int) (end - from), end);
        numbers = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the signed byte at a position of the window. */
    byte byteAt(long at) {
        return numbers.get((int) (at - bufferStart));
    }

    int intAt(long at) {
        return numbers.getInt((int) (at - bufferStart));
    }

    long unsignedAt(long at) {
        return Integer.toUnsignedLong(intAt(at));
    }

    long longAt(long at) {
        return numbers.getLong((int) (at - bufferStart));
    }
}
