package org.tailback.platform;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import java.util.Map;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.stability.Beta;

/**
 * Characteristics of a run: values by key, which a {@link Domain} compares with its allowed values.
 *
 * <p>Every run on a platform has the keys {@value #RANKS}, {@value #NODES}, {@value #RANKS_A_NODE}, {@value #MEMORY}
 * and {@value #NEIGHBOURS}. One collective operation also has {@value #OPERATIONS} and {@value #SIZES}. A program adds
 * its name as {@value #PROGRAM} and its settings.
 *
 * @param values a word, or a range of numbers with both ends
 */
@Beta
public record Use(Map<String, Object> values) {
    /** Number of ranks, >= 1. */
    public static final String RANKS = "ranks";
    /** Number of nodes that the ranks use, >= 1. */
    public static final String NODES = "nodes";
    /** Largest number of ranks on one node, >= 1. */
    public static final String RANKS_A_NODE = "ranks-a-node";
    /** Label of the collective operation. */
    public static final String OPERATIONS = "operations";
    /** Sizes of the buffers of the collective operation, bytes, >= 0. */
    public static final String SIZES = "sizes";
    /** Memory of the buffers: {@code host} or {@code gpu}. */
    public static final String MEMORY = "memory";
    /** Other programs on the network: {@code none} or {@code other-jobs}. */
    public static final String NEIGHBOURS = "neighbours";
    /** Name of the program. */
    public static final String PROGRAM = "program";

    /** Use without any key. */
    public static final Use NONE = new Use(ImmutableMap.of());

    public Use {
        values = ImmutableMap.copyOf(values);
    }

    /**
     * Returns the use by a program that does not share the network with other programs.
     *
     * @param ranks number of ranks, >= 1
     * @param nodes number of nodes that its ranks use, >= 1
     * @param ranksANode largest number of ranks on one node, >= 1
     * @param onGpus whether its buffers are in memory of GPUs
     */
    public static Use of(int ranks, int nodes, int ranksANode, boolean onGpus) {
        return NONE.with(RANKS, ranks)
                .with(RANKS_A_NODE, ranksANode)
                .with(NODES, nodes)
                .with(MEMORY, onGpus ? "gpu" : "host")
                .with(NEIGHBOURS, "none");
    }

    /** Returns this use on a network shared with other jobs. */
    public Use withNeighbours() {
        return with(NEIGHBOURS, "other-jobs");
    }

    /** Returns this use in one collective operation with buffers from {@code least} to {@code most} bytes. */
    public Use with(Kind operation, long least, long most) {
        return with(OPERATIONS, operation.label()).and(SIZES, Range.closed((double) least, (double) most));
    }

    /** Returns this use with a word for a key. */
    public Use with(String key, String word) {
        return and(key, word);
    }

    /** Returns this use with a number for a key. */
    public Use with(String key, double number) {
        return and(key, Range.singleton(number));
    }

    /** Returns this use with the settings of a program, {@link Number}s and words by key. O(keys squared). */
    public Use with(Map<String, ?> keys) {
        Use use = this;
        for (Map.Entry<String, ?> each : keys.entrySet()) {
            use = each.getValue() instanceof Number number
                    ? use.with(each.getKey(), number.doubleValue())
                    : use.with(each.getKey(), String.valueOf(each.getValue()));
        }
        return use;
    }

    private Use and(String key, Object value) {
        return new Use(ImmutableMap.<String, Object>builder()
                .putAll(values)
                .put(key, value)
                .buildKeepingLast());
    }

    /** Returns the largest number of a key; 0 without the key or if the value is a word. */
    public int count(String key) {
        return values.get(key) instanceof Range<?> range ? ((Double) range.upperEndpoint()).intValue() : 0;
    }

    /** Returns the largest size in bytes; 0 without sizes. */
    long largestSize() {
        return values.get(SIZES) instanceof Range<?> range ? ((Double) range.upperEndpoint()).longValue() : 0;
    }
}
