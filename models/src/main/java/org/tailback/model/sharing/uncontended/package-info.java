/**
 * The baseline without contention: every message progresses as if it were alone.
 */
@Beta
package org.tailback.model.sharing.uncontended;

import org.tailback.stability.Beta;
