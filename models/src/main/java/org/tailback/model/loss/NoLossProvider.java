package org.tailback.model.loss;

import java.util.List;
import org.tailback.loss.LossModel;
import org.tailback.loss.NoLoss;
import org.tailback.registry.Description;
import org.tailback.registry.LossModelProvider;
import org.tailback.settings.Settings;

/** Provider of {@link NoLoss}. */
public final class NoLossProvider implements LossModelProvider {
    @Override
    public Description description() {
        return new Description(NoLoss.NAME, "no message is ever lost", "", List.of());
    }

    @Override
    public LossModel create(Settings settings) {
        return new NoLoss();
    }
}
