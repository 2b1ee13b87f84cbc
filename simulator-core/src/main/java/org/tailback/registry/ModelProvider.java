package org.tailback.registry;

import org.tailback.settings.Settings;

/**
 * Makes models of one sort from their parameters.
 *
 * @param <M> sort of the models
 */
public interface ModelProvider<M> {
    /** Returns name, summary, source and parameters. */
    Description description();

    /**
     * Returns a model.
     *
     * @param settings the model's parameters; keys that it does not read are reported by the caller
     * @throws org.tailback.error.InputException if a parameter is missing or out of its domain
     */
    M create(Settings settings);
}
