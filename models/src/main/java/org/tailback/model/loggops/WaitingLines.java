package org.tailback.model.loggops;

import java.util.Arrays;

/**
 * Lines of elements of one kind that wait for the same CPU and NIC of the same rank, in order of their stamps. Only the
 * first element of a line is in the event queue; {@link LogGopsEngine} explains why the result is the same.
 */
final class WaitingLines {
    private static final int EMPTY = -1;

    private final Elements elements;
    private final int[] last;

    /**
     * Creates empty lines.
     *
     * @param lines number of lines
     */
    WaitingLines(Elements elements, int lines) {
        this.elements = elements;
        last = new int[lines];
        Arrays.fill(last, EMPTY);
    }

    /**
     * Returns whether an element may join the end of a line: the line is empty, or the element's stamp is larger than
     * the stamp of its last element.
     */
    boolean mayJoin(int line, int element) {
        return last[line] == EMPTY || elements.stamp[last[line]] < elements.stamp[element];
    }

    /** Appends an element to a line; returns true if it is the first element. */
    boolean join(int line, int element) {
        int tail = last[line];
        last[line] = element;
        if (tail == EMPTY) {
            elements.next[element] = element;
            return true;
        }
        elements.next[element] = elements.next[tail];
        elements.next[tail] = element;
        return false;
    }

    /** Removes the first element of a line; returns the new first element, or {@link Elements#ALONE}. */
    int leave(int line, int first) {
        int second = elements.next[first];
        elements.next[first] = Elements.ALONE;
        if (second == first) {
            last[line] = EMPTY;
            return Elements.ALONE;
        }
        elements.next[last[line]] = second;
        return second;
    }
}
