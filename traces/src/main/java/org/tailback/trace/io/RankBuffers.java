package org.tailback.trace.io;

/** Sizes of the buffers of ranks. In a replay, the files of all ranks are read at the same time. */
public final class RankBuffers {
    private RankBuffers() {}

    /**
     * Returns the size of a buffer for records, or for lines of records, in bytes: about 64 MiB in total, 4 to 64 KiB
     * each.
     *
     * @param ranks number of buffers in use at the same time, >= 1
     */
    public static int forRecords(int ranks) {
        return Math.max(4 << 10, Math.min(64 << 10, (64 << 20) / ranks));
    }

    /**
     * Returns the size of a buffer for lines of operations, in bytes: about 32 MiB in total, 1 to 16 KiB each.
     *
     * @param ranks number of buffers in use at the same time, >= 1
     */
    public static int forOperations(int ranks) {
        return Math.max(1 << 10, Math.min(16 << 10, (32 << 20) / ranks));
    }
}
