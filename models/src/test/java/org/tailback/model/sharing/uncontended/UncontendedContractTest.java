package org.tailback.model.sharing.uncontended;

import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class UncontendedContractTest extends BandwidthSharingContract {
    private final SharingModel model = Registry.load().model(ModelChoice.parse("uncontended", "here"));

    @Override
    protected SharingModel model() {
        return model;
    }
}
