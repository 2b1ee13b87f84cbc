package org.tailback.trace.io;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is opened for each read and closed afterwards. A replay has the programs of all ranks open at once,
 * possibly tens of thousands, but a process may only open a few thousand files. Opening takes a few microseconds, less
 * than reading a few kibibytes. Once a read has reached the end of the file, later reads do not open it again.
 */
public final class FileSource implements ByteSource {
    /** Longest read, in bytes, for which streams need no memory outside the heap. */
    private static final int SHORT_READ = 8192;

    private final Path path;
    private volatile long knownEnd = Long.MAX_VALUE;

    public FileSource(Path path) {
        this.path = path;
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
        if (position >= knownEnd) {
            return -1;
        }
        return length <= SHORT_READ && path.getFileSystem() == FileSystems.getDefault()
                ? readShort(position, target, offset, length)
                : readLong(position, target, offset, length);
    }

    private int readLong(long position, byte[] target, int offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            int count = channel.read(ByteBuffer.wrap(target, offset, length), position);
            if (count > 0 && count < length && position + count == channel.size()) {
                knownEnd = position + count;
            }
            return count;
        }
    }

    private int readShort(long position, byte[] target, int offset, int length) throws IOException {
        try (InputStream stream = new FileInputStream(path.toString())) {
            if (position > 0) {
                stream.skip(position);
            }
            int count = stream.read(target, offset, length);
            if (count > 0 && count < length && stream.available() == 0) {
                knownEnd = position + count;
            }
            return count;
        }
    }
}
