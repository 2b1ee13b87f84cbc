package org.tailback.extrapolation;

import java.util.List;

/** A part of a rank's program with its loops: an operation, or a loop around a list of them. */
sealed interface Node {
    /**
     * One operation of the program's text.
     *
     * @param column position in the recording's sequence, in the first iteration of all loops around it
     */
    record Leaf(int column) implements Node {}

    /**
     * Operations that repeat.
     *
     * @param count iterations in the recording that the text was made from, >= 2
     * @param body operations of one iteration
     */
    record Loop(int count, List<Node> body) implements Node {}
}
