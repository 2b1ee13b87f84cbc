package org.tailback.trace.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * Space for a reordered or decompressed copy of a trace: in memory if it is small, otherwise in a temporary file, which
 * is deleted on closing (at the latest when the JVM ends).
 */
public final class ScratchBytes implements ByteSource, AutoCloseable {
    /** Empty space. */
    public static final ScratchBytes NONE = new ScratchBytes(new byte[0], null);

    private final byte[] memory;
    private final @Nullable FileChannel channel;

    private ScratchBytes(byte[] memory, @Nullable FileChannel channel) {
        this.memory = memory;
        this.channel = channel;
    }

    /**
     * Allocates space.
     *
     * @param size number of bytes, >= 0; {@link Long#MAX_VALUE} if it is unknown
     * @param inMemory largest size that is held in memory, 0 to 2^31 - 16
     * @param purpose the file concerned and the purpose of the space, for messages, such as "trace.txt: to sort its
     *     lines"
     */
    public static ScratchBytes create(long size, long inMemory, String purpose) {
        if (size <= inMemory) {
            return new ScratchBytes(new byte[(int) size], null);
        }
        try {
            Path temporary = Files.createTempFile("tailback-", ".trace");
            return new ScratchBytes(
                    new byte[0],
                    FileChannel.open(
                            temporary,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            throw new InputException(
                    purpose + ", a temporary file is needed, but cannot be created (" + e
                            + "). Choose another folder with -Djava.io.tmpdir",
                    e);
        }
    }

    /** Writes bytes at a position. All of them must lie within the size. */
    public void write(long position, byte[] source, int offset, int length) {
        FileChannel target = channel;
        if (target == null) {
            System.arraycopy(source, offset, memory, (int) position, length);
            return;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(source, offset, length);
            long at = position;
            while (bytes.hasRemaining()) {
                at += target.write(bytes, at);
            }
        } catch (IOException e) {
            throw new InputException(
                    "The folder for temporary files cannot be written to (" + e
                            + "). Choose another folder with -Djava.io.tmpdir",
                    e);
        }
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
        if (channel != null) {
            return channel.read(ByteBuffer.wrap(target, offset, length), position);
        }
        if (position >= memory.length) {
            return -1;
        }
        int count = (int) Math.min(length, memory.length - position);
        System.arraycopy(memory, (int) position, target, offset, count);
        return count;
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException("A temporary file cannot be closed", e);
            }
        }
    }
}
