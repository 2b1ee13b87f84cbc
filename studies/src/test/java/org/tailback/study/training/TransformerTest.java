package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;

/** Against published numbers of parameters, and the count of operations of the Megatron-LM paper. */
class TransformerTest {
    private static Transformer model(String yaml) {
        return Transformer.of(YamlSettings.parse("{" + yaml + "}", "test", "model"));
    }

    private static Transformer llama(
            int layers, int hidden, int heads, int keyValueHeads, int feedForward, int tokens) {
        return model("layers: " + layers + ", hidden: " + hidden + ", heads: " + heads + ", key-value-heads: "
                + keyValueHeads + ", feed-forward: " + feedForward + ", gated: true, sequence: 4096, vocabulary: "
                + tokens);
    }

    private static final Transformer MIXTRAL =
            model("layers: 32, hidden: 4096, heads: 32, key-value-heads: 8, feed-forward: 14336, gated: true,"
                    + " sequence: 4096, vocabulary: 32000, experts: 8, active-experts: 2");

    @Test
    void parameters_publishedModels_asPublished() {
        assertThat(llama(80, 8192, 64, 8, 28672, 32000).parameters())
                .as("Llama 2 70B")
                .isEqualTo(68_976_648_192L);
        assertThat(llama(32, 4096, 32, 32, 11008, 32000).parameters())
                .as("Llama 2 7B")
                .isEqualTo(6_738_415_616L);
        assertThat(llama(32, 4096, 32, 8, 14336, 128256).parameters())
                .as("Llama 3 8B")
                .isEqualTo(8_030_261_248L);
        assertThat(MIXTRAL.parameters()).as("Mixtral 8x7B").isEqualTo(46_702_792_704L);
    }

    /** Narayanan et al., SC 2021: 96 B s l h^2 (1 + s / 6h + V / 16lh), of which a quarter repeats the layers. */
    @Test
    void flops_megatronGpt_asItsFormula() {
        double b = 12;
        double s = 2048;
        double l = 96;
        double h = 12288;
        double v = 51200;
        Transformer gpt =
                model("layers: 96, hidden: 12288, heads: 96, sequence: 2048, vocabulary: 51200, causal: false");
        double repeated = l * (gpt.attentionFlops(12) + gpt.feedForwardFlops(0, 12));

        assertThat(gpt.flops(12) + repeated)
                .isCloseTo(96 * b * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h)), withinPercentage(1e-9));
    }

    /** A token visits two of the eight networks, and the router. */
    @Test
    void feedForwardFlops_experts_ofThoseVisited() {
        String sizes = "layers: 1, hidden: 64, heads: 4, gated: true, sequence: 10, vocabulary: 0";
        Transformer one = model(sizes);
        Transformer eight = model(sizes + ", experts: 8, active-experts: 2");

        assertThat(eight.feedForwardFlops(0, 3)).isEqualTo(2 * one.feedForwardFlops(0, 3) + 30 * 2.0 * 64 * 8);
    }

    /** Tokens attend to all before them, half of themselves among them, or to as many as the window has. */
    @Test
    void attentionFlops_window_asPairsOfTokensCounted() {
        String sizes = "layers: 2, hidden: 64, heads: 4, sequence: 1000, vocabulary: 0";
        double counted = 0;
        for (int token = 1; token <= 1000; token++) {
            counted += token <= 40 ? token - 0.5 : 40;
        }
        double matrices = 8.0 * 64 * 64 * 1000;
        double whole = model(sizes).attentionFlops(1) - matrices;

        assertThat(model(sizes + ", window: 40").attentionFlops(1) - matrices)
                .isCloseTo(4 * 64 * counted, withinPercentage(1e-9));
        assertThat(model(sizes + ", window: 40, windowed-layers: 1").attentionFlops(1) - matrices)
                .isCloseTo((4 * 64 * counted + whole) / 2, withinPercentage(1e-9));
        assertThat(model(sizes + ", window: 1000").attentionFlops(1)).isEqualTo(whole + matrices);
    }

    /** A head dimension of hidden / heads says what is so without it. */
    @Test
    void headDimension_ofHiddenOverHeads_changesNothing() {
        String sizes = "layers: 2, hidden: 96, heads: 6, key-value-heads: 2, sequence: 10, vocabulary: 7";
        Transformer given = model(sizes + ", head-dimension: 16");

        assertThat(given).isEqualTo(model(sizes));
        assertThat(model(sizes + ", head-dimension: 32").attention().parameters(96))
                .isEqualTo(2 * given.attention().parameters(96));
        assertThat(model(sizes + ", head-dimension: 32").feedForwardFlops(0, 1))
                .isCloseTo(given.feedForwardFlops(0, 1), within(0.0));
    }

    @Test
    void of_keysThatContradict_nameThem() {
        String sizes = "layers: 2, hidden: 96, heads: 6, sequence: 10, vocabulary: 7, ";
        assertThatThrownBy(() -> model(sizes + "shared-experts: 1"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'shared-experts' needs 'experts' above 1");
        assertThatThrownBy(() -> model(sizes + "key-value-heads: 2, latent-attention: {key-value-rank: 8,"
                        + " rotary-dimension: 4, head-dimension: 8, value-dimension: 8}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'key-value-heads' has no meaning with 'latent-attention'");
    }
}
