package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.base.Suppliers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.platform.Use;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Registry;

class CollectiveFitTest {
    private static final String FORM = """
            # the form of a machine
            cluster: {nodes: 8, cores-per-node: 1}
            network: {model: max-min, bandwidth: %s, connection-duplex: %s}   # of a node
            cost:
              model: loggps
              latency: %s
              protocols:
                - {from: 0 B, overhead: %s, bandwidth: 8 GB/s}
              eager-limit: 16 KiB
            local: {reduction: {bandwidth: %s}}
            intra-node: {latency: 1 us, bandwidth: 5 GB/s}
            """;
    private static final String SIMPLE = """
            cluster: {nodes: 8}
            network: {model: max-min, bandwidth: %s}
            cost: {model: loggps, latency: %s, protocols: [{from: 0 B, overhead: %s, bandwidth: 50 GB/s}], eager-limit: 16 KiB}
            """;
    private static final String TRUTH = FORM.formatted("6 GB/s", "1.4", "2 us", "0.5 us", "4 GB/s");
    private static final String GUESS = FORM.formatted("9 GB/s", "1.8", "1 us", "1 us", "10 GB/s");

    private static final Supplier<CollectiveFit.Result> FITTED = Suppliers.memoize(() ->
            CollectiveFit.fit(cells(), PlatformFile.parse(GUESS, "guess.yaml"), GUESS, List.of(), false, () -> {}));

    @Test
    void fit_cellsOfAKnownPlatform_findsItsNumbers() {
        CollectiveFit.Result fitted = FITTED.get();

        Map<String, CollectiveFit.FittedNumber> numbers =
                fitted.numbers().stream().collect(Collectors.toMap(CollectiveFit.FittedNumber::path, number -> number));
        assertThat(value(numbers, "network.bandwidth")).isCloseTo(6, within(0.2));
        assertThat(value(numbers, "network.connection-duplex")).isCloseTo(1.4, within(0.05));
        // messages alone take latency + 2 overheads: the cells cannot tell them apart, but their sum
        assertThat(value(numbers, "cost.latency") + 2 * value(numbers, "cost.protocols[0].overhead"))
                .isCloseTo(3, within(0.1));
        assertThat(numbers.get("cost.latency").inseparableFrom()).containsExactly("cost.protocols[0].overhead");
        assertThat(value(numbers, "local.reduction.bandwidth")).isCloseTo(4, within(0.2));
        assertThat(fitted.evaluation().medianFactor()).isLessThan(1.01);
        assertThat(fitted.leftOut())
                .extracting(CollectiveFit.LeftOut::group)
                .containsExactly("allreduce", "bcast", "8 x 1", "4 x 1");
    }

    /** Guesses that are two to four times off: network, latency, overhead. */
    @ParameterizedTest
    @CsvSource({"12 GB/s, 10 us, 0.5 us", "5 GB/s, 3 us, 0.5 us"})
    void fit_cellsWithoutNoiseFromAnyStart_isInsideOfTheIntervals(String bandwidth, String latency, String overhead) {
        assertFittedFrom(bandwidth, latency, overhead);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"5 GB/s, 10 us, 2 us", "24 GB/s, 6 us, 1 us"})
    void fit_cellsWithoutNoiseFromAllNumbersOff_isInsideOfTheIntervals(
            String bandwidth, String latency, String overhead) {
        assertFittedFrom(bandwidth, latency, overhead);
    }

    private static void assertFittedFrom(String bandwidth, String latency, String overhead) {
        String truth = SIMPLE.formatted("12 GB/s", "3 us", "0.5 us");
        String guess = SIMPLE.formatted(bandwidth, latency, overhead);

        CollectiveFit.Result fitted = CollectiveFit.fit(
                cells(truth), PlatformFile.parse(guess, "guess.yaml"), guess, List.of(), false, () -> {});

        double[] expected = {12, 3, 0.5};
        for (int k = 0; k < expected.length; k++) {
            CollectiveFit.FittedNumber number = fitted.numbers().get(k);
            assertThat(expected[k]).as(number.toString()).isBetween(leading(number.low()), leading(number.high()));
        }
        assertThat(leading(fitted.numbers().get(0).fitted())).isEqualTo(12);
        assertThat(fitted.evaluation().medianFactor()).isLessThan(1.0005);
    }

    @Test
    void fit_numberWithoutInfluence_isNotIdentifiedAndKept() {
        CollectiveFit.Result fitted = FITTED.get();

        assertThat(fitted.numbers())
                .filteredOn(number -> number.path().startsWith("intra-node"))
                .hasSize(2)
                .allSatisfy(number -> {
                    assertThat(number.identified()).isFalse();
                    assertThat(number.fitted()).startsWith(number.given().substring(0, 1));
                });
        assertThat(fitted.numbers())
                .filteredOn(number -> number.path().equals("network.connection-duplex"))
                .allSatisfy(number -> assertThat(number.identified()).isTrue());
    }

    @Test
    void fit_platformText_keepsCommentsAndCanBeReadAgain() {
        String text = FITTED.get().platform();

        assertThat(text)
                .startsWith("# the form of a machine\n")
                .contains("# of a node")
                .contains("eager-limit: 16 KiB");
        CollectiveEvaluation again =
                CollectiveEvaluation.of(cells(), PlatformFile.parse(text, "fitted.yaml"), Overrides.NONE);
        assertThat(again.medianFactor()).isLessThan(1.01);
    }

    @Test
    void fit_platform_saysWhichRunsItsNumbersAreOf() {
        String text = GUESS.replace("local:", "validity:\n  basis: guessed\n\n  nodes: 2\n  date: 2025\nlocal:");
        String fitted = CollectiveFit.validity(text, cells(), false, "measured");

        assertThat(fitted).endsWith("""
                validity:
                  basis: measured
                  ranks-a-node: 1
                  nodes: 4..8
                  operations: allreduce, bcast
                  sizes: 64 B..67108864 B
                  memory: host
                  date: 2025
                """).containsOnlyOnce("validity:");
        assertThat(PlatformFile.parse(fitted, "fitted.yaml")
                        .validity(Overrides.NONE, Registry.load())
                        .domain()
                        .outside(Use.of(16, 16, 1, false), "measured"))
                .containsExactly("16 nodes (measured: 4 to 8)");
    }

    /** One rank a node sends nothing inside of nodes. */
    @Test
    void fit_cellsThatDetermineNoNumber_leavesThemGuessed() {
        CollectiveFit.Result fitted = CollectiveFit.fit(
                cells().subList(0, 3),
                PlatformFile.parse(GUESS, "guess.yaml"),
                GUESS,
                List.of("intra-node."),
                false,
                () -> {});

        assertThat(fitted.numbers()).hasSize(2).noneMatch(CollectiveFit.FittedNumber::identified);
        assertThat(fitted.platform()).contains("basis: guessed").doesNotContain("basis: measured");
        assertThat(FITTED.get().platform()).contains("basis: measured");
    }

    @Test
    void fit_nothingThatCanBePredicted_saysWhatIsMissing() {
        List<MeasuredCollective> unknown = List.of(new MeasuredCollective(Kind.BCAST, "", "own", 4, 1, 8, 1e-6));

        assertThatThrownBy(() -> CollectiveFit.fit(
                        unknown, PlatformFile.parse(GUESS, "guess.yaml"), GUESS, List.of(), false, () -> {}))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'tailback' names it");
    }

    @Test
    void fit_moreNodesMeasuredThanThePlatformHas_saysSo() {
        List<MeasuredCollective> large =
                List.of(new MeasuredCollective(Kind.BCAST, "binomial", "binomial", 9, 1, 8, 1e-6));

        assertThatThrownBy(() -> CollectiveFit.fit(
                        large, PlatformFile.parse(GUESS, "guess.yaml"), GUESS, List.of(), false, () -> {}))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("9 nodes with 1 ranks each were measured, but the platform has 8 nodes");
    }

    /**
     * One rank per node shows only the smaller of the bandwidths of messages and of nodes: 14.37 of the cost may be
     * 14.4 of the network. Each truth is inside of its interval, or the number is said to be inseparable or not
     * determined.
     */
    @ParameterizedTest
    @CsvSource("1, 14.37, 22.0, 24.3, 22.5")
    void fit_twoBandwidthsOfWhichTheSmallerLimits_callsNoWrongOneDetermined(
            long seed, double cost, double network, double costGuess, double networkGuess) {
        assertNoWrongOneIsDetermined(seed, cost, network, costGuess, networkGuess);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "2, 9.1, 17.5, 13.0, 11.0",
        "3, 22.0, 14.4, 22.5, 24.3",
        "4, 12.0, 12.5, 20.0, 8.0",
        "5, 6.0, 30.0, 12.0, 12.0",
        "6, 18.0, 11.0, 9.0, 20.0",
        "7, 14.37, 22.0, 24.3, 22.5",
        "8, 10.7, 17.5, 20.0, 15.0"
    })
    void fit_moreOfTwoBandwidthsOfWhichTheSmallerLimits_callsNoWrongOneDetermined(
            long seed, double cost, double network, double costGuess, double networkGuess) {
        assertNoWrongOneIsDetermined(seed, cost, network, costGuess, networkGuess);
    }

    private static void assertNoWrongOneIsDetermined(
            long seed, double cost, double network, double costGuess, double networkGuess) {
        String form = """
                cluster: {nodes: 16}
                network: {model: max-min, bandwidth: %s GB/s}
                cost: {model: hockney, latency: %s, bandwidth: %s GB/s}
                """;
        String guess = form.formatted(networkGuess, "3 us", costGuess);
        List<MeasuredCollective> cells = new ArrayList<>();
        Random random = new Random(seed);
        for (MeasuredCollective cell : cells(form.formatted(network, "2 us", cost), 16, 8, 4)) {
            cells.add(new MeasuredCollective(
                    cell.operation(),
                    cell.algorithm(),
                    cell.label(),
                    cell.nodes(),
                    1,
                    cell.bytes(),
                    cell.seconds() * Math.exp(0.1 * random.nextGaussian())));
        }

        CollectiveFit.Result fitted =
                CollectiveFit.fit(cells, PlatformFile.parse(guess, "guess.yaml"), guess, List.of(), false, () -> {});

        Map<String, Double> truths = Map.of("cost.bandwidth", cost, "network.bandwidth", network);
        for (CollectiveFit.FittedNumber number : fitted.numbers()) {
            Double truth = truths.get(number.path());
            if (truth != null && number.identified()) {
                assertThat(truth)
                        .as("seed %s: %s", seed, number)
                        .isBetween(leading(number.low()), leading(number.high()));
            }
            if (truth != null && !number.identified()) {
                assertThat(number.inseparableFrom())
                        .as("seed %s: %s of %s", seed, number, fitted.numbers())
                        .containsAnyOf("cost.bandwidth", "network.bandwidth");
            }
        }
    }

    private static double value(Map<String, CollectiveFit.FittedNumber> numbers, String path) {
        return leading(numbers.get(path).fitted());
    }

    private static double leading(String quantity) {
        return Double.parseDouble(quantity.split(" ")[0]);
    }

    private static List<MeasuredCollective> cells() {
        return cells(TRUTH);
    }

    private static List<MeasuredCollective> cells(String truth) {
        return cells(truth, 8, 4);
    }

    /** Returns cells with the times of a platform. */
    private static List<MeasuredCollective> cells(String truth, int... nodeCounts) {
        List<MeasuredCollective> cells = new ArrayList<>();
        for (int nodes : nodeCounts) {
            for (long bytes = 64; bytes <= 64 << 20; bytes *= 16) {
                cells.add(cell(Kind.ALLREDUCE, "recursive-doubling", nodes, bytes));
                cells.add(cell(Kind.ALLREDUCE, "ring", nodes, bytes));
                cells.add(cell(Kind.BCAST, "binomial", nodes, bytes));
            }
        }
        double[] seconds = CollectivePrediction.seconds(cells, PlatformFile.parse(truth, "truth.yaml"), Overrides.NONE);
        List<MeasuredCollective> measured = new ArrayList<>();
        for (MeasuredCollective cell : cells) {
            measured.add(new MeasuredCollective(
                    cell.operation(),
                    cell.algorithm(),
                    cell.label(),
                    cell.nodes(),
                    cell.ranksPerNode(),
                    cell.bytes(),
                    seconds[measured.size()]));
        }
        return measured;
    }

    private static MeasuredCollective cell(Kind operation, String algorithm, int nodes, long bytes) {
        return new MeasuredCollective(operation, algorithm, algorithm, nodes, 1, bytes, 1);
    }
}
