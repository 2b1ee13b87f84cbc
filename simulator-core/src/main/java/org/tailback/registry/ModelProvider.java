package org.tailback.registry;

import org.tailback.settings.Settings;

/**
 * Provider that creates models of one kind from their parameters.
 *
 * @param <M> type of the models
 */
public interface ModelProvider<M> {
    /** Returns the name, summary, source and parameters of the model. */
    Description description();

    /**
     * Returns a model.
     *
     * @param settings the model's parameters; the caller reports keys that are not read
     * @throws org.tailback.error.InputException if a parameter is missing or out of its domain
     */
    M create(Settings settings);
}
