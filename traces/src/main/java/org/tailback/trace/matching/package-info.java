/**
 * Which messages, receives and collective operations of a program have no partner, found by counting before a replay. Knows
 * programs only, no traces.
 */
@Internal
package org.tailback.trace.matching;

import org.tailback.stability.Internal;
