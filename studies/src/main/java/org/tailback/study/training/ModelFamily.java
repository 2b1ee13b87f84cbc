package org.tailback.study.training;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.TreeSet;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Families of models by {@code model_type} of transformers 4.57, with the defaults of their keys. */
final class ModelFamily {
    /**
     * Keys by type in addition to the keys of all models. Each key is followed by its default, which is empty for a key
     * without a default.
     */
    private static final String TABLE = """
        llama:
        mistral: num_key_value_heads=8 sliding_window=4096 WINDOW
        qwen2: num_key_value_heads=32 qkv_bias=true QWEN
        qwen3: num_key_value_heads=32 head_dim=128 QWEN
        mixtral: num_key_value_heads=8 num_local_experts= num_experts_per_tok= sliding_window= WINDOW
        qwen2_moe: num_key_value_heads=16 qkv_bias=true MOE shared_expert_intermediate_size= QWEN
        qwen3_moe: num_key_value_heads=4 MOE QWEN
        gpt_oss: num_key_value_heads=8 head_dim=64 attention_bias=true mlp_bias=true num_local_experts= \
        num_experts_per_tok= sliding_window=128 WINDOW
        deepseek_v2: LATENT
        deepseek_v3: LATENT
        kimi_k2: LATENT
        """.replace(
                    "QWEN", "sliding_window= use_sliding_window=false max_window_layers=28 layer_types=")
            .replace("WINDOW", "use_sliding_window= max_window_layers= layer_types=")
            .replace("MOE", "num_experts= moe_intermediate_size= num_experts_per_tok=")
            .replace(
                    "LATENT",
                    "q_lora_rank= kv_lora_rank= qk_rope_head_dim= qk_nope_head_dim= v_head_dim= n_routed_experts="
                            + " moe_intermediate_size= num_experts_per_tok= n_shared_experts= first_k_dense_replace=");

    private static final Map<String, Map<String, String>> ALL = TABLE.lines()
            .map(line -> line.split(":", 2))
            .collect(ImmutableMap.toImmutableMap(
                    words -> words[0],
                    words -> Splitter.on(' ')
                            .omitEmptyStrings()
                            .withKeyValueSeparator('=')
                            .split(words[1])));

    private ModelFamily() {}

    /**
     * Returns the keys of a configuration's family with their defaults; the default is empty for keys without a
     * default.
     *
     * @throws InputException if the type is missing or unknown
     */
    static Map<String, String> keys(Settings config) {
        String types = String.join(", ", new TreeSet<>(ALL.keySet()));
        if (!config.has("model_type")) {
            throw InputException.at(
                    config.place(), "missing key 'model_type' in a model configuration", "Add it: " + types);
        }
        String type = config.text("model_type");
        Map<String, String> found = ALL.get(type);
        if (found == null) {
            throw config.problem(
                    "model_type",
                    "unknown model type '" + type + "'",
                    Suggestion.of(type, ALL.keySet()) + "Known: " + types
                            + ". Others can be described in a training file (docs/traces/training.md)");
        }
        return found;
    }
}
