package org.tailback.trace.goal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.tailback.error.FileErrors;

/** The part of a binary schedule that is being examined, in a buffer that moves with the reader. */
final class GoalWindow {
    private static final int AT_ONCE = 1 << 20;

    private final FileChannel channel;
    private final String name;
    private final long length;
    private ByteBuffer buffer = empty(AT_ONCE);
    private long start;

    GoalWindow(FileChannel channel, String name, long length) {
        this.channel = channel;
        this.name = name;
        this.length = length;
    }

    /**
     * Returns the buffer, little-endian, of which byte 0 is the one at {@link #start}; another one after {@link #show}.
     */
    ByteBuffer buffer() {
        return buffer;
    }

    long start() {
        return start;
    }

    /** Makes bytes of the file, which must be there, part of the buffer. */
    void show(long from, long to) {
        if (from >= start && to <= start + buffer.limit()) {
            return;
        }
        int wanted = (int) Math.min(length - from, Math.max(to - from, AT_ONCE));
        if (buffer.capacity() < wanted) {
            buffer = empty(wanted);
        }
        buffer.clear().limit(wanted);
        try {
            for (long at = from; buffer.hasRemaining(); ) {
                int read = channel.read(buffer, at);
                if (read < 0) {
                    throw new EOFException("it became shorter meanwhile");
                }
                at += read;
            }
        } catch (IOException e) {
            throw FileErrors.unreadable(name, e);
        }
        start = from;
    }

    private static ByteBuffer empty(int capacity) {
        return ByteBuffer.allocateDirect(capacity)
                .order(ByteOrder.LITTLE_ENDIAN)
                .limit(0);
    }
}
