package org.tailback.study.training;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
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
 * @param keyValueHeads if the configuration has none; 0 for the number of heads
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
    private static final Set<String> LATENT = Set.of(
            "q_lora_rank",
            "kv_lora_rank",
            "qk_rope_head_dim",
            "qk_nope_head_dim",
            "v_head_dim",
            "n_shared_experts",
            "first_k_dense_replace");
    private static final Set<String> WINDOW =
            Set.of("sliding_window", "use_sliding_window", "max_window_layers", "layer_types");
    /** The components in their order, {@code window} or {@code latent} for keys of attention, and further keys. */
    private static final String TABLE = """
        llama        0  0    0 none    -                 -                     -
        mistral      0  8 4096 none    -                 -                     window
        qwen2        0 32    0 queries -                 -                     window
        qwen3      128 32    0 none    -                 -                     window
        mixtral      0  8    0 none    num_local_experts intermediate_size     window
        qwen2_moe    0 16    0 queries num_experts       moe_intermediate_size window \
        shared_expert_intermediate_size qkv_bias
        qwen3_moe    0  4    0 none    num_experts       moe_intermediate_size window
        gpt_oss     64  8  128 all     num_local_experts intermediate_size     window
        deepseek_v2  0  0    0 none    n_routed_experts  moe_intermediate_size latent
        deepseek_v3  0  0    0 none    n_routed_experts  moe_intermediate_size latent
        kimi_k2      0  0    0 none    n_routed_experts  moe_intermediate_size latent
        """;

    private static final Map<String, ModelFamily> ALL = TABLE.lines()
            .map(ModelFamily::row)
            .collect(ImmutableMap.toImmutableMap(ModelFamily::type, family -> family));

    private static ModelFamily row(String line) {
        List<String> words = Splitter.on(' ').omitEmptyStrings().splitToList(line);
        boolean isLatent = words.get(7).equals("latent");
        boolean hasExperts = !words.get(5).equals("-");
        Set<String> keys = new TreeSet<>(words.subList(8, words.size()));
        keys.addAll(isLatent ? LATENT : words.get(7).equals("window") ? WINDOW : Set.of());
        if (hasExperts) {
            keys.addAll(List.of(words.get(5), words.get(6), "num_experts_per_tok"));
        }
        return new ModelFamily(
                words.get(0),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                words.get(4),
                hasExperts ? words.get(5) : "",
                hasExperts ? words.get(6) : "",
                isLatent,
                keys);
    }

    /**
     * Returns the family of a configuration by its {@code model_type}.
     *
     * @throws InputException if the type is missing or not known
     */
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
