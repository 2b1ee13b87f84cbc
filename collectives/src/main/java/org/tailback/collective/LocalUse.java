package org.tailback.collective;

import org.tailback.stability.Beta;

/**
 * Copies and temporary memory of one rank in a collective operation, in addition to its messages and reductions. The
 * schedules of this package declare the copies and memory of Open MPI 4.1 (folder {@code ompi/mca/coll/base}).
 *
 * <p><b>Fresh memory.</b> The first use of a page costs time, and the C library determines the fresh pages. glibc's
 * malloc keeps freed memory for the next call unless a block is larger than {@value #LARGEST_KEPT} B (the limit of its
 * dynamic M_MMAP_THRESHOLD), or the blocks together are at least twice as large as the largest of them
 * (M_TRIM_THRESHOLD is set to twice M_MMAP_THRESHOLD, which is set to the largest block freed so far). Example: a
 * single buffer of 1 MiB is kept; two buffers of 1 MiB are fresh in each call.
 *
 * <p>Source of the rule: mallopt(3) of the Linux manual pages.
 *
 * <p><b>Touched memory.</b> Algorithms allocate more memory than they use: the buffer of Rabenseifner's algorithm has
 * the size of the data and receives half of the data. Only pages that are used cost time.
 *
 * @param buffers size of all temporary buffers in bytes, >= 0
 * @param largestBuffer size of the largest buffer in bytes, >= 0
 * @param touched bytes of the buffers that are written, 0 to {@code buffers}
 * @param copiedBefore bytes copied before the first message, >= 0
 * @param copiedAfter bytes copied after the last message, >= 0
 * @param packs true if the data of every message are packed and unpacked
 */
@Beta
public record LocalUse(
        long buffers, long largestBuffer, long touched, long copiedBefore, long copiedAfter, boolean packs) {
    /** Local use without copies and without temporary memory. */
    public static final LocalUse NONE = new LocalUse(0, 0, 0, 0, 0, false);

    private static final long LARGEST_KEPT = 32L << 20;
    /** Initial value of M_MMAP_THRESHOLD in bytes: smaller blocks are always kept. */
    private static final long SMALLEST_MAPPED = 128 << 10;

    static LocalUse copying(long before, long after) {
        return new LocalUse(0, 0, 0, before, after, false);
    }

    static LocalUse buffering(int count, long bytesEach) {
        return buffering(count, bytesEach, count * bytesEach);
    }

    /** Returns the use of buffers of which only {@code touched} bytes are written. */
    static LocalUse buffering(int count, long bytesEach, long touched) {
        return new LocalUse(count * bytesEach, count == 0 ? 0 : bytesEach, touched, 0, 0, false);
    }

    LocalUse packing() {
        return new LocalUse(buffers, largestBuffer, touched, copiedBefore, copiedAfter, true);
    }

    /** Returns the sum of this use and the use of another part of the same operation. */
    LocalUse and(LocalUse other) {
        return new LocalUse(
                buffers + other.buffers,
                Math.max(largestBuffer, other.largestBuffer),
                touched + other.touched,
                copiedBefore + other.copiedBefore,
                copiedAfter + other.copiedAfter,
                packs || other.packs);
    }

    /** Returns the size of the written temporary memory whose pages are fresh, in bytes, >= 0. */
    long fresh() {
        boolean kept = largestBuffer < SMALLEST_MAPPED || largestBuffer < LARGEST_KEPT && buffers < 2 * largestBuffer;
        return kept ? 0 : touched;
    }
}
