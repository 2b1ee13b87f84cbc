package org.tailback.trace.goal;

/**
 * Positions of the fields of an operation in a binary schedule, in bytes from the beginning of its record. Numbers are
 * little-endian and not aligned.
 */
final class GoalNode {
    /** Number of dependencies of the operation; u32. */
    static final int DEPENDENCIES = 0;
    /** Type of the operation; u8: 1 send, 2 receive, 3 calculation. */
    static final int TYPE = 4;
    /** Rank of the peer; u32, 0xffffffff for any. */
    static final int PEER = 5;
    /** Size in bytes, or duration of a calculation; u64. */
    static final int SIZE = 9;
    /** Tag; u32, 0xffffffff for any. */
    static final int TAG = 17;

    static final int CPU = 21;
    static final int NIC = 22;
    /**
     * Number of dependencies on the completion of this operation; u32. It is followed by a u32, the position of the
     * first of the dependent operations in the appendix of the rank, counted in u32.
     */
    static final int COMPLETION_COUNT = 23;
    /** Number and position of the dependencies on the start of this operation; u32, u32. */
    static final int START_COUNT = 31;

    static final int BYTES = 39;
    /** Length of LogGOPSim2's record, which has additional fields of Portals operations. */
    static final int BYTES_OF_PORTALS = 104;

    /**
     * Length of the file header before the table of ranks: magic u64, ranks u32, largest CPU u8, largest NIC u8.
     */
    static final int HEAD_BYTES = 14;
    /** Length of a rank's entry in the table: begin u64, end u64. */
    static final int ENTRY_BYTES = 16;
    /** Position to which the table's offsets are relative. */
    static final int OFFSET_ORIGIN = 8;

    private GoalNode() {}

    /**
     * Returns the position of a rank's first record, which follows the two counts and the first operations at the
     * beginning of the rank's part.
     */
    static long first(long begin, long roots) {
        return begin + 2 * Integer.BYTES + Integer.BYTES * roots;
    }
}
