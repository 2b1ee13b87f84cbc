/** What the penalty models share: the contention graph as it changes, and the penalties in use. */
package org.tailback.model.sharing.conflict;
