package org.tailback.study.training;

import java.util.List;
import org.tailback.settings.Settings;

/**
 * The sizes of a decoder-only transformer: what determines its parameters, its floating-point operations and the sizes
 * of its activations. A layer is attention and a feed-forward network, or several of which each token visits some.
 *
 * @param layers >= 1
 * @param hidden width of the activations of a token, >= 1
 * @param heads attention heads, >= 1
 * @param keyValueHeads heads of keys and values, 1 to heads; fewer than heads with grouped queries
 * @param feedForward width inside a feed-forward network, >= 1
 * @param gated whether a feed-forward network has a third matrix, as SwiGLU does
 * @param sequence tokens of a sequence, >= 1
 * @param vocabulary number of tokens that there are, >= 0
 * @param causal whether a token attends to earlier ones only, which halves the operations of attention scores
 * @param experts feed-forward networks of a layer, >= 1
 * @param activeExperts networks that a token visits, 1 to experts
 * @param tied whether the output matrix is the embedding
 */
public record Transformer(
        int layers,
        long hidden,
        int heads,
        int keyValueHeads,
        long feedForward,
        boolean gated,
        long sequence,
        long vocabulary,
        boolean causal,
        int experts,
        int activeExperts,
        boolean tied) {
    // together below 2^63 parameters
    private static final int MOST_LAYERS = 1 << 10;
    private static final int MOST_WIDTH = 1 << 20;
    private static final int MOST_TOKENS = 1 << 28;

    private static final List<String> KEYS =
            List.of(("layers hidden heads key-value-heads feed-forward gated sequence vocabulary causal"
                            + " experts active-experts tied-embeddings")
                    .split(" ", -1));

    /** @throws org.tailback.error.InputException if a key is missing, unknown or out of its domain */
    static Transformer of(Settings model) {
        model.rejectUnknown(KEYS);
        int hidden = model.integer("hidden", 1, MOST_WIDTH);
        int heads = model.integer("heads", 1, MOST_WIDTH);
        int experts = model.integer("experts", 1, MOST_LAYERS, 1);
        return new Transformer(
                model.integer("layers", 1, MOST_LAYERS),
                hidden,
                heads,
                model.integer("key-value-heads", 1, heads, heads),
                model.integer("feed-forward", 1, MOST_WIDTH, 4 * hidden),
                model.flag("gated", false),
                model.integer("sequence", 1, MOST_TOKENS),
                model.integer("vocabulary", 0, MOST_TOKENS),
                model.flag("causal", true),
                experts,
                model.integer("active-experts", 1, experts, 1),
                model.flag("tied-embeddings", false));
    }

    /** Returns the parameters of a layer that all its tokens use: attention, router and two norms. */
    public long sharedParameters() {
        long keysAndValues = Math.round(2.0 * hidden * hidden * keyValueHeads / heads);
        return 2 * hidden * hidden + keysAndValues + (experts > 1 ? hidden * experts : 0) + 2 * hidden;
    }

    /** Returns the parameters of one feed-forward network. */
    public long expertParameters() {
        return (gated ? 3 : 2) * hidden * feedForward;
    }

    /** Returns the parameters of the embedding; the output matrix has as many. */
    public long embeddingParameters() {
        return vocabulary * hidden;
    }

    /** Returns all parameters: layers, embedding, output matrix and the last norm. */
    public long parameters() {
        return layers * (sharedParameters() + experts * expertParameters())
                + (tied ? 1 : 2) * embeddingParameters()
                + hidden;
    }

    /** Returns the operations of the attention of a layer, forward, for a number of whole sequences; flop. */
    public double attentionFlops(long sequences) {
        double tokens = (double) sequences * sequence;
        double matrices = 4.0 * hidden * hidden * (1 + (double) keyValueHeads / heads);
        double scores = 4.0 * sequence * hidden * (causal ? 0.5 : 1);
        return tokens * (matrices + scores);
    }

    /** Returns the operations of the feed-forward networks of a layer, forward; flop. */
    public double feedForwardFlops(long sequences) {
        double router = experts > 1 ? 2.0 * hidden * experts : 0;
        return (double) sequences * sequence * (2.0 * activeExperts * expertParameters() + router);
    }

    /** Returns the operations of the output matrix, forward; flop. */
    public double outputFlops(long sequences) {
        return (double) sequences * sequence * 2 * embeddingParameters();
    }

    /** Returns the operations that training needs without any repetition, forward and backward; flop. */
    public double flops(long sequences) {
        return 3 * (layers * (attentionFlops(sequences) + feedForwardFlops(sequences)) + outputFlops(sequences));
    }
}
