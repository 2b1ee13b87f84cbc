/**
 * The baseline without contention: every message progresses as if it were alone.
 */
@Beta
@NullMarked
package org.tailback.model.sharing.uncontended;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
