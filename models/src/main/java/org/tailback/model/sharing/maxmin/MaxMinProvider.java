package org.tailback.model.sharing.maxmin;

import com.google.common.collect.ImmutableList;
import org.tailback.model.topology.HostLimits;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link MaxMin}. */
public final class MaxMinProvider implements SharingModelProvider {
    static final String NAME = "max-min";

    @Override
    public Description description() {
        return HostLimits.addTo(new Description(
                NAME,
                "Max-min fair sharing of links by progressive filling, on any topology: the baseline of fluid simulators",
                "Bertsekas, Gallager: Data Networks, 1992, section 6.5.2",
                ImmutableList.<Parameter>builder()
                        .addAll(TopologySettings.parameters())
                        .add(HostLimits.RANK_BANDWIDTH)
                        .build()));
    }

    @Override
    public SharingModel create(Settings settings) {
        return new MaxMin(TopologySettings.read(settings), HostLimits.read(settings));
    }

    @Override
    public boolean knowsGpus() {
        return true;
    }
}
