package org.tailback.trace.io;

import java.io.IOException;

/** Bytes that can be read at any position: a file, a part of one, memory. Safe for use by several threads. */
public interface ByteSource {
    /**
     * Reads some bytes.
     *
     * @param position where to start, >= 0, in bytes from the beginning
     * @param target where to put them
     * @param offset where in {@code target}
     * @param length how many at most, >= 1
     * @return how many were read, >= 1, or -1 if the source ends at {@code position} or before
     */
    int read(long position, byte[] target, int offset, int length) throws IOException;
}
