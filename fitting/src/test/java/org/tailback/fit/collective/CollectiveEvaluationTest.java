package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;

class CollectiveEvaluationTest {
    private static final List<MeasuredCollective> CELLS = List.of(
            cell("default_ompi", "", 64, 30e-6),
            cell("ring_ompi", "ring", 64, 20e-6),
            cell("recursive_doubling_ompi", "recursive-doubling", 64, 10e-6),
            cell("own_over", "", 64, 1e-6),
            cell("ring_ompi", "ring", 1 << 20, 100e-6),
            cell("recursive_doubling_ompi", "recursive-doubling", 1 << 20, 104e-6));

    @Test
    void of_chosenAlgorithmIsSlower_regretIsItsTimeOverTheBest() {
        CollectiveEvaluation evaluation = CollectiveEvaluation.of(CELLS, new double[] {10e-6, 12e-6, 50e-6, 40e-6});

        assertThat(evaluation.points()).hasSize(2);
        CollectiveEvaluation.Point small = evaluation.points().get(0);
        assertThat(small.chosen()).isEqualTo("ring");
        assertThat(small.best()).isEqualTo("recursive-doubling");
        assertThat(small.regret()).isCloseTo(2, within(1e-12));
        assertThat(small.libraryRegret()).isCloseTo(3, within(1e-12));
        CollectiveEvaluation.Point large = evaluation.points().get(1);
        assertThat(large.regret()).isCloseTo(1.04, within(1e-12));
        assertThat(large.libraryRegret()).isNaN();
        assertThat(evaluation.closeChoices()).isEqualTo(0.5);
        assertThat(evaluation.meanRegret()).isCloseTo(1.52, within(1e-12));
        assertThat(evaluation.meanRegretOfLibrary()).isCloseTo(3, within(1e-12));
    }

    /** Labels of Fugaku's cells: what was forced is not what the library would have chosen. */
    @Test
    void libraryRegret_forcedAlgorithmWithoutAName_isNotTheLibrarysChoice() {
        List<MeasuredCollective> cells = List.of(
                cell("default-default", "", 64, 30e-6),
                cell("default-trinaryx3", "", 64, 1e-6),
                cell("ring", "ring", 64, 20e-6),
                cell("recursive_doubling", "recursive-doubling", 64, 10e-6));

        CollectiveEvaluation evaluation = CollectiveEvaluation.of(cells, new double[] {2, 1});

        assertThat(evaluation.points().get(0).libraryRegret()).isCloseTo(3, within(1e-12));
        assertThat(evaluation.left())
                .extracting(CollectiveEvaluation.Left::why)
                .containsExactly("the library's own choice has no name", "the algorithm has no name in Tailback");
    }

    @Test
    void of_cellWithoutPrediction_isLeftWithItsReason() {
        List<MeasuredCollective> cells = List.of(
                CELLS.get(0), CELLS.get(3), new MeasuredCollective(Kind.BCAST, "linear", "linear", 1, 1, 8, 1e-6));

        assertThat(CollectiveEvaluation.of(cells, new double[0]).left())
                .extracting(CollectiveEvaluation.Left::why)
                .containsExactly(
                        "the library's own choice has no name",
                        "the algorithm has no name in Tailback",
                        "one rank sends no message");
    }

    /** What one run measured of an algorithm is not compared with another run's time of another algorithm. */
    @Test
    void of_twoRuns_haveTheirOwnPoints() {
        List<MeasuredCollective> cells = List.of(
                ofRun("a", "ring", 1e-6),
                ofRun("b", "ring", 4e-6),
                ofRun("a", "recursive-doubling", 2e-6),
                ofRun("b", "recursive-doubling", 2e-6));

        assertThat(CollectiveEvaluation.of(cells, new double[] {1, 1, 2, 2}).points())
                .extracting(CollectiveEvaluation.Point::run, CollectiveEvaluation.Point::regret)
                .containsExactly(tuple("a", 1.0), tuple("b", 2.0));
    }

    private static MeasuredCollective ofRun(String run, String algorithm, double seconds) {
        return new MeasuredCollective(run, Kind.ALLREDUCE, algorithm, algorithm, 4, 1, 64, seconds);
    }

    @Test
    void medianFactor_tooFastAndTooSlow_countAlike() {
        // ratios 0.5, 1.2, 0.5, 0.3846…: factors 2, 1.2, 2, 2.6
        CollectiveEvaluation evaluation = CollectiveEvaluation.of(CELLS, new double[] {10e-6, 12e-6, 50e-6, 40e-6});

        assertThat(evaluation.medianFactor()).isCloseTo(2, within(1e-12));
        assertThat(evaluation.medianFactorOfLarge()).isCloseTo(2.3, within(1e-12));
    }

    @Test
    void of_severalRanksPerNode_messagesInsideANodeGoByItsMemory() {
        String platform = """
                cluster: {nodes: 2, cores-per-node: 2}
                network: {model: max-min, bandwidth: 1 GB/s}
                cost: {model: plogp, latency: 10 us, bandwidth: 1 GB/s}
                intra-node: {latency: 1 us, bandwidth: 10 GB/s}
                """;
        MeasuredCollective twoNodes = new MeasuredCollective(Kind.BCAST, "pipeline", "pipeline", 2, 2, 1000, 1);

        CollectiveEvaluation evaluation =
                CollectiveEvaluation.of(List.of(twoNodes), PlatformFile.parse(platform, "two.yaml"), Overrides.NONE);

        // rank 0 > 1 inside the node, 1 > 2 between nodes, 2 > 3 inside: 2 (1 + 0.1) + 10 + 1 us
        assertThat(evaluation.rows().get(0).predicted()).isCloseTo(13.2e-6, within(1e-12));
    }

    @Test
    void of_costFromRanks_countsTheRanksOfEachCell() {
        String platform = """
                cluster: {nodes: 8, cores-per-node: 2}
                network: {model: max-min, bandwidth: 1 GB/s}
                cost: {model: plogp, latency: 10 us, bandwidth: 1 GB/s}
                cost-from-ranks: [{ranks: 3, nodes: 3, model: plogp, latency: 30 us, bandwidth: 1 GB/s}]
                """;
        List<MeasuredCollective> cells = List.of(
                new MeasuredCollective(Kind.BCAST, "linear", "linear", 2, 1, 1000, 1),
                new MeasuredCollective(Kind.BCAST, "linear", "linear", 3, 1, 1000, 1),
                new MeasuredCollective(Kind.BCAST, "pipeline", "pipeline", 2, 2, 1000, 1));

        CollectiveEvaluation evaluation =
                CollectiveEvaluation.of(cells, PlatformFile.parse(platform, "growing.yaml"), Overrides.NONE);

        assertThat(evaluation.rows())
                .extracting(row -> row.predicted() * 1e6)
                .satisfiesExactly(
                        two -> assertThat(two).isCloseTo(11, within(1e-9)),
                        three -> assertThat(three).isCloseTo(32, within(1e-9)),
                        fourRanksOnTwo -> assertThat(fourRanksOnTwo).isCloseTo(11, within(1e-9)));
    }

    @Test
    void of_cellThatThePlatformHasNoPlaceFor_isLeft_andTheOthersArePredicted() {
        String platform = """
                cluster: {nodes: 4, cores-per-node: 2}
                network: {model: max-min, bandwidth: 1 GB/s}
                cost: {model: plogp, latency: 10 us, bandwidth: 1 GB/s}
                """;
        MeasuredCollective fitting = new MeasuredCollective(Kind.BCAST, "linear", "linear", 4, 2, 1000, 1);
        MeasuredCollective wide = new MeasuredCollective(Kind.BCAST, "linear", "linear", 2_000_000, 1, 1000, 1);
        MeasuredCollective full = new MeasuredCollective(Kind.BCAST, "linear", "linear", 2, 3, 1000, 1);

        CollectiveEvaluation evaluation = CollectiveEvaluation.of(
                List.of(wide, fitting, full), PlatformFile.parse(platform, "small.yaml"), Overrides.NONE);

        assertThat(evaluation.rows()).extracting(CollectiveEvaluation.Row::cell).containsExactly(fitting);
        assertThat(evaluation.left())
                .extracting(CollectiveEvaluation.Left::cell, CollectiveEvaluation.Left::why)
                .containsExactly(
                        tuple(wide, "the platform has no more than 4 nodes with 2 cores each"),
                        tuple(full, "the platform has no more than 4 nodes with 2 cores each"));
    }

    @Test
    void of_algorithmThatCannotWorkForTheRanks_isLeft_andTheOthersArePredicted() {
        String platform = """
                cluster: {nodes: 5, cores-per-node: 1}
                network: {model: max-min, bandwidth: 1 GB/s}
                cost: {model: plogp, latency: 10 us, bandwidth: 1 GB/s}
                """;
        MeasuredCollective ring = new MeasuredCollective(Kind.ALLGATHER, "ring", "ring", 5, 1, 1000, 1);
        MeasuredCollective odd = new MeasuredCollective(Kind.ALLTOALL, "A", "A", 5, 1, 1000, 1);

        CollectiveEvaluation evaluation =
                CollectiveEvaluation.of(List.of(odd, ring), PlatformFile.parse(platform, "small.yaml"), Overrides.NONE);

        assertThat(evaluation.rows()).extracting(CollectiveEvaluation.Row::cell).containsExactly(ring);
        assertThat(evaluation.left()).singleElement().satisfies(left -> {
            assertThat(left.cell()).isEqualTo(odd);
            assertThat(left.why()).contains("power of two");
        });
    }

    private static MeasuredCollective cell(String label, String algorithm, long bytes, double seconds) {
        return new MeasuredCollective(Kind.ALLREDUCE, algorithm, label, 4, 1, bytes, seconds);
    }
}
