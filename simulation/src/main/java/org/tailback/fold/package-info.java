/**
 * Few ranks of a program that stand for all. {@link org.tailback.fold.Streams} has the messages by sender and
 * receiver, {@link org.tailback.fold.Fold} is the program of the replayed ranks, {@link org.tailback.fold.LinkLoads}
 * compares the loads of links.
 */
@Beta
@NullMarked
package org.tailback.fold;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
