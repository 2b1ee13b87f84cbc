package com.example.network;

import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class RackBudgetTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new RackBudget(0.25);
    }
}
