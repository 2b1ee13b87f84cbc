/**
 * A model as a function of the connected part of the messages in flight. {@link
 * org.tailback.sharing.part.PartSharing} is the base class of such a model's state; the others serve it.
 */
@Beta
package org.tailback.sharing.part;

import org.tailback.stability.Beta;
