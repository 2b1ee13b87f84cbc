package org.tailback.model.loggops;

import org.tailback.cost.MessageCost;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.settings.Settings;

/** Makes {@link LogGopsCost}. */
public final class LogGopsProvider implements MessageCostProvider {
    @Override
    public Description description() {
        return LogGops.description();
    }

    @Override
    public MessageCost create(Settings settings) {
        return new LogGopsCost(LogGops.from(settings));
    }
}
