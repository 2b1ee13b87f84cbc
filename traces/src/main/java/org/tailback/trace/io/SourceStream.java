package org.tailback.trace.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;

/** Stream over a range of a source. It holds no resources. */
public final class SourceStream extends InputStream {
    private static final int GZIP_BUFFER = 4096;

    private final ByteSource source;
    private final long end;
    private long position;

    /**
     * Creates a stream over a range.
     *
     * @param source source of the bytes
     * @param begin position of the first byte, >= 0
     * @param end position after the last byte; the range ends earlier if the source does
     */
    public SourceStream(ByteSource source, long begin, long end) {
        this.source = source;
        this.position = begin;
        this.end = end;
    }

    /**
     * Returns the content of a whole source, decompressed if it begins with the signature of gzip. In addition to its
     * buffer, a decompressing stream takes about 40 KiB until it is closed.
     */
    public static InputStream decompressed(ByteSource source) throws IOException {
        SourceStream whole = new SourceStream(source, 0, Long.MAX_VALUE);
        return isGzip(source) ? new GZIPInputStream(whole, GZIP_BUFFER) : whole;
    }

    private static boolean isGzip(ByteSource source) throws IOException {
        byte[] signature = new SourceStream(source, 0, 2).readAllBytes();
        return signature.length == 2
                && (signature[0] & 0xff | (signature[1] & 0xff) << 8) == GZIPInputStream.GZIP_MAGIC;
    }

    /**
     * Returns whether a file begins with the signature of gzip.
     *
     * @throws InputException if the file cannot be read
     */
    public static boolean isCompressed(Path file) {
        try {
            return isGzip(new FileSource(file));
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position >= end) {
            return -1;
        }
        int count = source.read(position, target, offset, (int) Math.min(length, end - position));
        if (count > 0) {
            position += count;
        }
        return count;
    }

    /** Returns 1 before the end. GZIPInputStream calls this method to determine whether another member follows. */
    @Override
    public int available() throws IOException {
        return position < end && source.read(position, new byte[1], 0, 1) > 0 ? 1 : 0;
    }
}
