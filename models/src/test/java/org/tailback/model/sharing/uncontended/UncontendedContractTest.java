package org.tailback.model.sharing.uncontended;

import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class UncontendedContractTest extends BandwidthSharingContract {
    private final SharingModel model = Registry.load().sharing("uncontended", Settings.empty("network", "here"));

    @Override
    protected SharingModel model() {
        return model;
    }
}
