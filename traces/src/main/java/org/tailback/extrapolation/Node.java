package org.tailback.extrapolation;

import java.util.List;

/**
 * Part of a class's program: an operation, or a loop around a list of parts.
 *
 * @param number for an operation, its column in the first iteration of all loops around it; for a loop, its number of
 *     iterations in the recording from which the program was made, >= 2. In a {@link Text}: its number among operations
 *     or loops
 * @param body parts of one iteration; empty for an operation
 */
record Node(int number, List<Node> body) {
    boolean isLoop() {
        return !body.isEmpty();
    }
}
