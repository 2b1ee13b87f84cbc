package org.tailback.extrapolation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Laws of one operation.
 *
 * @param peer law of the operation's partner; null without a partner
 * @param numbers laws of the operation's other numbers
 * @param group position of the operation's communicator among the communicators of the rank
 */
record SlotLaws(@Nullable PeerLaw peer, List<NumberLaw> numbers, int group) {}
