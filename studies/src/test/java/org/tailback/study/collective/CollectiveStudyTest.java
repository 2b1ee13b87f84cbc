package org.tailback.study.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.chart.ChartFile;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Registry;
import org.tailback.study.collective.CollectiveStudy.Case;
import org.tailback.study.collective.CollectiveStudy.Variant;
import org.tailback.study.jitter.Jitter;
import org.tailback.study.replication.ReplicationPlan;
import org.tailback.study.replication.Sample;
import org.tailback.study.replication.Share;

class CollectiveStudyTest {
    private static final PlatformFile TABLE_2 =
            PlatformFile.read(Path.of("../docs/platforms/plogpt-table2-bidirectional.yaml"));
    private static final Jitter.Scaled NONE = Jitter.NONE.scaledBy(0);

    private static Variant variant(String loss) {
        return new Variant(loss, 0, CollectiveStudyTest::platform, false, false);
    }

    private static Platform platform(long seed) {
        return TABLE_2.resolve(Overrides.NONE.withSeed(seed), Registry.load());
    }

    private static CollectiveStudy study(int replications, int threads) {
        return new CollectiveStudy(Kind.ALLTOALL, new ReplicationPlan(replications, 0), 1, threads);
    }

    private static List<Case> cases(Jitter.Scaled jitter, int ranks, long... sizes) {
        List<Case> cases = new ArrayList<>();
        for (long size : sizes) {
            for (String algorithm : List.of("A", "B")) {
                cases.add(new Case(variant("tail-drop"), jitter, algorithm, ranks, size));
            }
        }
        return cases;
    }

    /**
     * Nomura et al. section IV.B: the threshold of height 2 is d(2) b(2) = 18203.775 B; above it B meets timeouts and A
     * is faster.
     */
    @Test
    void crossover_tableIIOnFourRanks_isTheFirstSizeAboveTheBuffersThreshold() {
        CollectiveStudy study = study(1, 1);
        List<Case> cases = cases(NONE, 4, 1024, 65536);

        List<Crossover> found =
                Crossover.find(study, cases, study.run(cases, () -> {}).rows());

        assertThat(found).containsExactly(new Crossover("tail-drop", 0, 4, 1, "B", "A", 18204));
    }

    @Test
    void run_anyNumberOfThreads_sameRows() {
        List<Case> cases = cases(
                Jitter.parse("start=exponential:50us,latency=uniform:0:20us").scaledBy(1), 8, 4096, 65536);

        List<CollectiveRow> one = study(12, 1).run(cases, () -> {}).rows();
        List<CollectiveRow> three = study(12, 3).run(cases, () -> {}).rows();
        List<CollectiveRow> many = study(12, 9).run(cases, () -> {}).rows();

        for (int i = 0; i < one.size(); i++) {
            for (CollectiveRow other : List.of(three.get(i), many.get(i))) {
                assertThat(other.times().mean()).isEqualTo(one.get(i).times().mean());
                assertThat(other.times().high()).isEqualTo(one.get(i).times().high());
                assertThat(other.late()).isEqualTo(one.get(i).late());
            }
        }
        assertThat(one.get(0).times().count()).isEqualTo(12);
        assertThat(one.get(0).times().minimum()).isLessThan(one.get(0).times().maximum());
    }

    /** Section VI, the open problem: A never meets a timeout in step, but does when its ranks are out of step. */
    @Test
    void jitter_alltoallAOutOfStep_meetsTimeouts() {
        List<Case> still = cases(NONE, 16, 16384);
        List<Case> shaken = cases(
                Jitter.parse("start=exponential:50us,latency=exponential:20us").scaledBy(1), 16, 16384);

        CollectiveRow inStep = study(40, 2).run(still, () -> {}).rows().get(0);
        CollectiveRow outOfStep = study(40, 2).run(shaken, () -> {}).rows().get(0);

        assertThat(inStep.late().hits()).isZero();
        assertThat(inStep.times().count()).as("nothing is random").isEqualTo(1);
        assertThat(outOfStep.late().low()).isGreaterThan(0.1);
        assertThat(outOfStep.times().maximum()).isGreaterThan(0.2);
    }

    @Test
    void jitter_scaleZero_isNoJitter() {
        List<Case> none = cases(NONE, 8, 16384);
        List<Case> zero = cases(Jitter.parse("start=exponential:50us").scaledBy(0), 8, 16384);

        assertThat(study(5, 1).run(zero, () -> {}).rows().get(1).times().mean())
                .isEqualTo(study(5, 1).run(none, () -> {}).rows().get(1).times().mean());
    }

    @Test
    void charts_overSize_haveALineForEachAlgorithm() {
        List<CollectiveRow> rows =
                study(1, 2).run(cases(NONE, 4, 1024, 2048, 65536), () -> {}).rows();

        String svg = ChartFile.embedded(CollectiveCharts.times("title", rows));

        assertThat(svg).contains(">A</text>", ">B</text>", "size (4 ranks)", "64 KiB");
        assertThat(ChartFile.embedded(CollectiveCharts.timeouts("title", rows))).contains("100 %");
    }

    @Test
    void rules_everyAlgorithmNamed_isOneOfOurs() {
        for (Kind kind : Kind.values()) {
            List<String> names;
            try {
                names = OpenMpiRules.algorithms(kind);
            } catch (InputException e) {
                assertThat(e).hasMessageContaining("no rules by size for " + kind.label());
                continue;
            }
            assertThat(CollectiveProgram.algorithms(kind)).containsAll(names);
        }
    }

    @Test
    void rules_sizesAreCountedAsTunedDoes() {
        List<CollectiveRow> rows = List.of(
                row("linear", 8, 1024, 1),
                row("ring", 8, 1024, 2),
                row("A", 8, 1024, 0.5),
                row("linear", 8, 4096, 1),
                row("ring", 8, 4096, 2),
                row("linear", 8, 65536, 4),
                row("ring", 8, 65536, 3),
                row("linear", 16, 1024, 3),
                row("bruck", 16, 1024, 2));

        String text = OpenMpiRules.text(Kind.ALLTOALL, rows, List.of("a comment"));

        // the block times the number of ranks; A is not one of Open MPI's
        assertThat(text).isEqualTo("""
            # a comment
            1 # number of collectives
            3 # alltoall
            2 # number of communicator sizes
            8 # ranks or more
            2 # number of message sizes
            0 1 0 0 # linear
            524288 2 0 0 # ring
            16 # ranks or more
            1 # number of message sizes
            0 3 0 0 # bruck
            """);
        assertThat(OpenMpiRules.text(Kind.BCAST, List.of(row("pipeline/64KiB", 4, 1, 1)), List.of()))
                .contains("\n0 3 0 65536 # pipeline/64KiB\n");
    }

    private static CollectiveRow row(String algorithm, int ranks, long bytes, double time) {
        return new CollectiveRow(
                "none", 0, algorithm, ranks, 1, bytes, Sample.of(time), new Share(0, 1), 0, java.util.Map.of());
    }

    @Test
    void rules_severalNetworks_areRefused() {
        List<CollectiveRow> rows = study(1, 1)
                .run(
                        List.of(
                                new Case(variant("one"), NONE, "linear", 4, 1),
                                new Case(variant("two"), NONE, "linear", 4, 1)),
                        () -> {})
                .rows();

        assertThatThrownBy(() -> OpenMpiRules.text(Kind.ALLTOALL, rows, List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("one network");
    }
}
