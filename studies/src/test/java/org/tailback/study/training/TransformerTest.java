package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

/** Against published numbers of parameters, and the count of operations of the Megatron-LM paper. */
class TransformerTest {
    private static Transformer llama(
            int layers, int hidden, int heads, int keyValueHeads, int feedForward, int tokens) {
        return new Transformer(
                layers, hidden, heads, keyValueHeads, feedForward, true, 4096, tokens, true, 1, 1, false);
    }

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
        assertThat(new Transformer(32, 4096, 32, 8, 14336, true, 4096, 32000, true, 8, 2, false).parameters())
                .as("Mixtral 8x7B")
                .isEqualTo(46_702_792_704L);
    }

    /** Narayanan et al., SC 2021: 96 B s l h^2 (1 + s / 6h + V / 16lh), of which a quarter repeats the layers. */
    @Test
    void flops_megatronGpt_asItsFormula() {
        double b = 12;
        double s = 2048;
        double l = 96;
        double h = 12288;
        double v = 51200;
        Transformer gpt = new Transformer(96, 12288, 96, 96, 4 * 12288, false, 2048, 51200, false, 1, 1, false);
        double repeated = l * (gpt.attentionFlops(12) + gpt.feedForwardFlops(12));

        assertThat(gpt.flops(12) + repeated)
                .isCloseTo(96 * b * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h)), withinPercentage(1e-9));
    }

    /** A token visits two of the eight networks, and the router. */
    @Test
    void feedForwardFlops_experts_ofThoseVisited() {
        Transformer one = new Transformer(1, 64, 4, 4, 256, true, 10, 0, true, 1, 1, false);
        Transformer eight = new Transformer(1, 64, 4, 4, 256, true, 10, 0, true, 8, 2, false);

        assertThat(eight.feedForwardFlops(3)).isEqualTo(2 * one.feedForwardFlops(3) + 30 * 2.0 * 64 * 8);
    }
}
