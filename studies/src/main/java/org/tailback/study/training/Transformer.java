package org.tailback.study.training;

import java.util.List;
import org.tailback.settings.Settings;
import org.tailback.study.training.Attention.Biases;

/**
 * Sizes of a decoder-only transformer. They determine its parameters, its floating-point operations and the sizes of
 * its activations. A layer consists of attention and a feed-forward network, or of attention and experts; each token
 * visits several experts.
 *
 * @param layers number of layers, >= 1
 * @param hidden width of the activations of a token, >= 1
 * @param attention attention of each layer
 * @param firstDense number of first layers whose feed-forward network is {@code dense}, >= 0
 * @param dense feed-forward networks of the first layers
 * @param feedForward feed-forward networks of the other layers
 * @param sequence number of tokens of a sequence, >= 1
 * @param vocabulary number of distinct tokens, >= 0
 * @param tied whether the embedding also serves as the output matrix
 * @param leftOut description of the omitted parts of the model; empty if nothing is omitted
 */
public record Transformer(
        int layers,
        long hidden,
        Attention attention,
        int firstDense,
        FeedForward dense,
        FeedForward feedForward,
        long sequence,
        long vocabulary,
        boolean tied,
        String leftOut) {
    // within these limits, models have fewer than 2^63 parameters
    static final int MOST_LAYERS = 1 << 10;
    static final int MOST_WIDTH = 1 << 20;
    static final int MOST_TOKENS = 1 << 28;

    private static final List<String> EXPERT_KEYS =
            List.of("shared-experts", "expert-feed-forward", "first-dense-layers", "router-groups", "active-groups");
    private static final List<String> KEYS =
            List.of(("layers hidden heads key-value-heads head-dimension latent-attention biases window windowed-layers"
                            + " causal feed-forward gated experts active-experts shared-experts expert-feed-forward"
                            + " router-groups active-groups"
                            + " first-dense-layers sequence vocabulary tied-embeddings left-out")
                    .split(" ", -1));

    /**
     * Reads the section {@code model}.
     *
     * @throws org.tailback.error.InputException if a key is missing, unknown or out of its domain
     */
    static Transformer of(Settings model) {
        model.rejectUnknown(KEYS);
        int hidden = model.integer("hidden", 1, MOST_WIDTH);
        int layers = model.integer("layers", 1, MOST_LAYERS);
        int sequence = model.integer("sequence", 1, MOST_TOKENS);
        Attention attention = Attention.of(model, layers, hidden, sequence);
        int experts = model.integer("experts", 1, MOST_LAYERS, 1);
        model.refuse(experts == 1, EXPERT_KEYS, "needs 'experts' above 1", "Give 'experts', or leave it out");
        boolean gated = model.flag("gated", false);
        boolean biases = attention.biases() == Biases.ALL;
        int width = model.integer("feed-forward", 1, MOST_WIDTH, 4 * hidden);
        FeedForward dense = new FeedForward(width, gated, 1, 1, 1, 1, 0, biases);
        int active = model.integer("active-experts", 1, experts, 1);
        int groups = model.integer("router-groups", 1, experts, 1);
        int activeGroups = model.integer("active-groups", 1, groups, groups);
        model.require(
                experts % groups == 0 && active <= experts / groups * activeGroups,
                "router-groups",
                "'router-groups' must divide 'experts', and 'active-groups' must contain 'active-experts', found "
                        + groups + " and " + activeGroups,
                "");
        FeedForward others = experts == 1
                ? dense
                : new FeedForward(
                        model.integer("expert-feed-forward", 1, MOST_WIDTH, width),
                        gated,
                        experts,
                        active,
                        groups,
                        activeGroups,
                        model.integer("shared-experts", 0, MOST_LAYERS, 0),
                        biases);
        return new Transformer(
                layers,
                hidden,
                attention,
                model.integer("first-dense-layers", 0, layers, 0),
                dense,
                others,
                sequence,
                model.integer("vocabulary", 0, MOST_TOKENS),
                model.flag("tied-embeddings", false),
                model.text("left-out", ""));
    }

    /** Returns the feed-forward networks of a layer, 0 to layers - 1. */
    public FeedForward feedForward(int layer) {
        return layer < firstDense ? dense : feedForward;
    }

    /** Returns the number of attention heads. */
    public int heads() {
        return attention.heads();
    }

    /**
     * Returns the number of experts among which the router chooses in layers after the first dense layers; 1 without a
     * router.
     */
    public int experts() {
        return feedForward.networks();
    }

    /** Returns the number of experts that the router chooses per token. */
    public int activeExperts() {
        return feedForward.active();
    }

    /**
     * Returns the number of parameters of a layer that all tokens use: all parameters, including two norms, except the
     * parameters of experts.
     */
    public long sharedParameters(int layer) {
        return attention.parameters(hidden) + feedForward(layer).sharedParameters(hidden) + 2 * hidden;
    }

    /** Returns the number of parameters in the experts of a layer among which the router chooses. */
    public long expertParameters(int layer) {
        return feedForward(layer).expertParameters(hidden);
    }

    /** Returns the number of parameters of the embedding; the output matrix has the same number. */
    public long embeddingParameters() {
        return vocabulary * hidden;
    }

    /** Returns the total number of parameters in layers, embedding, output matrix and the last norm. */
    public long parameters() {
        return firstDense * (sharedParameters(0) + expertParameters(0))
                + (layers - firstDense) * (sharedParameters(layers - 1) + expertParameters(layers - 1))
                + (tied ? 1 : 2) * embeddingParameters()
                + hidden;
    }

    /** Returns the operations of the attention of a layer in the forward pass of whole sequences, flop. */
    public double attentionFlops(long sequences) {
        double tokens = (double) sequences * sequence;
        double scores = 4.0 * sequence * attention.scoreWidth() * attention.scoredPart(sequence);
        return tokens * (attention.matrixFlops(hidden) + scores);
    }

    /** Returns the operations of the feed-forward networks of a layer in the forward pass, flop. */
    public double feedForwardFlops(int layer, long sequences) {
        return (double) sequences * sequence * feedForward(layer).flops(hidden);
    }

    /** Returns the operations of the output matrix in the forward pass, flop. */
    public double outputFlops(long sequences) {
        return (double) sequences * sequence * 2 * embeddingParameters();
    }

    /** Returns the operations of both passes of training, without repeated operations, flop. */
    public double flops(long sequences) {
        double later = (layers - firstDense) * (attentionFlops(sequences) + feedForwardFlops(layers - 1, sequences));
        double first = firstDense * (attentionFlops(sequences) + feedForwardFlops(0, sequences));
        return 3 * (first + later + outputFlops(sequences));
    }
}
