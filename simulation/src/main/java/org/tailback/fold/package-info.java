/**
 * Replays of a few ranks that represent all ranks of a program. {@link org.tailback.fold.Streams} holds the messages by
 * sender and receiver, {@link org.tailback.fold.Fold} is the program of the replayed ranks, {@link
 * org.tailback.fold.LinkLoads} compares the loads of links.
 */
@Beta
@NullMarked
package org.tailback.fold;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
