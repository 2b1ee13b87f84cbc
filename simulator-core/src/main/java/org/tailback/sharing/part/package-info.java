/**
 * A model as a function of the connected part of the messages in flight. {@link
 * org.tailback.sharing.part.PartSharing} is the base class of such a model's state; the others serve it.
 */
@Beta
@NullMarked
package org.tailback.sharing.part;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
