package org.tailback.study.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.chart.ChartFile;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Registry;
import org.tailback.replication.Replications;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.study.collective.CollectiveStudy.Case;
import org.tailback.study.collective.CollectiveStudy.Variant;

class CollectiveStudyTest {
    private static final PlatformFile TABLE_2 =
            PlatformFile.read(Path.of("../docs/platforms/plogpt-table2-bidirectional.yaml"));
    private static final Jitter.Scaled NONE = Jitter.NONE.scaledBy(0);

    private static Variant variant(String loss) {
        return new Variant(loss, 0, CollectiveStudyTest::platform, false, false);
    }

    private static Platform platform(int ranks, long seed) {
        return TABLE_2.resolve(Overrides.NONE.withSeed(seed), Registry.load());
    }

    private static CollectiveStudy study(int replications, int threads) {
        return new CollectiveStudy(Kind.ALLTOALL, Replications.of(replications).threads(threads));
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

        List<Crossover> found = Crossover.find(study, study.run(cases, () -> {}).rows());

        assertThat(found).containsExactly(new Crossover("tail-drop", 0, 4, "B", "A", 18204, 1));
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

        String svg = ChartFile.svg(CollectiveCharts.times("title", rows));

        assertThat(svg).contains(">A</text>", ">B</text>", "size (4 ranks)", "64 KiB");
        assertThat(ChartFile.svg(CollectiveCharts.timeouts("title", rows))).contains("100 %");
    }

    @Test
    void run_algorithmThatWasAskedFor_isNoApproximation() {
        CollectiveStudy study =
                new CollectiveStudy(Kind.BCAST, Replications.of(1).threads(1));

        CollectiveStudy.Result result =
                study.run(List.of(new Case(variant("none"), NONE, "binomial", 8, 1000)), () -> {});

        assertThat(result.warnings()).noneMatch(warning -> warning.contains("replayed as the messages"));
    }
}
