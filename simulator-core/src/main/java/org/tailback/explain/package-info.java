/**
 * Explanation of a replay's makespan: the chain of causes that ends with the finish of the last rank.
 *
 * <p>{@link org.tailback.explain.ChainSearch} observes a replay, or several equal ones, and returns a {@link
 * org.tailback.explain.CriticalChain}. Every instant of a rank has one cause: its previous operation, or the message
 * for which it waited, which has a cause in its sender or receiver. {@code CauseLog} keeps each cause as a segment
 * linked to the previous one; the search follows the segments backwards. The segments of the chain follow each other
 * without a gap, so that their seconds add up to the makespan.
 *
 * <p>On a network that several jobs share, {@link org.tailback.explain.SharedObservers} observes all of them, so that
 * contention on the chain of one is divided among the jobs whose messages shared its links.
 *
 * <p>Memory holds the segments that lead to an instant that a rank has reached; where ranks wait for each other, these
 * are few in addition to those of the chain.
 */
@Beta
@NullMarked
package org.tailback.explain;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
