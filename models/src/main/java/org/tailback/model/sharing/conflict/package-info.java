/** What the penalty models share: the contention graph as it changes, and the penalties in use. */
@Internal
package org.tailback.model.sharing.conflict;

import org.tailback.stability.Internal;
