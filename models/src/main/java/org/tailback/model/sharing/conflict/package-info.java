/**
 * The contention graph of the penalty models, and the penalties in use.
 *
 * <p>Nodes of the graph are cluster nodes; its edges are batches of messages in flight. A message with penalty p
 * progresses at the rate 1 / p. {@link org.tailback.model.sharing.conflict.PenaltySharing} keeps a penalty for each
 * batch, {@link org.tailback.model.sharing.conflict.SourcePenaltySharing} one for each source node.
 */
@Internal
package org.tailback.model.sharing.conflict;

import org.tailback.stability.Internal;
