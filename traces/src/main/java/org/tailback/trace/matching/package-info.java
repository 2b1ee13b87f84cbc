/**
 * Messages, receives and collective operations of a program that have no partner, found by counting before a replay.
 * {@link org.tailback.trace.matching.MessageBalance} counts every rank and then marks the operations without a partner;
 * {@link org.tailback.trace.matching.MatchedProgram} performs all others. The package depends on programs only, not
 * on traces.
 */
@Internal
@NullMarked
package org.tailback.trace.matching;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
