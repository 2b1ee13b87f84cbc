package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.PlacementRules;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

class PlatformTest {
    private record Named(String name) implements SharingModel, MessageCost {
        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double gap(long bytes) {
            return 0;
        }

        @Override
        public double latency(long bytes) {
            return 0;
        }
    }

    private record Loss(String name) implements LossModel {
        @Override
        public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
            throw new UnsupportedOperationException();
        }
    }

    private static Platform.Builder minimal() {
        return Platform.builder()
                .cluster(Cluster.of(4, 2))
                .sharing(new Named("sharing"))
                .cost(new Named("cost"))
                .loss(new Loss("loss"));
    }

    @Test
    void build_requiredPartsOnly_hasTheDocumentedDefaults() {
        Platform platform = minimal().build();
        assertThat(platform.intraNode()).isEqualTo(IntraNodePath.FREE);
        assertThat(platform.computeScale()).isEqualTo(1);
        assertThat(platform.hasComputeSpeed()).isFalse();
        assertThat(platform.computeSpeed()).isNaN();
        assertThat(platform.placement().name()).isEqualTo("round-robin-node");
    }

    @Test
    void toBuilder_build_isTheSamePlatform() {
        Platform platform = minimal()
                .intraNode(new IntraNodePath(1e-6, 4e9, true))
                .computeScale(0)
                .computeSpeed(1e10)
                .placement(PlacementRules.random(4))
                .build();
        assertThat(platform.toBuilder().build()).usingRecursiveComparison().isEqualTo(platform);
        assertThat(minimal().build().toBuilder().build().hasComputeSpeed()).isFalse();
    }

    @Test
    void build_partMissing_saysWhichAndHow() {
        assertThatThrownBy(() -> Platform.builder().cluster(Cluster.of(1, 1)).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a platform needs a bandwidth-sharing model: call sharing(…), or model(…) of a network");
    }

    @Test
    void builder_numbersOutOfTheirDomain_areRefused() {
        for (double scale : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> minimal().computeScale(scale).build())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (double speed : new double[] {0, -1, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> minimal().computeSpeed(speed).build())
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
