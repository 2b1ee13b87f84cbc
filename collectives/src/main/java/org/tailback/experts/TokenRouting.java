package org.tailback.experts;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Routing of the tokens of a layer to experts. Ranks hold equal numbers of experts, in their order.
 *
 * <p><b>Even routing.</b> A token visits k different experts of E, and all choices have equal probability. With groups,
 * groups of experts are chosen first, then experts of those groups (DeepSeek-V3). A token that may visit A experts
 * visits none of m given experts among them with probability C(A - m, k) / C(A, k). With groups, the mean over all
 * choices of groups is used.
 *
 * <p><b>Uneven routing.</b> An expert with the share s of all visits is visited by a token with probability k s.
 * {@value #TOKENS} tokens are drawn by systematic sampling of experts in random order (Madow 1949).
 *
 * <p><b>Worked example</b> ({@code TokenRoutingTest}). 8 of 256 experts on 4 nodes: a node is not visited with
 * probability C(192, 8) / C(256, 8) = 0.0964, so a token visits 3.61 nodes. If it is limited to 2 of 4 groups, it
 * visits 2 nodes.
 */
@Beta
public final class TokenRouting {
    private static final int TOKENS = 4096;
    private static final double ROUNDING = 1e-9;

    private final Parameters parameters;
    private final int experts;
    private final Map<Query, Double> known = new ConcurrentHashMap<>();
    private long @Nullable [][] drawn;

    private record Query(int ranks, ImmutableIntArray positions) {}

    /**
     * Parameters of an even or uneven routing.
     *
     * @param shares shares of all visits by expert; empty for an even routing
     */
    private record Parameters(
            int experts, int visited, int groups, int visitedGroups, ImmutableDoubleArray shares, long seed) {}

    private TokenRouting(Parameters parameters) {
        this.parameters = parameters;
        this.experts = parameters.experts;
    }

    /**
     * Returns an even routing.
     *
     * @param experts E >= 1
     * @param visited number of experts that a token visits, 1 to {@code experts / groups x visitedGroups}
     * @param groups number of groups of experts, all of equal size
     * @param visitedGroups number of groups that a token may visit, 1 to groups
     * @throws IllegalArgumentException if a number is out of its domain
     */
    public static TokenRouting even(int experts, int visited, int groups, int visitedGroups) {
        if (groups < 1
                || experts % groups != 0
                || visitedGroups < 1
                || visitedGroups > groups
                || visited < 1
                || visited > experts / groups * visitedGroups) {
            throw new IllegalArgumentException(
                    visited + " of " + experts + " experts in " + visitedGroups + " of " + groups + " groups");
        }
        return new TokenRouting(new Parameters(experts, visited, groups, visitedGroups, ImmutableDoubleArray.of(), 0));
    }

    /**
     * Returns a routing by shares of all visits.
     *
     * @param shares share of each expert; the sum is above 0, and no share is above 1 / visited of the sum
     * @throws IllegalArgumentException if a share is out of its domain
     */
    public static TokenRouting uneven(int visited, double[] shares, long seed) {
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        if (!(sum > 0)) {
            throw new IllegalArgumentException("the visits of all experts together must be above 0, found " + sum);
        }
        double[] parts = new double[shares.length];
        for (int expert = 0; expert < shares.length; expert++) {
            parts[expert] = shares[expert] / sum;
            if (!(shares[expert] >= 0)) {
                throw new IllegalArgumentException("expert " + expert + " has " + shares[expert] + " visits, below 0");
            }
            if (!(parts[expert] * visited <= 1 + ROUNDING)) {
                throw new IllegalArgumentException("expert " + expert + " has " + shares[expert] + " of " + sum
                        + " visits: more than one visit by each token, which visits " + visited + " experts");
            }
        }
        return new TokenRouting(new Parameters(shares.length, visited, 1, 1, ImmutableDoubleArray.copyOf(parts), seed));
    }

    public boolean isEven() {
        return parameters.shares.isEmpty();
    }

    /** Returns the ratio of the visits of a rank's experts to the visits of an even routing. O(experts / ranks). */
    public double load(int ranks, int position) {
        if (isEven()) {
            return 1;
        }
        double sum = 0;
        for (int expert = first(ranks, position); expert < first(ranks, position + 1); expert++) {
            sum += parameters.shares.get(expert);
        }
        return sum * ranks;
    }

    /** Returns the load of the rank with the most visits, >= 1. */
    public double largestLoad(int ranks) {
        double most = 1;
        for (int position = 0; position < ranks && !isEven(); position++) {
            most = Math.max(most, load(ranks, position));
        }
        return most;
    }

    private int first(int ranks, int position) {
        return (int) ((long) position * experts / ranks);
    }

    /**
     * Returns the share of all tokens that visit at least one of the experts of the given ranks, 0 to 1. The first call
     * costs O(groups^2 x experts), or O({@value #TOKENS} x experts) if tokens are drawn.
     *
     * @param ranks number of ranks, which hold all experts
     * @param positions positions of the given ranks, all different
     */
    public double part(int ranks, int... positions) {
        return known.computeIfAbsent(new Query(ranks, ImmutableIntArray.copyOf(positions)), query -> {
            long[] held = new long[(experts + Long.SIZE - 1) / Long.SIZE];
            for (int position : positions) {
                for (int expert = first(ranks, position); expert < first(ranks, position + 1); expert++) {
                    held[expert / Long.SIZE] |= 1L << expert;
                }
            }
            return isEven() ? 1 - missed(held) : drawn(held);
        });
    }

    private double missed(long[] held) {
        int groups = parameters.groups;
        int visitedGroups = parameters.visitedGroups;
        int size = experts / groups;
        int allowed = size * visitedGroups;
        // choices of c groups with m of the given experts
        double[][] choices = new double[visitedGroups + 1][allowed + 1];
        choices[0][0] = 1;
        for (int group = 0; group < groups; group++) {
            int own = 0;
            for (int expert = group * size; expert < (group + 1) * size; expert++) {
                own += (int) (held[expert / Long.SIZE] >>> expert & 1);
            }
            for (int c = visitedGroups; c > 0; c--) {
                for (int m = own; m <= c * size; m++) {
                    choices[c][m] += choices[c - 1][m - own];
                }
            }
        }
        double all = 0;
        double missing = 0;
        for (int m = 0; m <= allowed; m++) {
            double ways = choices[visitedGroups][m];
            double probability = 1;
            for (int i = 0; i < parameters.visited && ways > 0; i++) {
                probability *= Math.max(0, allowed - m - i) / (double) (allowed - i);
            }
            all += ways;
            missing += ways * probability;
        }
        return missing / all;
    }

    private double drawn(long[] held) {
        int hits = 0;
        for (long[] token : tokens()) {
            boolean isHit = false;
            for (int word = 0; word < held.length; word++) {
                isHit |= (token[word] & held[word]) != 0;
            }
            hits += isHit ? 1 : 0;
        }
        return (double) hits / TOKENS;
    }

    private synchronized long[][] tokens() {
        if (drawn == null) {
            SplittableRandom random = new SplittableRandom(parameters.seed);
            int[] order = IntStream.range(0, experts).toArray();
            long[][] tokens = new long[TOKENS][(experts + Long.SIZE - 1) / Long.SIZE];
            for (long[] token : tokens) {
                draw(random, order, token);
            }
            drawn = tokens;
        }
        return drawn;
    }

    /** Shuffles the experts, and chooses the experts at which the running sum of probabilities passes u, u + 1, ... */
    private void draw(SplittableRandom random, int[] order, long[] token) {
        double next = random.nextDouble();
        double sum = 0;
        for (int i = 0; i < order.length; i++) {
            int other = random.nextInt(i, order.length);
            int expert = order[other];
            order[other] = order[i];
            order[i] = expert;
            sum += parameters.visited * parameters.shares.get(expert);
            if (sum > next) {
                token[expert / Long.SIZE] |= 1L << expert;
                next++;
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TokenRouting that && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
        return parameters.hashCode();
    }
}
