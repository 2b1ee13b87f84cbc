/** Baseline without contention: every message has its uncontended rate. */
@Beta
@NullMarked
package org.tailback.model.sharing.uncontended;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
