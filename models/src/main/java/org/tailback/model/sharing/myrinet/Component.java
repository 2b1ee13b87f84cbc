package org.tailback.model.sharing.myrinet;

import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;

/**
 * A connected component of the conflict graph as a bipartite graph of sources and destinations, with the number of
 * messages of each pair that has messages. Components with the same content are equal, so they can be keys.
 *
 * @param sources number of sources, numbered from 0
 * @param destinations number of destinations, numbered from 0
 * @param source source of each pair; pairs are sorted by source, then destination, and differ
 * @param destination destination of each pair
 * @param messages number of parallel messages of each pair, >= 1
 */
record Component(
        int sources,
        int destinations,
        ImmutableIntArray source,
        ImmutableIntArray destination,
        ImmutableIntArray messages) {
    int pairs() {
        return source.length();
    }

    int[][] pairsOfSource() {
        return grouped(source, sources);
    }

    int[][] pairsOfDestination() {
        return grouped(destination, destinations);
    }

    private static int[][] grouped(ImmutableIntArray nodeOfPair, int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(node -> IntStream.range(0, nodeOfPair.length())
                        .filter(pair -> nodeOfPair.get(pair) == node)
                        .toArray())
                .toArray(int[][]::new);
    }
}
