/**
 * Division by the largest number of messages on a link (Kim and Lee 2001).
 */
@Beta
package org.tailback.model.sharing.largestshare;

import org.tailback.stability.Beta;
