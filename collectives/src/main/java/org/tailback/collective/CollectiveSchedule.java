package org.tailback.collective;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part in one collective operation as a sequence of steps, each made when needed. A step depends only on its
 * number.
 */
public interface CollectiveSchedule {
    /** Returns the number of steps, >= 0. */
    int steps();

    /**
     * Returns the number of initial steps that contain all partners and message sizes: later steps send the same number
     * of bytes to the same ranks, and differ from the initial steps in the same manner at all ranks. The default is
     * {@link #steps}.
     */
    default int differentSteps() {
        return steps();
    }

    /**
     * Appends the operations of a step, possibly none and preferably at most a few hundred.
     *
     * @param step 0 to steps - 1, in ascending order
     */
    void step(int step, CollectiveSink sink);

    /**
     * Returns the division of the buffer into blocks by bcast, reduce, allreduce, scan and exscan, the same at all
     * ranks; null for P parts whose sizes differ by at most one byte. In allgather and reduce_scatter_block the
     * partition divides each rank's block into the same number of smaller blocks; null if the blocks are not divided.
     */
    default @Nullable Partition partition() {
        return null;
    }

    /**
     * Returns schedules that the rank performs at the same time instead of steps, each with its own requests. The
     * messages of a schedule match the messages of the schedule with the same index at other ranks. The list is empty
     * by default and has at most 64 elements.
     */
    default List<CollectiveSchedule> channels() {
        return List.of();
    }

    /**
     * Returns the position of the rank in this channel: all ranks perform the same operations on their channels of
     * equal positions. Positions are numbered from 0 and differ among the channels of a rank; on a ring, the position
     * is the number of preceding ranks of the same machine. Returns -1 if ranks behave differently on channels of equal
     * positions.
     */
    default int place() {
        return -1;
    }

    /** Returns the time that passes at the rank before the first message, in seconds, >= 0. */
    default double startSeconds() {
        return 0;
    }

    /**
     * Returns the number of bytes that a message moves for each byte of data, > 0; the excess consists of protocol
     * flags. The number is the same at all ranks and on all channels.
     */
    default double wireFactor() {
        return 1;
    }

    /** Returns the bytes that the rank copies and buffers in addition to the messages; no bytes by default. */
    default LocalUse localUse() {
        return LocalUse.NONE;
    }
}
