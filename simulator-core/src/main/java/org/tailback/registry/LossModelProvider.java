package org.tailback.registry;

import org.tailback.loss.LossModel;
import org.tailback.settings.Settings;

/** Makes a loss model from its parameters; found by {@link java.util.ServiceLoader}. */
public interface LossModelProvider {
    /** Name, summary, source and parameters. */
    Description description();

    /**
     * @param settings the model's parameters; keys that it does not read are reported by the caller
     * @throws org.tailback.error.InputException if a parameter is missing or out of its domain
     */
    LossModel create(Settings settings);
}
