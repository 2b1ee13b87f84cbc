package org.tailback.fold;

import org.tailback.stability.Beta;

/**
 * Set of the ranks that are replayed in place of all ranks. Ranks of a class perform the same operations; a message to
 * a partner is sent to the replayed rank that represents the partner.
 */
@Beta
public interface Window {
    /** Returns the replayed rank that represents the class of a rank. */
    int representative(int rank);

    /** Returns whether a rank is replayed. */
    boolean isReplayed(int rank);

    /** Returns the replayed rank that represents a partner of a replayed rank. */
    int standIn(int rank, int partner);

    /** Returns the number of replayed ranks. */
    int replayed();

    /** Returns a description of the replayed ranks and the ranks that they represent. */
    String text();
}
