package org.tailback.model.sharing.largestshare;

import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link LargestShare}. */
public final class LargestShareProvider implements SharingModelProvider {
    static final String NAME = "largest-share";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "Divides by the largest number of messages on any link of the route, on any topology: a baseline",
                "Kim, Lee, Journal of Parallel and Distributed Computing 61(11), 2001",
                TopologySettings.parameters());
    }

    @Override
    public SharingModel create(Settings settings) {
        return new LargestShare(TopologySettings.read(settings));
    }

    @Override
    public boolean knowsGpus() {
        return true;
    }
}
