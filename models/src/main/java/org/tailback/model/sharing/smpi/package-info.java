/** Bandwidth sharing equivalent to the network model "SMPI" of SimGrid: weighted max-min with cross traffic. */
@Beta
@NullMarked
package org.tailback.model.sharing.smpi;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
