package org.tailback.fold;

import org.tailback.stability.Beta;

/**
 * Ranks that are replayed for all. Ranks of a class do the same; a message to a partner goes to the replayed rank that
 * stands for it.
 */
@Beta
public interface Window {
    /** Returns the replayed rank by which the class of a rank is known. */
    int representative(int rank);

    boolean isReplayed(int rank);

    /** Returns the replayed rank of the partner's class to which a replayed rank sends in its place. */
    int standIn(int rank, int partner);

    /** Returns the number of replayed ranks. */
    int replayed();

    /** Returns what stands for what, in words. */
    String text();
}
