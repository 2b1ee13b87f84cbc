package org.tailback.model.sharing.largestshare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class LargestShareTest extends BandwidthSharingContract {
    private static SharingModel model(Map<String, String> settings) {
        return new LargestShare.Provider().create(Settings.ofScalars("model", "test", settings));
    }

    @Override
    protected SharingModel model() {
        return model(Map.of());
    }

    @Override
    protected void checkCapacities(FlowsInFlight network) {
        double[] used = new double[16];
        for (Flow flow : network.flows().values()) {
            used[flow.source()] += network.rate(flow.number());
            used[8 + flow.destination()] += network.rate(flow.number());
        }
        assertThat(Arrays.stream(used).max().orElse(0))
                .as("fullest link of %s", network)
                .isLessThanOrEqualTo(1 + 1e-12);
    }

    @Test
    void kimLee_star_workedExample() {
        assertThat(FlowsInFlight.of(model(), cluster(), "0>1 0>2 0>3 4>3 4>5 6>5")
                        .penalties())
                .containsExactly(3, 3, 3, 2, 2, 2);
    }

    @Test
    void penalties_narrowLinkOnTheRoute_areRelativeToIt() {
        SharingModel model = model(Map.of(
                "topology",
                "fat-tree",
                "down",
                "4x2",
                "up",
                "1x1",
                "bandwidth",
                "1 GB/s",
                "link-bandwidth",
                "100 MB/s"));

        assertThat(FlowsInFlight.of(model, cluster(), "0>7 1>6 2>3").penalties())
                .containsExactly(2, 2, 1);
    }

    @Test
    void rates_randomGraphs_areNeverAboveMaxMin() {
        SharingModel fair = new MaxMin.Provider().create(Settings.empty("model", "test"));
        for (long seed = 0; seed < 300; seed++) {
            FlowsInFlight network = randomGraph(new Random(seed));
            FlowsInFlight other = new FlowsInFlight(fair, cluster());
            network.flows().values().forEach(flow -> other.start(flow.number(), flow.source(), flow.destination()));
            other.recompute();
            for (int flow : network.flows().keySet()) {
                assertThat(network.rate(flow))
                        .as("f%d of %s", flow, network)
                        .isLessThanOrEqualTo(other.rate(flow) * (1 + 1e-12));
            }
        }
    }

    @Nested
    class OnATree extends BandwidthSharingContract {
        @Override
        protected SharingModel model() {
            return LargestShareTest.model(
                    Map.of("topology", "tree", "arity", "2", "oversubscription", "1.5", "bandwidth", "100MB/s"));
        }

        @Override
        protected int[] symmetry(Random random) {
            int mask = random.nextInt(8);
            int[] relabelled = new int[8];
            for (int node = 0; node < 8; node++) {
                relabelled[node] = node ^ mask;
            }
            return relabelled;
        }
    }
}
