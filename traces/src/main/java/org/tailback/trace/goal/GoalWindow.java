package org.tailback.trace.goal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.tailback.error.FileErrors;
import org.tailback.trace.io.FileSource;

/** Little-endian numbers of a binary schedule by their position in the file, of which one part is in memory. */
final class GoalWindow {
    private static final int AT_ONCE = 1 << 20;

    private final Path file;
    private final FileSource source;
    private final long length;
    private ByteBuffer buffer = allocate(0);
    private long start;

    /** @param length size of the file, bytes */
    GoalWindow(Path file, long length) {
        this.file = file;
        this.source = new FileSource(file);
        this.length = length;
    }

    /** Makes a range of the file, which must be there, part of the window: at most 1 GiB. */
    void show(long from, long to) {
        if (from >= start && to <= start + buffer.limit()) {
            return;
        }
        int wanted = (int) Math.min(length - from, Math.max(to - from, AT_ONCE));
        if (buffer.capacity() < wanted) {
            buffer = allocate(wanted);
        }
        buffer.clear().limit(wanted);
        try {
            for (int filled = 0; filled < wanted; ) {
                int read = source.read(from + filled, buffer.array(), filled, Math.min(AT_ONCE, wanted - filled));
                if (read < 0) {
                    throw new EOFException("it became shorter meanwhile");
                }
                filled += read;
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
        start = from;
    }

    /** Returns the signed byte at a position of the window. */
    byte byteAt(long position) {
        return buffer.get((int) (position - start));
    }

    int intAt(long position) {
        return buffer.getInt((int) (position - start));
    }

    long unsignedAt(long position) {
        return Integer.toUnsignedLong(intAt(position));
    }

    long longAt(long position) {
        return buffer.getLong((int) (position - start));
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
