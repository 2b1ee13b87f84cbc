package org.tailback.registry;

import org.tailback.sharing.SharingModel;

/** Provider that creates a bandwidth-sharing model from its parameters; found by {@link java.util.ServiceLoader}. */
public interface SharingModelProvider extends ModelProvider<SharingModel> {
    /** Returns true if the model supports links inside GPU nodes; false by default. */
    default boolean knowsGpus() {
        return false;
    }
}
