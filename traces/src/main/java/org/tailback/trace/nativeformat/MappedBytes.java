package org.tailback.trace.nativeformat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tailback.error.InputException;

/**
 * A memory-mapped file in windows of 1 GiB; the file must not change meanwhile. Immutable. Nothing stays open: the
 * operating system lets go of the file when the object is collected.
 */
final class MappedBytes {
    private static final int WINDOW_BITS = 30;
    private static final long WINDOW = 1L << WINDOW_BITS;

    private final Path path;
    private final ByteBuffer[] windows;
    private final long size;

    private MappedBytes(Path path, ByteBuffer[] windows, long size) {
        this.path = path;
        this.windows = windows;
        this.size = size;
    }

    static MappedBytes of(Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            ByteBuffer[] windows = new ByteBuffer[Math.toIntExact((size + WINDOW - 1) / WINDOW)];
            for (int i = 0; i < windows.length; i++) {
                long begin = i * WINDOW;
                windows[i] = channel.map(FileChannel.MapMode.READ_ONLY, begin, Math.min(WINDOW, size - begin))
                        .order(ByteOrder.LITTLE_ENDIAN);
            }
            return new MappedBytes(path, windows, size);
        } catch (IOException e) {
            throw new InputException(path + ": cannot be read (" + e + ")", e);
        }
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    /** Returns a byte, 0 to 255. */
    int get(long position) {
        return windows[(int) (position >>> WINDOW_BITS)].get((int) (position & (WINDOW - 1))) & 0xff;
    }

    /** Eight bytes, the lowest first. */
    long fixed(long position) {
        int inside = (int) (position & (WINDOW - 1));
        if (inside <= WINDOW - Long.BYTES) {
            return windows[(int) (position >>> WINDOW_BITS)].getLong(inside);
        }
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << 8 | get(position + i);
        }
        return value;
    }

    byte[] copy(long position, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) get(position + i);
        }
        return bytes;
    }
}
