package org.tailback.testing;

import org.junit.jupiter.api.Nested;

/** Users of one network on the clocks of this project. */
class SharedNetworkTest {
    @Nested
    class OnSsj extends SharedNetworkContract {
        @Override
        protected Host newHost() {
            return Host.ssj();
        }
    }

    @Nested
    class PulledByALoop extends SharedNetworkContract {
        @Override
        protected Host newHost() {
            return Host.loop();
        }
    }

    @Nested
    class OnAPriorityQueue extends SharedNetworkContract {
        @Override
        protected Host newHost() {
            return PriorityQueueHostTest.host();
        }
    }
}
