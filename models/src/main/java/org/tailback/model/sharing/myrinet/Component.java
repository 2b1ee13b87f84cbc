package org.tailback.model.sharing.myrinet;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A connected part of the conflict graph as a bipartite graph: sources on one side, destinations on the other, and for
 * every pair with messages how many there are. Immutable by convention; equal content is equal, so that it is a key.
 *
 * @param sources number of sources, numbered from 0
 * @param destinations number of destinations, numbered from 0
 * @param source source of each pair; pairs are sorted by source, then destination, and differ
 * @param destination destination of each pair
 * @param messages number of parallel messages of each pair, >= 1
 */
record Component(int sources, int destinations, int[] source, int[] destination, int[] messages) {
    int pairs() {
        return source.length;
    }

    int size() {
        return Arrays.stream(messages).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Component that
                && sources == that.sources
                && destinations == that.destinations
                && Arrays.equals(source, that.source)
                && Arrays.equals(destination, that.destination)
                && Arrays.equals(messages, that.messages);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * sources + Arrays.hashCode(source)) + Arrays.hashCode(destination))
                + Arrays.hashCode(messages);
    }

    /** The messages in the inline graph language, sources as s0, s1, … and destinations as d0, d1, …. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ");
        int number = 0;
        for (int i = 0; i < pairs(); i++) {
            for (int copy = 0; copy < messages[i]; copy++) {
                text.add("m" + number++ + ":s" + source[i] + ">d" + destination[i]);
            }
        }
        return text.toString();
    }
}
