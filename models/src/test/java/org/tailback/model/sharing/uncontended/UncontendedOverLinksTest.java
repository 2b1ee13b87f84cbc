package org.tailback.model.sharing.uncontended;

import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class UncontendedOverLinksTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return Uncontended.over(1e8);
    }
}
