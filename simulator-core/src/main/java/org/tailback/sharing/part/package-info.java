/**
 * Base of models whose rates are a function of the connected component of messages in flight. {@link
 * org.tailback.sharing.part.PartSharing} is the base class of such a model's state and uses the other classes.
 */
@Beta
@NullMarked
package org.tailback.sharing.part;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
