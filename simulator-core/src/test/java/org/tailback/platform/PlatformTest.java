package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.PlacementRules;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.program.CollectiveCall.Kind;
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
                .model(new Named("sharing"))
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

    /** Full nodes reduce; fits of messages alone do not see it, and no interval holds for it. */
    @Test
    void reductionsOfFullNodes_withoutLocalWork_areOutside_andHaveNoInterval() {
        Residuals all =
                new Residuals(0.9, 1, 0, ImmutableList.of(new Residuals.Row(null, 0, 0.5, 2, 2)), KeyedResiduals.NONE);
        Platform free = minimal().residuals(all).build();
        Platform works = free.toBuilder()
                .localWork(new LocalWork(List.of(new LocalWork.Range(0, 0, 1e-10)), List.of(), List.of()))
                .build();
        Use full = Use.of(8, 4, 2, false);

        assertThat(free.outside(full.with(Kind.ALLREDUCE, 8, 8)))
                .containsExactly("reductions by 2 ranks per node take no time (the platform has no section local)");
        assertThat(free.interval(full.with(Kind.ALLREDUCE, 8, 8), 1)).isNull();
        assertThat(free.outside(full.with(Kind.ALLGATHER, 8, 8))).isEmpty();
        assertThat(free.outside(Use.of(4, 4, 1, false).with(Kind.ALLREDUCE, 8, 8)))
                .isEmpty();
        assertThat(works.outside(full.with(Kind.ALLREDUCE, 8, 8))).isEmpty();
        assertThat(works.interval(full.with(Kind.ALLREDUCE, 8, 8), 1)).isNotNull();
    }

    /** The factors of messages count computation as exact: they may be narrower than those of the whole program. */
    @Test
    void programMeasuredAsAWhole_withOtherSettings_hasNoIntervalOfMessages() {
        KeyedResiduals halo = new KeyedResiduals(
                0.9,
                List.of(new KeyedResiduals.Entry(
                        new Domain(Map.of(
                                Use.PROGRAM, Domain.Allowed.of(Set.of("halo")),
                                Use.RANKS, Domain.Allowed.of(List.of(Range.closed(4.0, 8.0))))),
                        0.9,
                        1.1)));
        Platform platform = minimal()
                .residuals(new Residuals(
                        0.9, 1, 0, ImmutableList.of(new Residuals.Row(null, 0, 0.5, 2, Double.NaN)), halo))
                .build();
        Use four = Use.of(4, 4, 1, false);
        Use sixteen = Use.of(16, 16, 1, false).with(Map.of(Use.PROGRAM, "halo"));

        assertThat(platform.interval(four.with(Map.of(Use.PROGRAM, "halo")), 0, 8, 1))
                .isEqualTo(new Interval(0.9, 1.1, 0.9));
        assertThat(platform.interval(sixteen, 0.9, 8, 1)).isNull();
        assertThat(platform.outside(sixteen)).containsExactly("16 ranks (measured: 4 to 8)");
        assertThat(platform.interval(four.with(Map.of(Use.PROGRAM, "cg")), 0, 8, 1))
                .isEqualTo(new Interval(0.5, 2, 0.9));
    }

    @Test
    void build_partMissing_saysWhichAndHow() {
        assertThatThrownBy(() -> Platform.builder().cluster(Cluster.of(1, 1)).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a platform needs a bandwidth-sharing model: call model(…)");
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
