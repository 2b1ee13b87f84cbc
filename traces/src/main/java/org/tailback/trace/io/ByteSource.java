package org.tailback.trace.io;

import java.io.IOException;

/**
 * Source of bytes that can be read at any position: a file, a part of a file, or memory. Safe for use by several
 * threads.
 */
public interface ByteSource {
    /**
     * Reads bytes.
     *
     * @param position position of the first byte, >= 0, in bytes from the beginning
     * @param target array for the bytes
     * @param offset index of the first byte in {@code target}
     * @param length largest number of bytes, >= 1
     * @return number of bytes read, >= 1, or -1 if the source ends at {@code position} or before
     */
    int read(long position, byte[] target, int offset, int length) throws IOException;
}
