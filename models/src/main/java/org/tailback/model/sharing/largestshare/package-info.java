/**
 * Division by the largest number of messages on a link (Kim and Lee 2001).
 */
@Beta
@NullMarked
package org.tailback.model.sharing.largestshare;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
