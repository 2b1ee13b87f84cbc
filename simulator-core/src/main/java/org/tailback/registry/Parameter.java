package org.tailback.registry;

import org.jspecify.annotations.Nullable;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * One parameter of a model, for listings and error messages.
 *
 * @param name its key in platform files and on the command line, such as {@code outgoing-gamma}
 * @param defaultValue the default as a user would write it; empty if there is none
 * @param description meaning, with unit, domain and the paper's symbol
 */
public record Parameter(String name, @NoOutput String defaultValue, String description) {
    /** Returns the default in the notation of the command line; null without a default. */
    @Output(name = "default", after = "name", orNull = true)
    public @Nullable String defaultOrNull() {
        return defaultValue.isEmpty() ? null : defaultValue;
    }
}
