package org.tailback.model.sharing.uncontended;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.BandwidthSharing;

class UncontendedTest {
    private final BandwidthSharing network =
            Registry.load().model(ModelChoice.parse("uncontended", "here")).on(Cluster.of(4, 1), 1);

    private List<Integer> reported() {
        List<Integer> flows = new ArrayList<>();
        network.recompute((flow, rate) -> {
            assertThat(rate).isEqualTo(1);
            flows.add(flow);
        });
        return flows;
    }

    @Test
    void recompute_threeOutOfOneNode_eachHasTheReferenceRate() {
        network.flowStarted(2, 0, 3, Double.POSITIVE_INFINITY);
        network.flowStarted(0, 0, 1, Double.POSITIVE_INFINITY);
        network.flowStarted(1, 0, 2, Double.POSITIVE_INFINITY);
        assertThat(reported()).containsExactly(0, 1, 2);
        assertThat(network.referenceRate(0, 1)).isEqualTo(1);
        assertThat(network.explain(1).value()).isEqualTo(1);
    }

    @Test
    void recompute_reportsOnlyFlowsStartedSinceTheLastCall() {
        network.flowStarted(0, 0, 1, Double.POSITIVE_INFINITY);
        reported();
        network.flowEnded(0);
        network.flowStarted(1, 0, 1, Double.POSITIVE_INFINITY);
        network.flowStarted(0, 1, 0, Double.POSITIVE_INFINITY); // its number again
        network.flowStarted(2, 1, 0, Double.POSITIVE_INFINITY);
        network.flowEnded(2); // cancelled before it had a rate
        assertThat(reported()).containsExactly(0, 1);
        assertThat(reported()).isEmpty();
    }
}
