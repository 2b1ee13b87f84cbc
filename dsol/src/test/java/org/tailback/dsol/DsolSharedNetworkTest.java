package org.tailback.dsol;

import org.tailback.testing.Host;
import org.tailback.testing.SharedNetworkContract;

/** Replays and messages share a network on DSOL's clock. */
class DsolSharedNetworkTest extends SharedNetworkContract {
    @Override
    protected Host newHost() {
        return DsolKernelTest.host();
    }
}
