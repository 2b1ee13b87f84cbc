/** Division by the largest number of messages on a link (Kim and Lee 2001). */
package org.tailback.model.sharing.largestshare;
