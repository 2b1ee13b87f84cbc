package org.tailback.registry;

import org.tailback.loss.LossModel;

/** Provider that creates a loss model from its parameters; found by {@link java.util.ServiceLoader}. */
public interface LossModelProvider extends ModelProvider<LossModel> {}
