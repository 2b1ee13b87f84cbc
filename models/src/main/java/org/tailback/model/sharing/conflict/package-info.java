/**
 * Base of the penalty models: {@link org.tailback.model.sharing.conflict.PenaltySharing}. The formulas of these models
 * use the messages that leave and enter each node. A message with penalty p progresses at the rate 1 / p.
 */
@Internal
@NullMarked
package org.tailback.model.sharing.conflict;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
