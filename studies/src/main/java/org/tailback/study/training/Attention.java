package org.tailback.study.training;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.settings.Settings;

/**
 * Attention of a layer. Either groups of query heads share heads of keys and values, or attention is latent
 * (DeepSeek-V2): low-rank matrices precede the matrices of queries, keys and values.
 *
 * @param heads number of heads of queries, >= 1
 * @param keyValueHeads number of heads of keys and values, 1 to {@code heads}; less than {@code heads} with grouped
 *     queries
 * @param width total width of all heads of queries, >= 1
 * @param latent sizes of latent attention, or null
 * @param biases matrices of the model that have a vector of biases
 * @param window number of tokens to which a token attends in a windowed layer, including itself, >= 1
 * @param windowed fraction of the layers with a window, 0 to 1
 * @param causal whether a token attends only to itself and earlier tokens; this halves the operations of attention
 *     scores
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
    /** Sets of matrices that have a vector of biases. */
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
     * Sizes of latent attention.
     *
     * @param queryRank width of compressed queries; 0 if they are not compressed
     * @param keyValueRank width of compressed keys and values, >= 1
     * @param rotary width of the rotary part of a head, which all heads of keys share, >= 0
     * @param head width of the other part of a head, >= 1
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

    /**
     * Returns the matrices on each of t GPUs that divide the heads; the compression matrices of latent attention are
     * not divided.
     */
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

    /** Returns the number of parameters in matrices, biases, and norms of compressed queries, keys and values. */
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

    /** Returns the operations per token in products with the matrices in the forward pass, flop. */
    double matrixFlops(long hidden) {
        return 2 * weights(hidden);
    }

    private double weights(long hidden) {
        return matrices(hidden, 1).stream()
                .mapToDouble(each -> each.inputs() * each.outputs())
                .sum();
    }

    /** Returns the mean of the widths of a token's queries and output, which determines the operations of scores. */
    double scoreWidth() {
        return latent == null ? width : heads * (latent.keys() + latent.values) / 2.0;
    }

    /** Returns the fraction of the scores of a sequence that is computed, as the mean over the layers. */
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
     * Returns the number of bytes per token that attention keeps for the backward pass.
     *
     * @param valueBytes size of an activation
     * @param outputBytes size of a value in the copy of the heads' output for the next matrix
     * @param repeats whether the backward pass repeats the products that expand latent attention
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

    /** Returns the matrices on each of t GPUs that expand latent attention; empty without latent attention. */
    List<Matrix> expanding(double hidden, double t) {
        List<Matrix> all = matrices(hidden, t);
        return latent == null
                ? List.of()
                : latent.queryRank > 0 ? List.of(all.get(1), all.get(3)) : List.of(all.get(0), all.get(2));
    }
}
