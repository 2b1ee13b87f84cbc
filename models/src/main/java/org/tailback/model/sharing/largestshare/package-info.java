/**
 * Division by the largest number of messages on a link (Kim and Lee 2001).
 *
 * <p>This is the simplest contention model and a baseline: a message is as many times slower as there are messages on
 * the fullest link of its route. Nothing is redistributed.
 */
@Beta
package org.tailback.model.sharing.largestshare;

import org.tailback.stability.Beta;
