/**
 * Why a replay takes as long as it does: the chain of causes that ends with the finish of the last rank.
 *
 * <p>{@link org.tailback.explain.ChainSearch} observes a replay, or several equal ones, and returns a
 * {@link org.tailback.explain.CriticalChain}. Every instant of a rank has one cause: the operation before it, or the
 * message that it waited for, which has a cause in its sender or receiver. {@code CauseLog} writes each cause as a
 * segment with the number of the segment before it; the search follows these numbers backwards. The segments of the
 * chain follow each other without a gap, so that their seconds add up to the makespan.
 *
 * <p>On a network that several jobs share, {@link org.tailback.explain.SharedObservers} observes all of them, so that
 * contention on the chain of one is divided among the jobs whose messages shared its links.
 *
 * <p>Memory: {@code SegmentWindow} holds a limited number of segments. Where the chain leads to an older one, the
 * replay is repeated and others are held.
 */
@Beta
package org.tailback.explain;

import org.tailback.stability.Beta;
