package org.tailback.study.training;

import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/**
 * A family of models as transformers 4.57 defines it by {@code model_type}, with the defaults of its configuration.
 *
 * @param type its name
 * @param headDimension of a head; 0 for hidden / heads
 * @param keyValueHeads if the configuration has none; 0 for as many as heads
 * @param window tokens that a token attends to if the configuration has none; 0 for all
 * @param biases {@code none}, {@code queries}, or {@code all}
 * @param expertsKey number of experts; empty for dense models
 * @param expertWidthKey width of an expert
 * @param isLatent whether attention is latent
 * @param keys in addition to those of all models
 */
record ModelFamily(
        String type,
        int headDimension,
        int keyValueHeads,
        int window,
        String biases,
        String expertsKey,
        String expertWidthKey,
        boolean isLatent,
        Set<String> keys) {
    private static final Set<String> LATENT =
            Set.of("q_lora_rank", "kv_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim", "v_head_dim");
    private static final Set<String> WINDOW =
            Set.of("sliding_window", "use_sliding_window", "max_window_layers", "layer_types");
    private static final Map<String, ModelFamily> ALL = Map.ofEntries(
            dense("llama", 0, 0, 0, "none"),
            dense("mistral", 0, 8, 4096, "none"),
            dense("qwen2", 0, 32, 0, "queries"),
            dense("qwen3", 128, 32, 0, "none"),
            experts("mixtral", 0, 8, 0, "none", "num_local_experts", "intermediate_size", Set.of()),
            experts(
                    "qwen2_moe",
                    0,
                    16,
                    0,
                    "queries",
                    "num_experts",
                    "moe_intermediate_size",
                    Set.of("shared_expert_intermediate_size", "qkv_bias")),
            experts("qwen3_moe", 0, 4, 0, "none", "num_experts", "moe_intermediate_size", Set.of()),
            experts("gpt_oss", 64, 8, 128, "all", "num_local_experts", "intermediate_size", Set.of()),
            latent("deepseek_v2"),
            latent("deepseek_v3"),
            latent("kimi_k2"));

    private static Entry<String, ModelFamily> dense(
            String type, int head, int keyValueHeads, int window, String biases) {
        return Map.entry(
                type,
                new ModelFamily(
                        type,
                        head,
                        keyValueHeads,
                        window,
                        biases,
                        "",
                        "",
                        false,
                        type.equals("llama") ? Set.of() : WINDOW));
    }

    private static Entry<String, ModelFamily> experts(
            String type,
            int head,
            int keyValueHeads,
            int window,
            String biases,
            String expertsKey,
            String widthKey,
            Set<String> more) {
        Set<String> keys = new TreeSet<>(more);
        keys.addAll(WINDOW);
        keys.addAll(List.of(expertsKey, widthKey, "num_experts_per_tok"));
        return Map.entry(
                type, new ModelFamily(type, head, keyValueHeads, window, biases, expertsKey, widthKey, false, keys));
    }

    private static Entry<String, ModelFamily> latent(String type) {
        Set<String> keys = new TreeSet<>(LATENT);
        keys.addAll(List.of(
                "n_routed_experts",
                "moe_intermediate_size",
                "num_experts_per_tok",
                "n_shared_experts",
                "first_k_dense_replace"));
        return Map.entry(
                type, new ModelFamily(type, 0, 0, 0, "none", "n_routed_experts", "moe_intermediate_size", true, keys));
    }

    /** @throws InputException if the type is missing or not known */
    static ModelFamily of(Settings config) {
        Set<String> types = new TreeSet<>(ALL.keySet());
        if (!config.has("model_type")) {
            throw InputException.at(
                    config.place(),
                    "missing key 'model_type' in a model configuration",
                    "Add it: " + String.join(", ", types));
        }
        ModelFamily found = ALL.get(config.text("model_type"));
        if (found == null) {
            throw config.problem(
                    "model_type",
                    "models of type '" + config.text("model_type") + "' are not known",
                    Suggestion.of(config.text("model_type"), types) + "Known: " + String.join(", ", types)
                            + ". Others can be described in a training file (docs/traces/training.md)");
        }
        return found;
    }

    boolean hasExperts() {
        return !expertsKey.isEmpty();
    }

    /** Returns whether a window counts only with {@code use_sliding_window}, from {@code max_window_layers} on. */
    boolean asksForWindow() {
        return type.startsWith("qwen");
    }

    boolean alternatesWindows() {
        return type.equals("gpt_oss");
    }

    String keyValueHeads(Settings config) {
        return keyValueHeads == 0 ? config.text("num_attention_heads") : Integer.toString(keyValueHeads);
    }

    /** Returns the default of {@code head_dim}, or null if there is none. */
    @Nullable
    String headDimension(int hidden, int heads) {
        return headDimension > 0
                ? Integer.toString(headDimension)
                : hidden % heads == 0 ? Integer.toString(hidden / heads) : null;
    }
}
