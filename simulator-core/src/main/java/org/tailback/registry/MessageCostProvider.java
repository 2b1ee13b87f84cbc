package org.tailback.registry;

import org.tailback.cost.MessageCost;

/** Provider that creates a message cost from its parameters; found by {@link java.util.ServiceLoader}. */
public interface MessageCostProvider extends ModelProvider<MessageCost> {}
