package org.tailback.extrapolation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The laws of one operation.
 *
 * @param peer of its partner; null without one
 * @param numbers of its other numbers
 * @param group position of its communicator among those that the rank has used
 */
record SlotLaws(@Nullable PeerLaw peer, List<NumberLaw> numbers, int group) {}
