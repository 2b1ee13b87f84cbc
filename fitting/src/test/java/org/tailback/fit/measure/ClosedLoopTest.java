package org.tailback.fit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpOptions;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.PlogPParameters;
import org.tailback.fit.loggp.PrttCampaign;
import org.tailback.fit.loggp.PrttPoint;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;

/** Measuring the simulated network returns the parameters that it was given. */
class ClosedLoopTest {
    private static final List<Long> SIZES =
            LongStream.range(0, 40).mapToObj(k -> 1 + 1024 * k).toList();
    private static final Offset<Double> EXACT = within(1e-14);

    private static LogGpParameters measured(MessageCost cost) {
        return LogGpFit.fit(series(cost), new LogGpOptions(2, 5, 1e-12, 6, true));
    }

    private static PrttSeries series(MessageCost cost) {
        Platform platform = Platform.builder()
                .cluster(Cluster.of(2, 1))
                .model(Registry.load().model(ModelChoice.parse(Uncontended.NAME)))
                .cost(cost)
                .loss(new NoLoss())
                .build();
        PrttCampaign campaign = new PrttCampaign(SIZES, 16, new Repetition(0, 1, 1, 1));
        return PrttSeries.ofCells(
                "simulated",
                campaign.run(new HostPair(new SimulatedHosts(platform), false), List.of(), cell -> {}),
                List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "5.48, 6.10, 7.78, 0.0045, 13.34, 0.0037, 12289",
        "5.96, 4.72, 5.14, 0.00073, 21.39, 0.00103, 12289",
        "10.53, 1.27, 9.44, 0.0092, 52.01, 0.0042, 32769",
    })
    void logGp_withTwoProtocols_comesBack(
            double latency, double overhead, double g1, double perByte1, double g2, double perByte2, long change) {
        String text = "cost:\n  model: loggp\n  latency: " + latency + " us\n  protocols:\n    - {from: 0, overhead: "
                + overhead + " us, gap: " + g1 + " us, gap-per-byte: " + perByte1 + " us}\n    - {from: "
                + (change - 1023)
                + ", overhead: " + overhead + " us, gap: " + g2 + " us, gap-per-byte: " + perByte2 + " us}\n";
        LogGpParameters found = measured(PlatformFile.parse(text, "given").cost(Overrides.NONE, Registry.load()));
        assertThat(found.latency()).isCloseTo(latency * 1e-6, EXACT);
        assertThat(found.protocols()).hasSize(2);
        double[][] given = {{g1, perByte1}, {g2, perByte2}};
        for (int i = 0; i < 2; i++) {
            LogGpParameters.Protocol protocol = found.protocols().get(i);
            assertThat(protocol.overhead().value()).isCloseTo(overhead * 1e-6, EXACT);
            assertThat(protocol.gap().value()).isCloseTo(given[i][0] * 1e-6, EXACT);
            assertThat(protocol.gapPerByte().value()).isCloseTo(given[i][1] * 1e-6, within(1e-18));
        }
        assertThat(found.protocols().get(1).fromBytes()).isEqualTo(change);
        // and the fragment of the fit is the same network again
        String fragment = found.fragment("today").text();
        LogGpParameters again = measured(PlatformFile.parse(fragment, "fitted").cost(Overrides.NONE, Registry.load()));
        assertThat(again.latency()).isCloseTo(found.latency(), EXACT);
        assertThat(again.protocols().get(1).gap().value())
                .isCloseTo(found.protocols().get(1).gap().value(), EXACT);
    }

    @Test
    void logGps_withARendezvousAbove8193_isFoundThere() {
        String text =
                "cost: {model: loggps, latency: 5 us, overhead: 1 us, gap: 3 us, gap-per-byte: 1 ns, eager-limit: 8193}\n";
        LogGpParameters found = measured(PlatformFile.parse(text, "given").cost(Overrides.NONE, Registry.load()));
        assertThat(found.latency()).isCloseTo(5e-6, EXACT);
        assertThat(found.protocols()).hasSize(2);
        assertThat(found.protocols().get(0).toBytes()).isEqualTo(8193);
        assertThat(found.protocols().get(0).overhead().value()).isCloseTo(1e-6, EXACT);
        assertThat(found.protocols().get(0).gap().value()).isCloseTo(3e-6, EXACT);
        for (LogGpParameters.Protocol protocol : found.protocols()) {
            assertThat(protocol.gapPerByte().value()).isCloseTo(1e-9, within(1e-18));
        }
        // above the limit a sender waits for its receiver: what follows a message waits longer
        assertThat(found.protocols().get(1).gap().value()).isGreaterThan(3e-6);
    }

    @Test
    void hockney_comesBackAsLatencyAndBandwidth() {
        LogGpParameters found =
                measured(PlatformFile.parse("cost: {model: hockney, latency: 20 us, bandwidth: 100 MB/s}", "given")
                        .cost(Overrides.NONE, Registry.load()));
        assertThat(found.protocols()).hasSize(1);
        assertThat(found.protocols().get(0).gapPerByte().value()).isCloseTo(1e-8, within(1e-17));
        assertThat(found.roundTripHalf()).isCloseTo(20e-6 + 1e-8, EXACT);
    }

    /** What a fit must find: L + 2o or what stands for it, g and G, microseconds, of all sizes up to 40 KiB. */
    private static final Map<String, String> COSTS = Map.of(
            "hockney", "latency: 20 us, bandwidth: 100 MB/s",
            "logp", "latency: 7 us, overhead: 2 us, gap: 5 us",
            "loggp", "latency: 7 us, overhead: 2 us, gap: 5 us, gap-per-byte: 3 ns",
            "loggps", "latency: 7 us, overhead: 2 us, gap: 5 us, gap-per-byte: 3 ns, eager-limit: 1000000",
            "loggops", "latency: 7 us, overhead: 2 us, gap: 5 us, gap-per-byte: 3 ns, eager-limit: 1000000",
            "plogp", "latency: 50 us, gap: {0: 10 us, 1000001: 2010 us}",
            "smpi", "latency: 10 us, bandwidth: 1 GB/s, bandwidth-factors: '0:0.8', latency-factors: '0:2'");

    private static final Map<String, double[]> FOUND = Map.of(
            "hockney", new double[] {20 + 0.01, 0.01, 0.01},
            "logp", new double[] {7 + 2 * 2, 5, 0},
            "loggp", new double[] {7 + 2 * 2, 5, 0.003},
            "loggps", new double[] {7 + 2 * 2, 5, 0.003},
            // g(1) = 10 us + 2 us / 1000.001 * 1
            "plogp", new double[] {50 + 10 + 2000 / 1000001.0, 10 + 2000 / 1000001.0, 2000 / 1000001.0},
            "loggops", new double[] {7 + 2 * 2, 5, 0.003},
            // 2 * latency and 17 B at 0.8 GB/s; a message begins when its receive is posted, so g contains its latency
            "smpi", new double[] {20 + 17 / 800.0, 20 + 17 / 800.0, 1 / 800.0});

    static List<String> costs() {
        return Registry.load().messageCosts().stream().map(Description::name).toList();
    }

    @ParameterizedTest
    @MethodSource("costs")
    void everyCost_measured_givesTheParametersThatItWasGiven(String cost) {
        assertThat(COSTS).as("a case for every cost").containsKey(cost);
        String text = "cost: {model: " + cost + ", " + COSTS.get(cost) + "}\n";
        LogGpParameters found = measured(PlatformFile.parse(text, cost).cost(Overrides.NONE, Registry.load()));
        double[] given = FOUND.get(cost);
        assertThat(found.protocols()).as("%s", found).hasSize(1);
        assertThat(found.roundTripHalf()).isCloseTo(given[0] * 1e-6, EXACT);
        LogGpParameters.Protocol protocol = found.protocols().get(0);
        assertThat(protocol.gap().value()).as("g").isCloseTo(given[1] * 1e-6, within(1e-12));
        assertThat(protocol.gapPerByte().value()).as("G").isCloseTo(given[2] * 1e-6, within(1e-16));
        if (given[2] == 0) {
            // a network without G is LogP's idea: no measured one is written so
            assertThatThrownBy(() -> found.fragment("today")).isInstanceOf(InputException.class);
            return;
        }
        // and what was fitted, as a platform, is measured the same again
        LogGpParameters again = measured(
                PlatformFile.parse(found.fragment("today").text(), "fitted").cost(Overrides.NONE, Registry.load()));
        assertThat(again.roundTripHalf()).isCloseTo(found.roundTripHalf(), within(1e-11));
        assertThat(again.protocols().get(0).gapPerByte().value())
                .isCloseTo(protocol.gapPerByte().value(), within(1e-16));
    }

    @Test
    void plogP_measured_isTheTableThatItWasGiven_andReadBackFromItsFragment() {
        String text =
                "cost: {model: plogp, latency: 50 us, gap: {1: 4 us, 1025: 16 us, 20481: 90 us, 39937: 100 us}}\n";
        MessageCost given = PlatformFile.parse(text, "given").cost(Overrides.NONE, Registry.load());
        PlogPParameters found = PlogPParameters.of(series(given));
        MessageCost read =
                PlatformFile.parse(found.fragment("today").text(), "fragment").cost(Overrides.NONE, Registry.load());

        assertThat(found.remarks()).isEmpty();
        assertThat(found.latency()).isCloseTo(50e-6, EXACT);
        for (PlogPParameters.Entry entry : found.entries()) {
            assertThat(entry.gap()).as("g(%d)", entry.bytes()).isCloseTo(given.gap(entry.bytes()), EXACT);
            assertThat(read.gap(entry.bytes())).isEqualTo(entry.gap());
        }
    }

    @Test
    void plogP_ofANetworkWithNegativeGaps_saysThemAndWritesZero() {
        PrttPoint small = new PrttPoint(1, 2, 0.25, 0.75, 2, 1);
        PrttPoint faster = new PrttPoint(1025, 2, 0.5, 0.25, 2, 1);
        PlogPParameters found = PlogPParameters.of(new PrttSeries("noise", List.of(small, faster), List.of()));

        assertThat(found.remarks()).anyMatch(remark -> remark.startsWith("g of 1 sizes is negative"));
        assertThat(found.fragment("today").text()).contains("latency: 0 us", "gap: {1: 500000 us, 1025: 0 us}");
    }

    @Test
    void campaign_continued_measuresOnlyWhatIsMissing() {
        int[] calls = {0};
        RoundTrip counting = new RoundTrip() {
            @Override
            public double measure(Exchange exchange) {
                calls[0]++;
                return 1e-3 * exchange.messages();
            }

            @Override
            public boolean isDeterministic() {
                return true;
            }

            @Override
            public String description() {
                return "counting";
            }
        };
        PrttCampaign campaign = new PrttCampaign(List.of(1L, 2L, 3L), 4, new Repetition(0, 1, 1, 1));
        List<PrttSeries.Cell> all = campaign.run(counting, List.of(), cell -> {});
        int first = calls[0];
        assertThat(campaign.run(counting, all.subList(0, 5), cell -> {})).hasSameSizeAs(all);
        assertThat(calls[0] - first).isEqualTo(all.size() - 5);
        campaign.run(counting, all, cell -> {
            throw new AssertionError("nothing is missing");
        });
    }
}
