package org.tailback.study.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.Programs;
import org.tailback.generator.RandomPrograms;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.simulation.Workload;
import org.tailback.study.comparison.Comparison.Candidate;
import org.tailback.study.comparison.Comparison.Row;

class ComparisonTest {
    private static Platform platform(String network) {
        return TestPlatforms.of(
                "cluster: {nodes: 8}", "network: " + network, "cost: {model: plogp, latency: 0 s, gap-per-byte: 1 ns}");
    }

    @Test
    void oneConflict_losesWhatItsMessagesLose() {
        // alone for 4 ms, two to one destination from 4 to 6 ms (2 x 1 ms of work), computation to 10 ms
        Workload workload = Workload.of(
                "one conflict",
                ProgramBuilder.ranks(3)
                        .rank(0)
                        .send(1, 0, 4_000_000)
                        .send(2, 0, 1_000_000)
                        .rank(1)
                        .recv(0, 0, 4_000_000)
                        .send(2, 0, 1_000_000)
                        .rank(2)
                        .irecv(0, 0, 0, 1_000_000)
                        .irecv(1, 1, 0, 1_000_000)
                        .awaitAll(0, 1)
                        .compute(4e-3)
                        .build());

        Row row = Comparison.of(
                        List.of(new Candidate(
                                "p", "", workload, platform("{model: max-min, bandwidth: 1 GB/s}"), 1, 250)),
                        1,
                        false,
                        () -> {})
                .rows()
                .get(0);

        assertThat(row.makespan()).isCloseTo(10e-3, within(1e-12));
        assertThat(row.nodes().nodes()).isEqualTo(3);
        assertThat(row.nodes().price()).isEqualTo(750);
        assertThat(row.runPrice()).isCloseTo(7.5, within(1e-9));
        assertThat(row.times().uncontended()).isCloseTo(9e-3, within(1e-12));
        assertThat(row.times().lostToContention()).isCloseTo(2e-3, within(1e-12));
        assertThat(row.ranks()).extracting(Comparison.Rank::rank).containsExactly(0, 1);
    }

    @Test
    void gpusOfOneNode_arePaidOnce() {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 2, gpus-per-node: 4}",
                "network: {model: max-min, bandwidth: 1 GB/s, local-bandwidth: 10 GB/s}",
                "cost: {model: plogp, latency: 1 us, gap-per-byte: 1 ns}",
                "placement: round-robin-processor");
        Workload workload = Workload.of("ring", Programs.ring(5, 1, 1000, 0));

        Row row = Comparison.of(List.of(new Candidate("p", "", workload, platform, 1, 100)), 1, false, () -> {})
                .rows()
                .get(0);

        assertThat(row.nodes().nodes()).isEqualTo(2);
        assertThat(row.nodes().price()).isEqualTo(200);
    }

    @Test
    void anyThreads_sameRowsBestFirst() {
        Workload workload = Workload.of("random", RandomPrograms.pointToPoint(7, 8, 200, 1_000_000));
        List<Candidate> candidates = new ArrayList<>();
        for (String network : List.of(
                "{model: infiniband, competitor-rule: floor}",
                "{model: myrinet}",
                "{model: max-min, bandwidth: 1 GB/s}",
                "{model: uncontended}")) {
            candidates.add(new Candidate(network, "", workload, platform(network), 1, Double.NaN));
        }

        Comparison.Result one = Comparison.of(candidates, 1, true, () -> {});

        assertThat(one.rows()).hasSize(4).extracting(Row::makespan).isSorted();
        assertThat(one.rows().get(0).model()).isEqualTo("uncontended");
        assertThat(one.rows().get(0).times().relative()).isEqualTo(1);
        assertThat(one.rows()).extracting(row -> row.efficiencies().timeouts()).containsOnly(1.0);
        assertThat(one.rows().get(0).efficiencies().contention()).isEqualTo(1);
        assertThat(Comparison.of(candidates, 3, true, () -> {})).isEqualTo(one);
    }
}
