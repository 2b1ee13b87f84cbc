package org.tailback.trace.goal;

/**
 * Positions of the fields of an operation in a binary schedule, in bytes from the beginning of its record. Numbers are
 * little-endian and not aligned.
 */
final class GoalNode {
    /** u32: number of dependencies of the operation. */
    static final int DEPENDENCIES = 0;
    /** u8: 1 send, 2 receive, 3 calculation. */
    static final int TYPE = 4;
    /** u32: the other rank, 0xffffffff for any. */
    static final int PEER = 5;
    /** u64: bytes, or duration of a calculation. */
    static final int SIZE = 9;
    /** u32: the tag, 0xffffffff for any. */
    static final int TAG = 17;

    static final int CPU = 21;
    static final int NIC = 22;
    /**
     * u32: number of dependencies on the completion of this operation; behind it, u32: position of the first of their
     * operations in the appendix of the rank, counted in u32.
     */
    static final int COMPLETION_COUNT = 23;
    /** u32, u32: the same of dependencies on the start of this operation. */
    static final int START_COUNT = 31;

    static final int BYTES = 39;
    /** Length of LogGOPSim2's record: behind these fields it has those of Portals operations. */
    static final int BYTES_OF_PORTALS = 104;

    /**
     * Length of the head of the file before the table of ranks: magic u64, ranks u32, largest CPU u8, largest NIC u8.
     */
    static final int HEAD_BYTES = 14;
    /** Length of a rank's entry in that table: begin u64, end u64. */
    static final int ENTRY_BYTES = 16;
    /** Position from which the table's offsets count. */
    static final int OFFSET_ORIGIN = 8;

    private GoalNode() {}

    /**
     * Returns the position of the first record of a rank from the beginning of its part: behind both counts and the
     * first operations.
     */
    static long first(long begin, long roots) {
        return begin + 2 * Integer.BYTES + Integer.BYTES * roots;
    }
}
