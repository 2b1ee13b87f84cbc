package org.tailback.study.training;

import com.google.common.base.Splitter;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/**
 * Converter from a model configuration in the format of Hugging Face's transformers ({@code config.json}) to the
 * section {@code model} of a training file. Keys without an effect on sizes are ignored. Unknown keys are rejected by
 * name, because they may change the arithmetic. Missing keys have the defaults of the transformers library ({@link
 * ModelFamily}).
 */
final class ModelConfig {
    private static final String NAME = "model configuration";

    /** Keys common to all families of models; most have no effect on sizes. */
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

    /** Quantized formats of published weights; models with these formats are trained in other precisions. */
    private static final List<String> STORED = List.of("fp8", "mxfp4");

    /** Keys that may be null, for models without compressed queries or shared experts. */
    private static final Set<String> OPTIONAL = Set.of("q_lora_rank", "n_shared_experts");

    private static final List<String> EXPERTS = List.of("num_local_experts", "num_experts", "n_routed_experts");

    private static final Pattern TYPE = Pattern.compile("\"(model_type|architectures)\"\\s*:");
    private static final Pattern SECTION = Pattern.compile("(?m)^model:|\"model\"\\s*:");

    /** Returns whether a text is a model configuration rather than a training file. */
    static boolean isOne(String text) {
        return TYPE.matcher(text).find() && !SECTION.matcher(text).find();
    }

    private final Settings config;
    private final Map<String, String> keys;
    private final Set<String> nulls;
    private final Map<String, Value> model = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();

    private ModelConfig(Settings given) {
        keys = ModelFamily.keys(given);
        Map<String, Value> values = new LinkedHashMap<>();
        Maps.filterValues(keys, usual -> !usual.isEmpty())
                .forEach((key, usual) -> values.put(key, Value.scalar(given.place(), usual)));
        values.putAll(given.values());
        values.values().removeIf(value -> "null".equals(value.scalar()));
        nulls = Sets.difference(given.keys(), values.keySet());
        config = new Settings(given.name(), given.place(), values);
    }

    /**
     * Reads a configuration and returns the section {@code model}, without {@code sequence}.
     *
     * @throws InputException if the file cannot be read or the settings cannot represent its model
     */
    static Settings read(Path file) {
        return model(YamlSettings.text(file, NAME), file.toString());
    }

    /**
     * Converts the text of a configuration to the section {@code model}, without {@code sequence}.
     *
     * @param source prefix of line and column in messages
     */
    static Settings model(String text, String source) {
        return new ModelConfig(YamlSettings.parseWithNulls(text, source, NAME)).translated();
    }

    private Settings translated() {
        rejectUnknown();
        copy(model, "layers=num_hidden_layers hidden=hidden_size vocabulary=vocab_size heads=num_attention_heads");
        set("gated", "true", "hidden_act");
        set("tied-embeddings", config.text("tie_word_embeddings", "false"), "tie_word_embeddings");
        if (isLatent()) {
            Map<String, Value> sizes = new LinkedHashMap<>();
            copy(
                    sizes,
                    "query-rank=q_lora_rank key-value-rank=kv_lora_rank rotary-dimension=qk_rope_head_dim"
                            + " head-dimension=qk_nope_head_dim value-dimension=v_head_dim");
            model.put("latent-attention", Value.section(new Settings("latent-attention", config.place(), sizes)));
        } else {
            String heads = config.text("num_attention_heads");
            set("key-value-heads", config.text("num_key_value_heads", heads), "num_key_value_heads");
            headDimension();
            window();
        }
        biases();
        feedForward();
        quantization();
        if (config.integer("num_nextn_predict_layers", 0, 64, 0) > 0) {
            leftOut.add("the prediction of additional tokens (num_nextn_predict_layers)");
        }
        if (!leftOut.isEmpty()) {
            set("left-out", String.join(", and ", leftOut), "");
        }
        return new Settings("model", config.place(), model);
    }

    private boolean isLatent() {
        return keys.containsKey("kv_lora_rank");
    }

    private void rejectUnknown() {
        for (String key : config.keys()) {
            if (!COMMON.contains(key) && !keys.containsKey(key)) {
                throw problem(
                        key,
                        "the key '" + key + "' of a " + config.text("model_type")
                                + " model is unknown and may change its sizes",
                        "Remove it from the file if it does not; otherwise describe the model in the section 'model' of"
                                + " a training file (docs/traces/training.md)");
            }
        }
    }

    /**
     * Copies values from the configuration. Each pair consists of a target key and the corresponding key of the
     * configuration. Keys that are null in the configuration are omitted.
     */
    private void copy(Map<String, Value> to, String pairs) {
        Splitter.on(' ').withKeyValueSeparator('=').split(pairs).forEach((key, theirs) -> {
            if (config.has(theirs)) {
                to.put(key, Value.scalar(config.placeOf(theirs), config.text(theirs)));
            } else if (!nulls.contains(theirs) || !OPTIONAL.contains(theirs)) {
                throw InputException.at(
                        config.place(),
                        "missing key '" + theirs + "' in a model configuration of type " + config.text("model_type"),
                        "Use the config.json of the model's publisher, or add the key");
            }
        });
    }

    private void set(String key, String value, String theirs) {
        model.put(key, Value.scalar(config.placeOf(theirs), value));
    }

    private InputException problem(String key, String found, String remedy) {
        Value value = config.value(key);
        return InputException.at(value == null ? config.place() : value.keyPlace(), found, remedy);
    }

    private void headDimension() {
        int hidden = config.integer("hidden_size");
        int heads = config.integer("num_attention_heads", 1, Transformer.MOST_WIDTH);
        if (!config.has("head_dim") && hidden % heads != 0) {
            throw problem(
                    "num_attention_heads",
                    "'num_attention_heads', " + heads + ", must divide 'hidden_size', " + hidden
                            + ", because 'head_dim' is missing",
                    "Add 'head_dim'");
        }
        set("head-dimension", config.text("head_dim", Integer.toString(hidden / heads)), "head_dim");
    }

    private void window() {
        int window = config.integer("sliding_window", 0, Transformer.MOST_TOKENS, 0);
        if (window == 0 || !config.flag("use_sliding_window", true)) {
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
                            "Use full_attention or sliding_attention");
                }
                windowed += "sliding_attention".equals(type.scalar()) ? 1 : 0;
            }
        } else if (config.has("max_window_layers")) {
            windowed = Math.max(0, layers - config.integer("max_window_layers"));
        } else if (config.text("model_type").equals("gpt_oss")) {
            windowed = (layers + 1) / 2;
        }
        if (windowed > 0) {
            set("window", Integer.toString(window), "sliding_window");
            set("windowed-layers", Integer.toString(windowed), "sliding_window");
        }
    }

    private void biases() {
        boolean attention = config.flag("attention_bias", false);
        boolean feedForward = config.flag("mlp_bias", false);
        if (feedForward && !attention) {
            throw problem("mlp_bias", "'mlp_bias' without 'attention_bias' is not modelled", "Change one of them");
        }
        boolean queries = config.flag("qkv_bias", false);
        set("biases", feedForward ? "all" : attention ? "attention" : queries ? "queries" : "none", "attention_bias");
    }

    private void feedForward() {
        boolean isApart = keys.containsKey("moe_intermediate_size");
        if (isApart) {
            copy(model, "expert-feed-forward=moe_intermediate_size");
        }
        if (!isApart || config.has("intermediate_size")) {
            copy(model, "feed-forward=intermediate_size");
        }
        EXPERTS.stream()
                .filter(keys::containsKey)
                .forEach(key -> copy(model, "active-experts=num_experts_per_tok experts=" + key));
        if (isLatent()) {
            copy(model, "shared-experts=n_shared_experts first-dense-layers=first_k_dense_replace");
            if (config.has("n_group") && !config.text("topk_method", "").equals("greedy")) {
                set("router-groups", config.text("n_group"), "n_group");
                set("active-groups", config.text("topk_group", "1"), "topk_group");
            }
        }
        if (keys.containsKey("shared_expert_intermediate_size")) {
            int shared = config.integer("shared_expert_intermediate_size");
            int each = config.integer("moe_intermediate_size", 1, Transformer.MOST_WIDTH);
            if (shared % each != 0) {
                throw problem(
                        "shared_expert_intermediate_size",
                        "'shared_expert_intermediate_size', " + shared
                                + ", must be a multiple of 'moe_intermediate_size', " + each,
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
                    "alternating layers with and without experts ('" + key + "' " + config.text(key)
                            + ") are not modelled",
                    "Only the first layers may have no experts ('first-dense-layers' in a training file)");
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
                    "weights quantized by '" + method + "' are used for inference, not for training",
                    "Use the config.json of the model before quantization");
        }
        leftOut.add("the quantization of stored weights (" + method
                + "; 'fp8' and 'bytes-per-value' set the precision of training)");
    }
}
