/**
 * The baseline without contention: every message progresses as if it were alone.
 *
 * <p>The difference between another model and {@link org.tailback.model.sharing.uncontended.Uncontended} is the time
 * that the other model attributes to contention.
 */
@Beta
package org.tailback.model.sharing.uncontended;

import org.tailback.stability.Beta;
