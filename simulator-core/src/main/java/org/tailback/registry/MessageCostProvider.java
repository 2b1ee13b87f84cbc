package org.tailback.registry;

import org.tailback.cost.MessageCost;
import org.tailback.settings.Settings;

/** Makes a message cost from its parameters; found by {@link java.util.ServiceLoader}. */
public interface MessageCostProvider {
    /** Name, summary, source and parameters. */
    Description description();

    /**
     * @param settings the parameters; keys that it does not read are reported by the caller
     * @throws org.tailback.error.InputException if a parameter is missing or out of its domain
     */
    MessageCost create(Settings settings);
}
