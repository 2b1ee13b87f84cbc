package org.tailback.program;

import org.tailback.stability.Beta;

/**
 * The items of an all-to-all that go to several ranks each, as tokens go to experts, and the numbers of a library that
 * sends an item once to each machine and passes it on inside. The items of all ranks are spread alike.
 */
@Beta
public interface Multicast {
    /** Returns the size of all items of a rank, bytes, > 0. */
    double bytes();

    /** Returns the part of a rank's items that at least one of some positions of the group receives, 0 to 1. */
    double part(int... positions);

    /**
     * Returns whether the items go back: what the ranks of a machine have made of an item is added up there, and goes
     * once to the machine of the rank that the item belongs to.
     */
    boolean isReturn();

    /** Returns the time before the first message between this number of machines, seconds, >= 0. */
    double startSeconds(int machines);

    /** Returns how many bytes move on a link for each byte of the items, inside a machine or between machines, > 0. */
    double wireFactor(boolean isInside);

    /** Returns the part of what moves inside machines that waits for what moves between them, 0 to 1. */
    double late();
}
