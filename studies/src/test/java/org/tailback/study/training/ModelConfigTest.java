package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/**
 * Configurations with the keys and sizes of those that makers publish (src/test/resources/models), against the numbers
 * that the makers state.
 *
 * <p>Sources. Llama 3: A. Grattafiori et al., The Llama 3 Herd of Models, 2024, and model cards (8.03B, 70.6B, 406B
 * parameters). Mixtral: A. Q. Jiang et al., Mixtral of Experts, 2024, and its announcement (46.7B, 12.9B active).
 * Qwen3: A. Yang et al., Qwen3 Technical Report, 2025, and model cards (30.5B, 29.9B without embeddings; 235B, 234B).
 * gpt-oss: OpenAI, gpt-oss-120b & gpt-oss-20b Model Card, 2025, table 1 (116.83B, 5.13B active without the embedding).
 * DeepSeek: DeepSeek-V2, 2024 (236B, 21B active); DeepSeek-V3 Technical Report, 2024 (671B, 37B active).
 */
class ModelConfigTest {
    private static Transformer model(String file, int sequence) {
        Settings config = ModelConfig.read(Path.of("src/test/resources/models", file + ".json"));
        return Transformer.of(
                config.overriddenBy(Settings.ofScalars("model", "test", Map.of("sequence", "" + sequence))));
    }

    private static String billions(double parameters, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", parameters / 1e9);
    }

    @ParameterizedTest
    @CsvSource({
        "llama3-8b, 8.03",
        "llama3-70b, 70.6",
        "llama3-405b, 406",
        "mixtral, 46.7",
        "qwen3-30b-a3b, 30.5",
        "qwen3-235b-a22b, 235",
        "gpt-oss-120b, 116.83",
        "deepseek-v2, 236",
        "deepseek-v3, 671"
    })
    void parameters_ofModel_asItsMakersState(String file, String stated) {
        int digits = stated.contains(".") ? stated.length() - stated.indexOf('.') - 1 : 0;

        assertThat(billions(model(file, 4096).parameters(), digits)).isEqualTo(stated);
    }

    /** Mistral AI and Qwen count the embedding as active, OpenAI and DeepSeek do not; Qwen cuts 3.35 to 3.3. */
    @ParameterizedTest
    @CsvSource({
        "mixtral, true, 12.9, 0.05",
        "qwen3-30b-a3b, true, 3.3, 0.1",
        "qwen3-235b-a22b, true, 22, 0.5",
        "gpt-oss-120b, false, 5.13, 0.005",
        "deepseek-v2, false, 21, 0.5",
        "deepseek-v3, false, 37, 0.5"
    })
    void activeParameters_ofModel_asItsMakersState(String file, boolean embedding, double stated, double half) {
        Transformer model = model(file, 4096);
        FeedForward experts = model.feedForward();
        long unvisited = (experts.networks() - experts.active()) * experts.networkParameters(model.hidden());
        double active = model.parameters()
                - (model.layers() - model.firstDense()) * unvisited
                - (embedding ? 0 : model.embeddingParameters());

        assertThat(active / 1e9).isCloseTo(stated, within(half));
    }

    @ParameterizedTest
    @CsvSource({"qwen3-30b-a3b, 29.9", "qwen3-235b-a22b, 234"})
    void parameters_withoutEmbeddings_asQwenStates(String file, String stated) {
        Transformer model = model(file, 4096);
        int digits = stated.contains(".") ? 1 : 0;

        assertThat(billions(model.parameters() - 2.0 * model.embeddingParameters(), digits))
                .isEqualTo(stated);
    }

    /** Table 1 of the model card: 114.71B in feed-forward networks, 0.96B in attention, 1.16B in both embeddings. */
    @Test
    void parameters_gptOss_partsAsTable1() {
        Transformer model = model("gpt-oss-120b", 4096);
        double attention = 36.0 * model.attention().parameters(2880);
        double networks = 36.0 * (model.sharedParameters(0) + model.expertParameters(0) - 2 * 2880) - attention;

        assertThat(billions(networks, 2)).isEqualTo("114.71");
        assertThat(billions(attention, 2)).isEqualTo("0.96");
        assertThat(billions(2.0 * model.embeddingParameters(), 2)).isEqualTo("1.16");
    }

    /**
     * C. Zhao et al., Insights into DeepSeek-V3, ISCA 2025, table 2: operations of training a token at a sequence of
     * 4096, in Gflop.
     */
    @ParameterizedTest
    @CsvSource({"deepseek-v2, 155", "deepseek-v3, 250"})
    void flops_deepSeek_asTable2(String file, long stated) {
        assertThat(Math.round(model(file, 4096).flops(1) / 4096 / 1e9)).isEqualTo(stated);
    }

    /** NVIDIA's Megatron Bridge, release 26.04: Tflop/s of a GPU over tokens/s of a GPU. */
    @ParameterizedTest
    @CsvSource({"llama3-70b, 8192, 1633, 734", "qwen3-30b-a3b, 4096, 8901, 205"})
    void flops_perToken_asMegatronBridgeCounts(String file, int sequence, double tokens, double teraflops) {
        assertThat(model(file, sequence).flops(1) / sequence * tokens / 1e12).isCloseTo(teraflops, within(0.5));
    }

    /** The Llama 3 Herd of Models: 3.8 x 10^25 operations for 15.6 x 10^12 tokens, 6 a parameter. */
    @Test
    void activeParameters_llama405_asItsOperations() {
        assertThat(6.0 * model("llama3-405b", 8192).parameters() * 15.6e12).isCloseTo(3.8e25, within(0.05e25));
    }

    /** DeepSeek-V3: 3 layers of width 18,432, then 256 experts of 2,048; gpt-oss: every second layer has a window. */
    @Test
    void read_deepSeekAndGptOss_theirSizes() {
        Transformer deepSeek = model("deepseek-v3", 4096);
        assertThat(deepSeek.firstDense()).isEqualTo(3);
        assertThat(deepSeek.feedForward()).isEqualTo(new FeedForward(2048, true, 256, 8, 8, 4, 1, false));
        assertThat(deepSeek.dense()).isEqualTo(new FeedForward(18432, true, 1, 1, 1, 1, 0, false));
        assertThat(deepSeek.leftOut()).contains("num_nextn_predict_layers").contains("fp8");
        Transformer gptOss = model("gpt-oss-120b", 4096);
        assertThat(gptOss.attention().window()).isEqualTo(128);
        assertThat(gptOss.attention().windowed()).isEqualTo(0.5);
        assertThat(model("gpt-oss-120b", 128).attention().windowed()).isZero();
    }

    private static Settings llama(String more) {
        return ModelConfig.model(
                ("{`model_type`: `llama`, `hidden_size`: 64, `num_hidden_layers`: 2, `num_attention_heads`: 4,"
                                + " `intermediate_size`: 128, `vocab_size`: 100" + more + "}")
                        .replace('`', '"'),
                "config.json");
    }

    /** LlamaConfig of transformers: as many heads of keys as of queries, hidden / heads, no biases, not tied. */
    @Test
    void model_missingKeys_defaultsOfTransformers() {
        Settings model = llama("");
        assertThat(model.text("key-value-heads")).isEqualTo("4");
        assertThat(model.text("head-dimension")).isEqualTo("16");
        assertThat(model.text("biases")).isEqualTo("none");
        assertThat(model.text("tied-embeddings")).isEqualTo("false");
        assertThat(llama(", `tie_word_embeddings`: true, `attention_bias`: true")
                        .text("biases"))
                .isEqualTo("attention");
    }

    @ParameterizedTest
    @CsvSource({
        "`sliding_window`: 4096, sliding_window",
        "`attn_layer_period`: 8, attn_layer_period",
        "`quantization_config`: {`quant_method`: `awq`}, awq",
        "`num_key_value_heads`: 3.5, key-value-heads"
    })
    void model_keyThatChangesArithmetic_refusedByName(String key, String named) {
        assertThatThrownBy(() -> Transformer.of(
                        llama(", " + key).overriddenBy(Settings.ofScalars("model", "test", Map.of("sequence", "8")))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("config.json:1:")
                .hasMessageContaining(named);
    }

    @Test
    void model_nullWhereASizeIsNeeded_isAsMissing() {
        String experts = "{`model_type`: `qwen3_moe`, `hidden_size`: 64, `num_hidden_layers`: 2, `vocab_size`: 100,"
                + " `num_attention_heads`: 4, `num_experts`: 8, `moe_intermediate_size`: 64,"
                + " `num_experts_per_tok`: null}";
        assertThatThrownBy(() -> ModelConfig.model(experts.replace('`', '"'), "config.json"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("missing key 'num_experts_per_tok'");
    }

    @Test
    void model_unknownType_saysKnownOnes() {
        assertThatThrownBy(() -> ModelConfig.model("{\"model_type\": \"jamba\"}", "config.json"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'jamba'")
                .hasMessageContaining("deepseek_v3");
    }
}
