package org.tailback.trace.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is opened for every read and closed after it. A replay has all ranks of a program open at once, tens of
 * thousands perhaps, and a process may have only some thousand files open; opening costs a few microseconds, which a
 * read of some kibibytes hides.
 */
public final class FileSource implements ByteSource {
    private final Path path;

    /** @param path a regular file */
    public FileSource(Path path) {
        this.path = path;
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return channel.read(ByteBuffer.wrap(target, offset, length), position);
        }
    }
}
