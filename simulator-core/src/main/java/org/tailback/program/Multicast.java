package org.tailback.program;

import org.tailback.stability.Beta;

/**
 * Items of an all-to-all, each of which is sent to several ranks (such as tokens sent to experts), and the parameters
 * of a library that sends an item once to each machine and distributes it there. The items of all ranks have the same
 * distribution.
 */
@Beta
public interface Multicast {
    /** Returns the size of all items of a rank, bytes, > 0. */
    double bytes();

    /** Returns the share of a rank's items that at least one of the given positions in the group receives, 0 to 1. */
    double part(int... positions);

    /**
     * Returns whether the items return to their owners: the results of an item on the ranks of a machine are summed
     * there, and the sum is sent once to the machine of the item's owner.
     */
    boolean isReturn();

    /** Returns the time before the first message between this number of machines, seconds, >= 0. */
    double startSeconds(int machines);

    /** Returns the bytes on a link per byte of the items, inside a machine or between machines, > 0. */
    double wireFactor(boolean isInside);

    /** Returns the share of the bytes inside machines that waits for bytes from other machines, 0 to 1. */
    double late();
}
