package org.tailback.registry;

import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes a bandwidth-sharing model from its parameters; found by {@link java.util.ServiceLoader}. */
public interface SharingModelProvider {
    /** Name, summary, source and parameters. */
    Description description();

    /**
     * @param settings the model's parameters; keys that it does not read are reported by the caller
     * @throws org.tailback.error.InputException if a parameter is missing or out of its domain
     */
    SharingModel create(Settings settings);

    /** Returns true if the model supports links inside nodes of GPUs; false by default. */
    default boolean knowsGpus() {
        return false;
    }
}
