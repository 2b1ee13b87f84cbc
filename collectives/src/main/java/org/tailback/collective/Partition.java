package org.tailback.collective;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.tailback.error.InputException;

/**
 * A division of data into numbered blocks.
 *
 * @param parts number of blocks
 * @param isEven true if all blocks are known to have the same size
 * @param begins offset of a block from the beginning of the data in bytes; at {@code parts} the size of all data
 */
public record Partition(int parts, boolean isEven, IntToLongFunction begins) {
    long begin(int part) {
        return begins.applyAsLong(part);
    }

    /** Returns the size of consecutive blocks. */
    public long bytes(int from, int count) {
        return begin(from + count) - begin(from);
    }

    /** Returns consecutive blocks, where the first block follows the last block. */
    Blocks blocks(int from, int count) {
        int straight = Math.min(count, parts - from);
        int wrapped = count - straight;
        return new Blocks(from, straight, wrapped, bytes(from, straight) + bytes(0, wrapped));
    }

    Blocks block(int part) {
        return new Blocks(part, 1, bytes(part, 1));
    }

    Blocks whole() {
        return new Blocks(0, parts, begin(parts));
    }

    /** Returns parts whose sizes differ by at most one byte, the larger parts first. */
    static Partition even(long bytes, int parts) {
        long least = bytes / parts;
        long larger = bytes % parts;
        return new Partition(parts, larger == 0, part -> least * part + Math.min(part, larger));
    }

    static Partition equal(long blockBytes, int parts) {
        if (blockBytes != 0 && blockBytes > Long.MAX_VALUE / parts) {
            throw new InputException(parts + " blocks of " + blockBytes + " bytes are more than 2^63 bytes");
        }
        return new Partition(parts, false, part -> blockBytes * part);
    }

    static Partition of(long[] sizes) {
        long[] begins = new long[sizes.length + 1];
        for (int i = 0; i < sizes.length; i++) {
            begins[i + 1] = begins[i] + sizes[i];
        }
        return new Partition(sizes.length, false, part -> begins[part]);
    }

    /** Returns blocks of the same size, each divided in the same manner. */
    static Partition repeated(Partition block, int blocks) {
        Partition whole = equal(block.begin(block.parts), blocks);
        return new Partition(
                Math.multiplyExact(block.parts, blocks),
                block.isEven,
                part -> whole.begin(part / block.parts) + block.begin(part % block.parts));
    }

    /**
     * Returns segments of the given size; the last segment has the remaining bytes. Returns a single segment if the
     * given size is 0 or at least the size of the data.
     */
    static Partition segments(long bytes, long segmentBytes) {
        if (segmentBytes <= 0 || segmentBytes >= bytes) {
            return even(bytes, 1);
        }
        long count = (bytes - 1) / segmentBytes + 1;
        if (count > 1 << 24) {
            throw new InputException(bytes + " bytes in segments of " + segmentBytes
                    + " bytes: more than 2^24 segments. Choose larger segments");
        }
        return ceiling(bytes, segmentBytes, (int) count);
    }

    /** Returns parts of the given size up to the end of the data, followed by empty parts. */
    static Partition ceiling(long bytes, long partBytes, int parts) {
        return new Partition(parts, false, part -> Math.min(bytes, part * partBytes));
    }

    /** Returns these parts followed by other parts. */
    Partition followedBy(Partition others) {
        return new Partition(
                parts + others.parts,
                false,
                part -> part <= parts ? begin(part) : begin(parts) + others.begin(part - parts));
    }

    @Override
    public String toString() {
        long[] sizes = new long[Math.min(parts, 20)];
        Arrays.setAll(sizes, i -> bytes(i, 1));
        return parts + " blocks, bytes " + Arrays.toString(sizes);
    }
}
