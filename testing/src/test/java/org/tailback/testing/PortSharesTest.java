package org.tailback.testing;

import org.junit.jupiter.api.Nested;
import org.tailback.cost.MessageCost;
import org.tailback.sharing.SharingModel;

/** The models of the scenarios keep the contracts too. */
class PortSharesTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new PortShares();
    }

    @Nested
    class Cost extends MessageCostContract {
        @Override
        protected MessageCost cost() {
            return PortShares.SECOND_PER_BYTE;
        }
    }
}
