/**
 * Explanation of a replay's makespan: the chain of causes that ends with the finish of the last rank.
 *
 * <p>{@link org.tailback.explain.ChainSearch} observes a replay, or several equal replays, and returns a {@link
 * org.tailback.explain.CriticalChain}. Every instant of a rank has one cause: the previous operation of the rank, or
 * the message for which it waited. The cause of a message is an instant of its sender or receiver. {@code CauseLog}
 * keeps each cause as a segment linked to the previous segment; the search follows the segments backwards. The segments
 * of the critical path follow each other without a gap, so their seconds add up to the makespan.
 *
 * <p>On a network that several jobs share, {@link org.tailback.explain.SharedObservers} observes all jobs, so that
 * contention on the critical path of one job is divided among the jobs whose messages shared its links.
 *
 * <p>Memory holds only segments that lead to the present instant of a rank. If ranks wait for each other, their chains
 * of causes share most segments.
 */
@Beta
@NullMarked
package org.tailback.explain;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
