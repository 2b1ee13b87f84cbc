/**
 * Search for messages, receives and collective operations of a program without a partner, by counting before a replay.
 * {@link org.tailback.trace.matching.MessageBalance} counts every rank and then marks the operations without a partner;
 * {@link org.tailback.trace.matching.MatchedProgram} performs all other operations. The package depends on programs
 * only, not on traces.
 */
@Internal
@NullMarked
package org.tailback.trace.matching;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
