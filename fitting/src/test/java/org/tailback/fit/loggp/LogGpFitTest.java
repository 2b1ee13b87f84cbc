package org.tailback.fit.loggp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tailback.error.InputException;
import org.tailback.fit.SharedFiles;
import org.tailback.fit.loggp.LogGpParameters.Protocol;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

class LogGpFitTest {
    private static final Offset<Double> EXACT = within(1e-9);
    /** 1e-9 us^2, as the mean square that models with noise-free data need. */
    private static final LogGpOptions NOISE_FREE = noiseFree(true);

    private static LogGpOptions noiseFree(boolean dropOutliers) {
        return new LogGpOptions(2, 5, Math.sqrt(1e-9) * 1e-6, 6, dropOutliers);
    }

    @ParameterizedTest
    @EnumSource(TableTwoTransport.class)
    void table2_itsOwnModelWithoutNoise_comesBackExactly(TableTwoTransport transport) {
        LogGpParameters fitted = LogGpFit.fit(transport.measure(), NOISE_FREE);
        assertThat(fitted.latency() * 1e6).isCloseTo(transport.latency, EXACT);
        assertThat(fitted.roundTripHalf() * 1e6).isCloseTo(transport.latency + 2 * transport.overhead, EXACT);
        assertThat(fitted.protocols()).hasSameSizeAs(transport.protocols);
        for (int i = 0; i < fitted.protocols().size(); i++) {
            Protocol protocol = fitted.protocols().get(i);
            double[] given = transport.protocols.get(i);
            assertThat(protocol.fromBytes()).isEqualTo((long) given[0]);
            assertThat(protocol.gap().value() * 1e6).isCloseTo(given[1], EXACT);
            assertThat(protocol.gapPerByte().value() * 1e6).isCloseTo(given[2], within(1e-12));
            assertThat(protocol.overhead().value() * 1e6).isCloseTo(transport.overhead, EXACT);
        }
        assertThat(fitted.protocols().get(fitted.protocols().size() - 1).toBytes())
                .isEqualTo(64513);
    }

    @ParameterizedTest
    @EnumSource(TableTwoTransport.class)
    void table2_withTheDefaultFloor_hasTheSameProtocols(TableTwoTransport transport) {
        assertThat(changes(LogGpFit.fit(transport.measure(), LogGpOptions.DEFAULT)))
                .isEqualTo(transport.changes());
    }

    @Test
    void table2_mpich2Tcp_sizeOneMeasuresTheOverheadAndIsReported() {
        PrttSeries series = TableTwoTransport.TCP.measure();
        LogGpParameters fitted = LogGpFit.fit(series, NOISE_FREE);
        assertThat(fitted.outliers()).hasSize(1);
        assertThat(fitted.outliers().get(0).bytes()).isEqualTo(1);
        assertThat(fitted.outliers().get(0).value() * 1e6).isCloseTo(3.46, EXACT);
        assertThat(fitted.outliers().get(0).expected() * 1e6).isCloseTo(0.915, EXACT);
        Protocol bent = LogGpFit.fit(series, noiseFree(false)).protocols().get(0);
        assertThat(bent.gap().value() * 1e6).isCloseTo(1.0703918, within(5e-8));
        assertThat(bent.gapPerByte().value() * 1e6).isCloseTo(0.0084864154, within(5e-11));
        assertThat(fitted.protocols().get(0).lineOfAll()).isEqualTo(bent.line());
    }

    @ParameterizedTest
    @EnumSource(TableTwoTransport.class)
    void noise_of2PerThousand_findsTheExactProtocolsInEveryTrial(TableTwoTransport transport) {
        assertThat(exactTrials(transport, 0.002, 400)).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(TableTwoTransport.class)
    void noise_of5PerThousand_findsTheExactProtocolsInMoreThan90Percent(TableTwoTransport transport) {
        // with a success rate of 0.95, fewer than 360 of 400 has a probability below 1e-4
        assertThat(exactTrials(transport, 0.005, 400)).isGreaterThan(360);
    }

    private static int exactTrials(TableTwoTransport transport, double noise, int trials) {
        int exact = 0;
        for (int seed = 0; seed < trials; seed++) {
            PrttSeries series = transport.measure(noise, new Random(seed));
            if (changes(LogGpFit.fit(series, LogGpOptions.DEFAULT)).equals(transport.changes())) {
                exact++;
            }
        }
        return exact;
    }

    @Test
    void intervals_ofNoisyLines_coverTheTruthAsOftenAsTheySay() {
        int covered = 0;
        int trials = 1000;
        Random random = new Random(5);
        for (int trial = 0; trial < trials; trial++) {
            List<PrttPoint> points = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
                long bytes = 1 + 1024L * k;
                double single = 50e-6;
                double gap = 10e-6 + (bytes - 1) * 1e-9 + 0.05e-6 * random.nextGaussian();
                points.add(new PrttPoint(bytes, 16, single, single + 15 * gap, single + 15 * 52e-6, 50e-6));
            }
            Protocol protocol = LogGpFit.fit(new PrttSeries("seeded", points, List.of()), LogGpOptions.DEFAULT)
                    .protocols()
                    .get(0);
            covered += protocol.gap().low() <= 10e-6 && 10e-6 <= protocol.gap().high() ? 1 : 0;
        }
        // binomial(1000, 0.95): 5 standard deviations are 35
        assertThat(covered).isBetween(915, 985);
    }

    @Test
    void outlier_inTheMiddle_isLeftOutAndReportedAndMakesNoProtocol() {
        PrttSeries clean = TableTwoTransport.GM.measure(0.001, new Random(3));
        List<PrttPoint> points = new ArrayList<>(clean.points());
        PrttPoint hit = points.get(20);
        points.set(
                20,
                new PrttPoint(hit.bytes(), hit.messages(), hit.single(), hit.burst() * 3, hit.delayed(), hit.delay()));
        LogGpParameters fitted = LogGpFit.fit(new PrttSeries("disturbed", points, List.of()), LogGpOptions.DEFAULT);
        assertThat(changes(fitted)).isEqualTo(TableTwoTransport.GM.changes());
        assertThat(fitted.outliers()).extracting(LogGpParameters.Outlier::bytes).containsExactly(hit.bytes());
        assertThat(fitted.protocols().get(0).gapPerByte().value() * 1e6).isCloseTo(0.0092, within(0.0001));
    }

    @Test
    void rows_notFinite_areDroppedAndReported() {
        List<PrttPoint> points = new ArrayList<>(TableTwoTransport.SCI.measure().points());
        points.set(7, new PrttPoint(7169, 16, Double.NaN, 1e-3, 1e-3, 1e-5));
        points.set(9, new PrttPoint(9217, 16, 1e-5, Double.POSITIVE_INFINITY, 1e-3, 1e-5));
        LogGpParameters fitted = LogGpFit.fit(new PrttSeries("holes", points, List.of()), NOISE_FREE);
        assertThat(fitted.remarks()).hasSize(2).allMatch(remark -> remark.contains("not finite"));
        assertThat(changes(fitted)).containsExactly(12289L);
    }

    @Test
    void delay_shorterThanTheGap_leavesTheOverheadUnknownAndSaysSo() {
        List<PrttPoint> points = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            points.add(new PrttPoint(1 + 1024L * k, 16, 10e-6, 10e-6 + 15 * 30e-6, 10e-6 + 15 * 30e-6, 10e-6));
        }
        LogGpParameters fitted = LogGpFit.fit(new PrttSeries("slow", points, List.of()), LogGpOptions.DEFAULT);
        assertThat(fitted.protocols().get(0).overhead().value()).isNaN();
        assertThat(fitted.remarks()).anyMatch(remark -> remark.contains("PRTT(2,0,s)"));
    }

    @Test
    void fit_ofTwoSizes_isRefused() {
        List<PrttPoint> points = TableTwoTransport.SCI.measure().points().subList(0, 2);
        assertThatThrownBy(() -> LogGpFit.fit(new PrttSeries("few", points, List.of()), LogGpOptions.DEFAULT))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("at least three message sizes");
    }

    @Test
    void fragment_ofTable2_isReadBackAsTheSameGaps() {
        LogGpParameters fitted = LogGpFit.fit(TableTwoTransport.OPENIB.measure(), NOISE_FREE);
        String text = fitted.fragment("2026-11-21").text();
        assertThat(text).contains("# LogGP fitted to OPENIB, 2026-11-21").contains("over 12 sizes");
        var cost = PlatformFile.parse(text, "fragment").cost(Overrides.NONE, Registry.load());
        for (long bytes : new long[] {1, 5000, 11265, 12289, 40000, 64513, 100000}) {
            assertThat((cost.interfaceGap(bytes) + cost.gap(bytes)) * 1e6)
                    .isCloseTo(TableTwoTransport.OPENIB.gapAll(bytes), EXACT);
            assertThat(cost.sendOverhead(bytes) * 1e6).isCloseTo(4.72, EXACT);
        }
        assertThat(cost.latency(1) * 1e6).isCloseTo(5.96, EXACT);
    }

    @Test
    void fragment_ofOverlappingLatency_keepsTheRoundTrip() {
        List<PrttPoint> points = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            // half a round trip of 5 us, o = 4 us: L = -3 us
            double gap = 5e-6 + k * 1e-9;
            points.add(new PrttPoint(1 + 1024L * k, 16, 10e-6, 10e-6 + 15 * gap, 10e-6 + 15 * 14e-6, 10e-6));
        }
        LogGpParameters fitted = LogGpFit.fit(new PrttSeries("overlap", points, List.of()), LogGpOptions.DEFAULT);
        assertThat(fitted.latency() * 1e6).isCloseTo(-3, EXACT);
        String text = fitted.fragment("today").text();
        var cost = PlatformFile.parse(text, "fragment").cost(Overrides.NONE, Registry.load());
        assertThat(text).contains("# L is negative");
        assertThat((cost.latency(1) + 2 * cost.sendOverhead(1)) * 1e6).isCloseTo(5, EXACT);
    }

    @Test
    void fragment_ofGapsThatDoNotGrow_isRefused() {
        List<PrttPoint> points = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            points.add(new PrttPoint(1 + 1024L * k, 16, 10e-6, 10e-6 + 15 * 5e-6, 10e-6 + 15 * 14e-6, 10e-6));
        }
        LogGpParameters fitted = LogGpFit.fit(new PrttSeries("flat", points, List.of()), LogGpOptions.DEFAULT);
        assertThatThrownBy(() -> fitted.fragment("today"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("flat: no range of sizes has a positive G");
    }

    @Test
    void realData_throughATokenBucketOf1Gbit_hasAGapPerByteOfItsRate() {
        PrttSeries series = PrttFile.series(SharedFiles.find("measured/prtt-link1000.json"));
        LogGpParameters fitted = LogGpFit.fit(series, LogGpOptions.DEFAULT);
        assertThat(fitted.roundTripHalf() * 1e6).isCloseTo(25.238 / 2, within(0.02));
        // 1 Gbit/s of frames: 8 ns per byte and some 5 % of headers and more for acknowledgements
        assertThat(fitted.protocols()
                                .get(fitted.protocols().size() - 1)
                                .gapPerByte()
                                .value()
                        * 1e9)
                .isBetween(8.0, 10.0);
        assertThat(fitted.protocols().get(0).overhead().value() * 1e6).isBetween(5.0, 8.0);
    }

    private static List<Long> changes(LogGpParameters fitted) {
        return fitted.protocols().stream().skip(1).map(Protocol::fromBytes).toList();
    }
}
