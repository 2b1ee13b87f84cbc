package org.tailback.study.training;

import com.google.common.collect.Sets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/**
 * The configuration of a model as Hugging Face's transformers write it ({@code config.json}), as the section {@code
 * model} of a training file. Keys without an effect on sizes are ignored; unknown keys are rejected by name, as they
 * may change the arithmetic. A missing key has the default of transformers ({@link ModelFamily}).
 */
final class ModelConfig {
    private static final String NAME = "model configuration";

    /** Keys that models of all families may have; most have no effect on sizes. */
    private static final Set<String> COMMON = Set.of(("architectures model_type transformers_version torch_dtype dtype"
                    + " _name_or_path name_or_path auto_map bos_token_id eos_token_id pad_token_id unk_token_id"
                    + " sep_token_id use_cache rms_norm_eps norm_eps layer_norm_eps layer_norm_epsilon rope_theta"
                    + " rope_scaling rope_parameters rope_interleave partial_rotary_factor max_position_embeddings"
                    + " original_max_position_embeddings initial_context_length initializer_range attention_dropout"
                    + " attn_pdrop resid_pdrop embd_pdrop hidden_dropout resid_dropout embedding_dropout"
                    + " pretraining_tp router_aux_loss_coef router_jitter_noise output_router_logits aux_loss_alpha"
                    + " seq_aux norm_topk_prob scoring_func topk_method topk_group n_group routed_scaling_factor"
                    + " moe_layer_freq ep_size experts_per_token swiglu_limit swiglu_alpha hidden_act"
                    + " output_attentions output_hidden_states return_dict use_return_dict chunk_size_feed_forward"
                    + " is_encoder_decoder id2label label2id _attn_implementation attn_implementation"
                    + " model_max_length quantization_config num_nextn_predict_layers qk_head_dim"
                    + " attention_bias mlp_bias tie_word_embeddings decoder_sparse_step mlp_only_layers head_dim"
                    + " num_hidden_layers hidden_size num_attention_heads num_key_value_heads intermediate_size vocab_size use_mrope")
            .split(" ", -1));

    /** Quantized formats of published weights whose models are trained in other precisions. */
    private static final List<String> STORED = List.of("fp8", "mxfp4");

    private final Settings config;
    private final Set<String> nulls;
    private final ModelFamily family;
    private final Map<String, Value> model = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();

    private ModelConfig(Settings config, Set<String> nulls, ModelFamily family) {
        this.config = config;
        this.nulls = nulls;
        this.family = family;
    }

    private static final Pattern TYPE = Pattern.compile("\"(model_type|architectures)\"\\s*:");
    private static final Pattern SECTION = Pattern.compile("(?m)^model:|\"model\"\\s*:");

    /** Returns whether a text is a model configuration rather than a training file. */
    static boolean isOne(String text) {
        return TYPE.matcher(text).find() && !SECTION.matcher(text).find();
    }

    /**
     * Reads a configuration and returns the section {@code model}, without {@code sequence}.
     *
     * @throws InputException if the file cannot be read or has a model that cannot be described
     */
    static Settings read(Path file) {
        return model(JsonSettings.parse(YamlSettings.text(file, NAME), file.toString(), NAME));
    }

    /** Returns the section {@code model}, without {@code sequence}. */
    static Settings model(Settings whole) {
        Map<String, Value> values = new LinkedHashMap<>(whole.values());
        values.values().removeIf(value -> "null".equals(value.scalar()));
        Set<String> nulls = Sets.difference(whole.keys(), values.keySet());
        Settings config = new Settings(whole.name(), whole.place(), values);
        return new ModelConfig(config, nulls, ModelFamily.of(config)).translate();
    }

    private Settings translate() {
        rejectUnknown();
        put("layers", "num_hidden_layers", null);
        put("hidden", "hidden_size", null);
        put("vocabulary", "vocab_size", null);
        put("heads", "num_attention_heads", null);
        set("gated", "true", "hidden_act");
        if (config.flag("tie_word_embeddings", false)) {
            set("tied-embeddings", "true", "tie_word_embeddings");
        }
        if (family.isLatent()) {
            latentAttention();
        } else {
            String others = nulls.contains("num_key_value_heads")
                    ? config.text("num_attention_heads")
                    : family.keyValueHeads(config);
            put("key-value-heads", "num_key_value_heads", others);
            headDimension();
            window();
        }
        biases();
        feedForward();
        quantization();
        if (config.integer("num_nextn_predict_layers", 0, 64, 0) > 0) {
            leftOut.add("the prediction of further tokens (num_nextn_predict_layers)");
        }
        if (!leftOut.isEmpty()) {
            set("left-out", String.join(", and ", leftOut), "");
        }
        return new Settings("model", config.place(), model);
    }

    private void rejectUnknown() {
        for (String key : config.keys()) {
            if (!COMMON.contains(key) && !family.keys().contains(key)) {
                throw problem(
                        key,
                        "the key '" + key + "' of a " + family.type() + " model is not known, and may change its sizes",
                        "Remove it from the file if it does not; otherwise describe the model in the section 'model' of"
                                + " a training file (docs/traces/training.md)");
            }
        }
    }

    private void put(String key, String theirs, @Nullable String otherwise) {
        if (config.has(theirs)) {
            set(key, config.text(theirs), theirs);
        } else if (otherwise != null) {
            set(key, otherwise, theirs);
        } else {
            throw InputException.at(
                    config.place(),
                    "missing key '" + theirs + "' in a model configuration of type " + family.type(),
                    "Take the config.json of the model's makers, or add the key");
        }
    }

    private void set(String key, String value, String theirs) {
        model.put(key, Value.scalar(config.placeOf(theirs), value));
    }

    private InputException problem(String key, String what, String remedy) {
        Value value = config.value(key);
        return InputException.at(value == null ? config.place() : value.keyPlace(), what, remedy);
    }

    private void headDimension() {
        int hidden = config.integer("hidden_size");
        int heads = config.integer("num_attention_heads", 1, Transformer.MOST_WIDTH);
        String dimension = config.has("head_dim") ? config.text("head_dim") : family.headDimension(hidden, heads);
        if (dimension == null) {
            throw problem(
                    "num_attention_heads",
                    "'num_attention_heads', " + heads + ", must divide 'hidden_size', " + hidden
                            + ", where 'head_dim' is missing",
                    "Add 'head_dim'");
        }
        set("head-dimension", dimension, "head_dim");
    }

    private void latentAttention() {
        Map<String, Value> sizes = new LinkedHashMap<>();
        Map<String, String> names = Map.of(
                "query-rank", "q_lora_rank",
                "key-value-rank", "kv_lora_rank",
                "rotary-dimension", "qk_rope_head_dim",
                "head-dimension", "qk_nope_head_dim",
                "value-dimension", "v_head_dim");
        names.forEach((key, theirs) -> {
            if (config.has(theirs)) {
                sizes.put(key, Value.scalar(config.placeOf(theirs), config.text(theirs)));
            } else if (!theirs.equals("q_lora_rank") || !nulls.contains(theirs)) {
                put("latent-attention", theirs, null);
            }
        });
        model.put("latent-attention", Value.section(new Settings("latent-attention", config.place(), sizes)));
    }

    private void window() {
        int window = config.integer(
                "sliding_window", 0, Transformer.MOST_TOKENS, nulls.contains("sliding_window") ? 0 : family.window());
        boolean isUsed = config.flag("use_sliding_window", !family.asksForWindow());
        if (window == 0 || !isUsed) {
            return;
        }
        int layers = config.integer("num_hidden_layers");
        int windowed = layers;
        if (config.has("layer_types")) {
            windowed = 0;
            for (Value type : config.scalars("layer_types")) {
                if (!List.of("full_attention", "sliding_attention").contains(type.scalar())) {
                    throw InputException.at(
                            type.place(),
                            "layers of type '" + type.scalar() + "' are not modelled",
                            "Only full_attention and sliding_attention are");
                }
                windowed += "sliding_attention".equals(type.scalar()) ? 1 : 0;
            }
        } else if (family.asksForWindow()) {
            windowed = Math.max(0, layers - config.integer("max_window_layers", 28));
        } else if (family.alternatesWindows()) {
            windowed = (layers + 1) / 2;
        }
        if (windowed > 0) {
            set("window", Integer.toString(window), "sliding_window");
            set("windowed-layers", Integer.toString(windowed), "sliding_window");
        }
    }

    private void biases() {
        boolean attention = config.flag("attention_bias", family.biases().equals("all"));
        boolean feedForward = config.flag("mlp_bias", family.biases().equals("all"));
        if (feedForward && !attention) {
            throw problem("mlp_bias", "'mlp_bias' without 'attention_bias' is not modelled", "Describe the model");
        }
        String biases = feedForward
                ? "all"
                : attention ? "attention" : config.flag("qkv_bias", true) ? family.biases() : "none";
        if (!biases.equals("none")) {
            set("biases", biases, "attention_bias");
        }
    }

    private void feedForward() {
        if (!family.hasExperts()) {
            put("feed-forward", "intermediate_size", null);
            return;
        }
        put("experts", family.expertsKey(), null);
        put("active-experts", "num_experts_per_tok", null);
        String width = family.expertWidthKey();
        if (!width.equals("intermediate_size")) {
            put("expert-feed-forward", width, null);
        }
        if (config.has("intermediate_size") || width.equals("intermediate_size")) {
            put("feed-forward", "intermediate_size", null);
        }
        if (family.isLatent()) {
            if (!nulls.contains("n_shared_experts")) {
                put("shared-experts", "n_shared_experts", null);
            }
            put("first-dense-layers", "first_k_dense_replace", null);
            if (!nulls.contains("n_group") && !config.text("topk_method", "").equals("greedy")) {
                put("router-groups", "n_group", "1");
                put("active-groups", "topk_group", "1");
            }
        }
        if (family.keys().contains("shared_expert_intermediate_size")) {
            int shared = config.integer("shared_expert_intermediate_size");
            int each = config.integer(width, 1, Transformer.MOST_WIDTH);
            if (shared % each != 0) {
                throw problem(
                        "shared_expert_intermediate_size",
                        "'shared_expert_intermediate_size', " + shared + ", must be a multiple of '" + width + "', "
                                + each,
                        "Describe the model in a training file");
            }
            set("shared-experts", Integer.toString(shared / each), "shared_expert_intermediate_size");
        }
        requireOne("decoder_sparse_step");
        requireOne("moe_layer_freq");
        Value dense = config.value("mlp_only_layers");
        if (dense != null && (dense.list() == null || !dense.list().isEmpty())) {
            throw problem(
                    "mlp_only_layers", "layers without experts between others are not modelled", "Leave it empty");
        }
    }

    private void requireOne(String key) {
        if (config.integer(key, 1) != 1) {
            throw problem(
                    key,
                    "layers with and without experts in turn ('" + key + "' " + config.text(key) + ") are not modelled",
                    "Only the first layers may be without ('first-dense-layers' in a training file)");
        }
    }

    private void quantization() {
        if (!config.has("quantization_config")) {
            return;
        }
        String method = config.section("quantization_config").text("quant_method", "");
        if (!STORED.contains(method)) {
            throw problem(
                    "quantization_config",
                    "weights quantized by '" + method + "' are for inference, not for training",
                    "Take the config.json of the model before quantization");
        }
        leftOut.add("the quantization by which its weights are stored (" + method
                + "; 'fp8' and 'bytes-per-value' say what training computes with)");
    }
}
