package org.tailback.study.training;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.settings.Settings;

/**
 * The attention of a layer: with heads of keys and values shared by groups of query heads, or latent (DeepSeek-V2),
 * with low-rank matrices before those of queries, keys and values.
 *
 * @param heads of queries, >= 1
 * @param keyValueHeads heads of keys and values, 1 to heads; fewer than heads with grouped queries
 * @param width of all heads of queries together, >= 1
 * @param latent the sizes of latent attention, or null
 * @param biases the matrices of the model that have a vector of biases
 * @param window tokens that a token attends to in a windowed layer, itself among them, >= 1
 * @param windowed part of the layers with a window, 0 to 1
 * @param causal whether a token attends to earlier ones only, which halves the operations of attention scores
 */
record Attention(
        int heads,
        int keyValueHeads,
        long width,
        @Nullable Latent latent,
        Biases biases,
        int window,
        double windowed,
        boolean causal) {
    /** Matrices that have a vector of biases. */
    enum Biases {
        NONE,
        /** Matrices of queries, keys and values. */
        QUERIES,
        /** Matrices of attention. */
        ATTENTION,
        /** Matrices of attention, feed-forward networks and the router. */
        ALL
    }

    /**
     * The sizes of latent attention.
     *
     * @param queryRank width of compressed queries; 0 if they are not compressed
     * @param keyValueRank width of compressed keys and values, >= 1
     * @param rotary part of a head with rotary positions, which all heads of keys share, >= 0
     * @param head the other part of a head, >= 1
     * @param values width of a head of values, >= 1
     */
    record Latent(int queryRank, int keyValueRank, int rotary, int head, int values) {
        private static final List<String> KEYS =
                List.of("query-rank", "key-value-rank", "rotary-dimension", "head-dimension", "value-dimension");

        static Latent of(Settings section) {
            section.rejectUnknown(KEYS);
            return new Latent(
                    section.integer("query-rank", 0, Transformer.MOST_WIDTH, 0),
                    section.integer("key-value-rank", 1, Transformer.MOST_WIDTH),
                    section.integer("rotary-dimension", 0, Transformer.MOST_WIDTH),
                    section.integer("head-dimension", 1, Transformer.MOST_WIDTH),
                    section.integer("value-dimension", 1, Transformer.MOST_WIDTH));
        }

        long keys() {
            return (long) head + rotary;
        }
    }

    static Attention of(Settings model, int layers, long hidden, int sequence) {
        int heads = model.integer("heads", 1, Transformer.MOST_WIDTH);
        Latent latent = model.has("latent-attention") ? Latent.of(model.section("latent-attention")) : null;
        List<String> ofHeads = List.of("head-dimension", "key-value-heads");
        model.refuse(latent != null, ofHeads, "has no meaning with 'latent-attention'", "Leave one of them out");
        boolean causal = model.flag("causal", true);
        model.refuse(!causal, List.of("window"), "needs causal attention", "Leave one of them out");
        int window = model.integer("window", 1, Transformer.MOST_TOKENS, sequence);
        double part = (double) model.integer("windowed-layers", 0, layers, layers) / layers;
        return new Attention(
                heads,
                model.integer("key-value-heads", 1, heads, heads),
                model.has("head-dimension")
                        ? (long) heads * model.integer("head-dimension", 1, Transformer.MOST_WIDTH)
                        : hidden,
                latent,
                model.has("biases") ? model.choice("biases", Biases.class) : Biases.NONE,
                window,
                window >= sequence ? 0 : part,
                causal);
    }

    /** Returns the matrices of one of t GPUs that divide heads; compression of latent attention is not divided. */
    List<Matrix> matrices(double hidden, double t) {
        if (latent == null) {
            double together = width * (1 + 2.0 * keyValueHeads / heads) / t;
            return List.of(Matrix.of(hidden, together), Matrix.of(width / t, hidden));
        }
        List<Matrix> found = new ArrayList<>();
        double queries = heads * latent.keys() / t;
        if (latent.queryRank > 0) {
            found.add(Matrix.of(hidden, latent.queryRank));
        }
        found.add(Matrix.of(latent.queryRank > 0 ? latent.queryRank : hidden, queries));
        found.add(Matrix.of(hidden, latent.keyValueRank + latent.rotary));
        found.add(Matrix.of(latent.keyValueRank, (double) heads * (latent.head + latent.values) / t));
        found.add(Matrix.of((double) heads * latent.values / t, hidden));
        return found;
    }

    /** Returns the parameters: matrices, biases, and norms of compressed queries, keys and values. */
    long parameters(long hidden) {
        long weights = Math.round(weights(hidden));
        if (latent == null) {
            return weights + biasParameters((long) (width + keysAndValues()), hidden);
        }
        return weights
                + latent.queryRank
                + latent.keyValueRank
                + biasParameters((long) latent.queryRank + latent.keyValueRank + latent.rotary, hidden);
    }

    private long biasParameters(long inside, long hidden) {
        return switch (biases) {
            case NONE -> 0;
            case QUERIES -> inside;
            case ATTENTION, ALL -> inside + hidden;
        };
    }

    /** Returns the operations of a token in the matrices, forward; flop. */
    double matrixFlops(long hidden) {
        return 2 * weights(hidden);
    }

    private double weights(long hidden) {
        return matrices(hidden, 1).stream()
                .mapToDouble(each -> each.inputs() * each.outputs())
                .sum();
    }

    /**
     * Returns the mean of the widths of a token's queries and of its output, from which the operations of scores
     * follow.
     */
    double scoreWidth() {
        return latent == null ? width : heads * (latent.keys() + latent.values) / 2.0;
    }

    /** Returns the part of all scores of a sequence that is computed, the mean over the layers. */
    double scoredPart(long sequence) {
        double whole = causal ? 0.5 : 1;
        if (windowed == 0) {
            return whole;
        }
        double part = (double) window / sequence;
        return (1 - windowed) * whole + windowed * part * (1 - part / 2);
    }

    /** Returns the number of values in the keys and values of a token, over all heads. */
    double keysAndValues() {
        return latent == null ? 2.0 * keyValueHeads * width / heads : (double) heads * (latent.keys() + latent.values);
    }

    /**
     * Returns the bytes per token that attention keeps between its matrices for the backward pass.
     *
     * @param valueBytes of an activation
     * @param outputBytes of a copy of the heads' output, for the next matrix
     * @param repeats whether the matrices that expand latent attention are computed again
     */
    double kept(double valueBytes, double outputBytes, boolean repeats) {
        if (latent == null) {
            return (width + keysAndValues() + width) * valueBytes + width * outputBytes;
        }
        double latents = (double) latent.queryRank + latent.keyValueRank + latent.rotary;
        double expanded = repeats ? 0 : (double) heads * latent.keys() + keysAndValues();
        double out = (double) heads * latent.values;
        return (latents + expanded + out) * valueBytes + out * outputBytes;
    }

    /** Returns the matrices that expand latent attention on one of t GPUs; empty without latent attention. */
    List<Matrix> expanding(double hidden, double t) {
        List<Matrix> all = matrices(hidden, t);
        return latent == null
                ? List.of()
                : latent.queryRank > 0 ? List.of(all.get(1), all.get(3)) : List.of(all.get(0), all.get(2));
    }
}
