/**
 * Base of models whose rates are a function of the connected part of the messages in flight. {@link
 * org.tailback.sharing.part.PartSharing} is the base class of such a model's state; the other classes are its parts.
 */
@Beta
@NullMarked
package org.tailback.sharing.part;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
