package org.tailback.extrapolation;

import java.util.List;

/**
 * A part of a class's program: an operation, or a loop around a list of parts.
 *
 * @param number of an operation: its column, in the first iteration of all loops around it; of a loop: iterations in
 *     the recording that the program was made from, >= 2. In a {@link Text}: its number among operations or loops
 * @param body parts of one iteration; empty for an operation
 */
record Node(int number, List<Node> body) {
    boolean isLoop() {
        return !body.isEmpty();
    }
}
