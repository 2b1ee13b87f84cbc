package org.tailback.fold;

import org.tailback.stability.Beta;

/**
 * The ranks that are replayed in place of all. Ranks of a class perform the same operations; a message to a partner is
 * sent to the replayed rank that stands for the partner.
 */
@Beta
public interface Window {
    /** Returns the replayed rank that identifies the class of a rank. */
    int representative(int rank);

    /** Returns whether a rank is replayed. */
    boolean isReplayed(int rank);

    /** Returns the replayed rank of the partner's class to which a replayed rank sends in the partner's place. */
    int standIn(int rank, int partner);

    /** Returns the number of replayed ranks. */
    int replayed();

    /** Returns a description of the replayed ranks and those that they stand for. */
    String text();
}
