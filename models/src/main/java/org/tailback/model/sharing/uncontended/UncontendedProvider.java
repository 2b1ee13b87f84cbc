package org.tailback.model.sharing.uncontended;

import java.util.List;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Provides {@link Uncontended}. */
public final class UncontendedProvider implements SharingModelProvider {
    @Override
    public Description description() {
        return new Description(
                Uncontended.NAME,
                "every message progresses as if it were alone: a lower bound, but under LogP costs",
                "",
                List.of());
    }

    @Override
    public SharingModel create(Settings settings) {
        return new Uncontended();
    }
}
