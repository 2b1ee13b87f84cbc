package org.tailback.cluster;

import com.google.common.base.Preconditions;
import java.util.Locale;
import java.util.stream.IntStream;
import org.tailback.random.RandomStreams;
import org.tailback.stability.Internal;
import umontreal.ssj.rng.RandomStream;

/**
 * Choice of a machine's nodes for a run.
 *
 * @param kind rule of the choice
 * @param seed seed of {@link Kind#DRAWN}; unused otherwise
 */
@Internal
public record NodeChoice(Kind kind, long seed) {
    /** Choice of the first nodes of the machine. */
    public static final NodeChoice CONTIGUOUS = new NodeChoice(Kind.CONTIGUOUS, 0);

    /** Rule by which nodes are chosen. */
    public enum Kind {
        /** Chooses the first nodes. */
        CONTIGUOUS,
        /** Chooses nodes at equal distances over the whole machine. */
        SPREAD,
        /** Chooses nodes at random, every set with the same probability, in ascending order. */
        DRAWN
    }

    /** Returns the choice in the notation of the command line, such as {@code drawn:7}. */
    public String name() {
        return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.DRAWN ? ":" + seed : "");
    }

    /**
     * Returns the chosen nodes in ascending order. O(count), for drawn nodes O(nodes).
     *
     * @param nodes number of nodes of the machine, >= 1
     * @param count number of nodes to choose, 0 to nodes
     */
    public int[] choose(int nodes, int count) {
        Preconditions.checkArgument(count >= 0 && count <= nodes, "%s of %s nodes", count, nodes);
        return switch (kind) {
            case CONTIGUOUS -> IntStream.range(0, count).toArray();
            case SPREAD ->
                IntStream.range(0, count)
                        .map(i -> (int) ((long) i * nodes / count))
                        .toArray();
            case DRAWN -> drawn(nodes, count);
        };
    }

    /** Draws nodes by selection sampling: D. Knuth, The Art of Computer Programming, volume 2, algorithm 3.4.2 S. */
    private int[] drawn(int nodes, int count) {
        RandomStream stream = RandomStreams.of(seed, "nodes");
        int[] chosen = new int[count];
        int found = 0;
        for (int node = 0; found < count; node++) {
            if (stream.nextDouble() * (nodes - node) < count - found) {
                chosen[found++] = node;
            }
        }
        return chosen;
    }
}
