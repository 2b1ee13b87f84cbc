package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.platformfile.YamlSettings;

class TrainingSearchTest {
    /** Exhaustive: no division that fits is faster than the first, and all of the result fit. */
    @Test
    void search_smallModel_bestFirstWithinMemory() {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 2, gpus-per-node: 4}",
                "network: {model: max-min, bandwidth: 40 GB/s, local-bandwidth: 400 GB/s}",
                "cost: {model: hockney, latency: 3 us, bandwidth: 40 GB/s}",
                "intra-node: {latency: 1 us, bandwidth: 400 GB/s}");
        String file = "model: {layers: 8, hidden: 4096, heads: 32, sequence: 2048, vocabulary: 1000}\nbatch: 16\n"
                + "gpu: {name: a100, memory: 30 GB}";
        TrainingSearch.Result result = TrainingSearch.search(
                YamlSettings.parse(file, "test", "training file"),
                Optional.empty(),
                8,
                new GroupTimes(ranks -> platform, CollectiveSelectors.parse("nccl")));

        assertThat(result.best()).hasSize(TrainingSearch.BEST);
        assertThat(result.fitting()).isBetween(1, result.candidates() - 1);
        double before = 0;
        for (TrainingSearch.Candidate candidate : result.best()) {
            assertThat(candidate.estimate().seconds()).isGreaterThanOrEqualTo(before);
            assertThat(candidate.estimate().memory().total()).isLessThanOrEqualTo(30e9);
            assertThat(candidate.step().parallelism().ranks()).isEqualTo(8);
            before = candidate.estimate().seconds();
        }
    }
}
