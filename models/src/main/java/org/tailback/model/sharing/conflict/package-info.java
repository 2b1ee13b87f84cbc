/**
 * Base of the penalty models, whose formulas need the messages that leave and enter each node: {@link
 * org.tailback.model.sharing.conflict.PenaltySharing}. A message with penalty p progresses at the rate 1 / p.
 */
@Internal
@NullMarked
package org.tailback.model.sharing.conflict;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
