package org.tailback.model.sharing.uncontended;

import java.util.List;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Provides {@link Uncontended}. */
public final class UncontendedProvider implements SharingModelProvider {
    private static final String BANDWIDTH = "bandwidth";

    @Override
    public Description description() {
        return new Description(
                Uncontended.NAME,
                "every message progresses as if it were alone: a lower bound, but under LogP costs",
                "",
                List.of(new Parameter(
                        BANDWIDTH, "no limit", "of a node's link: no message is faster, whatever its cost says")));
    }

    @Override
    public SharingModel create(Settings settings) {
        return settings.has(BANDWIDTH) ? Uncontended.over(settings.bytesPerSecond(BANDWIDTH)) : new Uncontended();
    }
}
