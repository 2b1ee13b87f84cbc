/**
 * Common classes of the models that share links: messages on their routes, capacities, max-min filling.
 *
 * <p>{@link org.tailback.model.sharing.link.LinkSharing} keeps routes and capacities. {@link
 * org.tailback.model.sharing.link.FairLinkSharing} adds weighted max-min rates: after a change {@code
 * ProgressiveFilling} fills the connected links again, from the lowest level that can have changed.
 */
@Internal
@NullMarked
package org.tailback.model.sharing.link;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
