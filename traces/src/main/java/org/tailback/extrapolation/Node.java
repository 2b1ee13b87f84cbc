package org.tailback.extrapolation;

import java.util.List;

/**
 * Node of a class's program: an operation, or a loop around a list of nodes.
 *
 * @param number for an operation, its column in the first iteration of all enclosing loops; for a loop, its number of
 *     iterations in the recording from which the program was made, >= 2. In a {@link Text}: number among the operations
 *     or among the loops
 * @param body nodes of one iteration; empty for an operation
 */
record Node(int number, List<Node> body) {
    boolean isLoop() {
        return !body.isEmpty();
    }
}
