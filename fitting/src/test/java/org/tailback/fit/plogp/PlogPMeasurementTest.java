package org.tailback.fit.plogp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpOptions;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.PrttCampaign;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.ExchangeFile;
import org.tailback.fit.measure.ExchangeTiming;
import org.tailback.fit.measure.RepeatedExchanges;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.measure.RoundTrip;
import org.tailback.fit.simulated.SimulatedRoundTrip;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.NoLoss;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

class PlogPMeasurementTest {
    private static final Offset<Double> EXACT = within(1e-15);
    /** A gap with a floor for small messages, a bend at an MTU and a switch of protocols at 64 KiB. */
    private static final GapFunction GAP = GapFunction.table(
            Map.of(0.0, 4e-6, 64.0, 4e-6, 1460.0, 16e-6, 65536.0, 560e-6, 65537.0, 900e-6, 1048576.0, 9e-3));

    private static RoundTrip simulated(GapFunction gap) {
        Platform platform = Platform.builder()
                .cluster(Cluster.of(2, 1))
                .sharing(FairTree.of(new double[] {1e9}, new double[0]))
                .cost(new PlogP(50e-6, gap))
                .loss(new NoLoss())
                .build();
        return new SimulatedRoundTrip(platform, 0, 1);
    }

    private static RepeatedExchanges exchanges(GapFunction gap) {
        return RepeatedExchanges.on(simulated(gap), Repetition.ONCE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void simulatedNetwork_returnsTheParametersThatItWasGiven(boolean bothEnds) {
        PlogPParameters found = PlogPMeasurement.measure(exchanges(GAP), PlogPMeasurement.Settings.upTo1MiB(bothEnds));
        assertThat(found.latency()).isCloseTo(50e-6, EXACT);
        assertThat(found.remarks()).isEmpty();
        for (PlogPParameters.Entry entry : found.entries()) {
            assertThat(entry.gap()).as("g(%d)", entry.bytes()).isCloseTo(GAP.seconds(entry.bytes()), EXACT);
            // blocking sends take the gap; what has arrived is received at once
            assertThat(entry.sendOverhead()).isCloseTo(GAP.seconds(entry.bytes()), EXACT);
            assertThat(entry.receiveOverhead()).isCloseTo(0, EXACT);
        }
    }

    @Test
    void table_isDenseWhereTheGapBendsAndFollowsItEverywhere() {
        PlogPParameters found = PlogPMeasurement.measure(exchanges(GAP), PlogPMeasurement.Settings.upTo1MiB(false));
        PlogP cost = found.cost();
        for (long bytes = 0; bytes <= 1 << 20; bytes += 37) {
            // between two neighbours of the table nearer than 32 bytes the switch at 64 KiB may be missed
            if (bytes < 65536 - 32 || bytes > 65536 + 64) {
                assertThat(cost.gap(bytes))
                        .as("g(%d)", bytes)
                        .isCloseTo(GAP.seconds(bytes), within(0.07 * GAP.seconds(bytes)));
            }
        }
        assertThat(found.entries()).extracting(PlogPParameters.Entry::bytes).contains(65536L);
        assertThat(found.entries().stream().filter(entry -> Math.abs(entry.bytes() - 65536) < 1000))
                .hasSizeGreaterThan(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recording_interruptedAnywhere_goesOnAndGivesTheSameParameters(boolean bothEnds, @TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("plogp.txt");
        PlogPMeasurement.Settings settings = PlogPMeasurement.Settings.upTo1MiB(bothEnds);
        List<ExchangeFile.Cell> first = new ArrayList<>();
        PlogPParameters whole = record(settings, file, first);
        assertThat(whole.entries())
                .isEqualTo(PlogPMeasurement.measure(exchanges(GAP), settings).entries());
        String text = Files.readString(file);
        for (double share : new double[] {0.5, 0.99}) {
            Files.writeString(file, text.substring(0, (int) (share * text.length())));
            assertThatThrownBy(() -> PlogPMeasurement.of(ExchangeFile.parse(Files.readString(file), "f"), "f"))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("not complete");
            List<ExchangeFile.Cell> again = new ArrayList<>();
            assertThat(record(settings, file, again)).isEqualTo(whole);
            assertThat(again).hasSizeBetween(1, first.size() / 2 + 2);
            PlogPParameters read = PlogPMeasurement.of(ExchangeFile.parse(Files.readString(file), "f"), "f");
            assertThat(read.entries()).isEqualTo(whole.entries());
            assertThat(read.bothEnds()).isEqualTo(bothEnds);
            assertThat(read.latency()).isEqualTo(whole.latency());
        }
        assertThatThrownBy(() -> record(settings.withLargest(1000), file, new ArrayList<>()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("largest size = 1048576, now it is 1000");
    }

    private static PlogPParameters record(
            PlogPMeasurement.Settings settings, Path file, List<ExchangeFile.Cell> measured) {
        return PlogPMeasurement.record(simulated(GAP), Repetition.ONCE, settings, file, "today", measured::add);
    }

    @Test
    void gaps_thatNoiseMakesNegative_areSaid() {
        RoundTrip noisy = new RoundTrip() {
            @Override
            public ExchangeTiming measure(Exchange exchange) {
                double slow = exchange.bytes() == 0 && exchange.answerBytes() == 0 ? 50e-6 : 0;
                return new ExchangeTiming(100e-6 + slow + 1e-9 * exchange.bytes(), 1e-6, 1e-6);
            }

            @Override
            public boolean isDeterministic() {
                return true;
            }

            @Override
            public String description() {
                return "noisy";
            }
        };
        PlogPParameters found = PlogPMeasurement.measure(
                RepeatedExchanges.on(noisy, Repetition.ONCE),
                PlogPMeasurement.Settings.upTo1MiB(false).withLargest(1024));
        assertThat(found.remarks()).anyMatch(remark -> remark.matches("g of \\d+ sizes is negative.*"));
        assertThat(found.cost().gap(16)).isZero();
    }

    @Test
    void table_overItsLimit_isCutAndSaysSo() {
        PlogPParameters found = PlogPMeasurement.measure(
                exchanges(GAP), new PlogPMeasurement.Settings(1 << 20, false, 16, 1e-9, 2, 30));
        assertThat(found.remarks()).anyMatch(remark -> remark.contains("cut at 30"));
    }

    @Test
    void fragment_isReadBackAsTheSameCost() {
        PlogPParameters found = PlogPMeasurement.measure(exchanges(GAP), PlogPMeasurement.Settings.upTo1MiB(true));
        String text = found.fragment("2026-11-21").text();
        var read = PlatformFile.parse(text, "fragment").cost(Overrides.NONE, Registry.load());
        assertThat(text)
                .startsWith("# PlogP measured with both ends sending at once on simulated plogp on fair-tree, 2026");
        assertThat(read.latency(1)).isEqualTo(found.latency());
        for (long bytes : new long[] {0, 1, 100, 4096, 65536, 1 << 20, 1 << 22}) {
            assertThat(read.gap(bytes)).isEqualTo(found.cost().gap(bytes));
        }
    }

    @Test
    void logGpFit_ofASimulatedNetwork_returnsTheLinesThatItWasGiven() {
        // g(m): 8 us + 5 ns (m - 1) up to 8192 B, 30 us + 4 ns (m - 1) from 9216 B on
        GapFunction gap = GapFunction.table(Map.of(
                1.0, 8e-6, 8193.0, 8e-6 + 8192 * 5e-9, 9217.0, 30e-6 + 9216 * 4e-9, 66560.0, 30e-6 + 66559 * 4e-9));
        List<Long> sizes = java.util.stream.LongStream.range(0, 40)
                .mapToObj(k -> 1 + 1024 * k)
                .toList();
        PrttCampaign campaign = new PrttCampaign(sizes, 16, false, Repetition.ONCE);
        PrttSeries series = PrttSeries.ofCells("simulated", campaign.run(simulated(gap), List.of(), cell -> {}));
        LogGpParameters fitted = LogGpFit.fit(series, LogGpOptions.DEFAULT.withFloor(1e-12));
        assertThat(fitted.protocols()).hasSize(2);
        assertThat(fitted.protocols().get(0).toBytes()).isEqualTo(8193);
        assertThat(fitted.protocols().get(0).gap().value()).isCloseTo(8e-6, within(1e-14));
        assertThat(fitted.protocols().get(0).gapPerByte().value()).isCloseTo(5e-9, within(1e-17));
        assertThat(fitted.protocols().get(1).gap().value()).isCloseTo(30e-6, within(1e-14));
        assertThat(fitted.protocols().get(1).gapPerByte().value()).isCloseTo(4e-9, within(1e-17));
        assertThat(fitted.roundTripHalf()).isCloseTo(50e-6 + 8e-6, within(1e-14));
    }

    @Test
    void campaign_continued_measuresOnlyWhatIsMissing() {
        int[] calls = {0};
        RoundTrip counting = new RoundTrip() {
            @Override
            public ExchangeTiming measure(Exchange exchange) {
                calls[0]++;
                return new ExchangeTiming(1e-3 * exchange.messages(), 0, 0);
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
        PrttCampaign campaign = new PrttCampaign(List.of(1L, 2L, 3L), 4, false, Repetition.ONCE);
        List<PrttSeries.Cell> all = campaign.run(counting, List.of(), cell -> {});
        int first = calls[0];
        assertThat(campaign.run(counting, all.subList(0, 5), cell -> {})).hasSameSizeAs(all);
        assertThat(calls[0] - first).isEqualTo(all.size() - 5);
        campaign.run(counting, all, cell -> {
            throw new AssertionError("nothing is missing");
        });
    }
}
