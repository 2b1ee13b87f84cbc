package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platform.Platform;
import org.tailback.study.TestPlatforms;

class FoldedStepTest {
    private static final CollectiveSelector NCCL = CollectiveSelectors.parse("nccl");

    private static Platform nodes(int gpusOfInterface) {
        return TestPlatforms.of(
                "cluster: {nodes: 8, gpus-per-node: 8, gpus-per-nic: " + gpusOfInterface + "}",
                "network: {model: max-min, bandwidth: 40 GB/s, local-bandwidth: 400 GB/s}",
                "cost: {model: hockney, latency: 3 us, bandwidth: 40 GB/s}",
                "intra-node: {latency: 1 us, bandwidth: 400 GB/s}");
    }

    private static TrainingStep step(String parallelism, String... more) {
        return LayerTimesTest.step(
                "model: {layers: 8, hidden: 1024, heads: 16, sequence: 256, vocabulary: 1000}",
                "parallelism: {" + parallelism + "}",
                "batch: 32",
                "gpu: {name: a100}",
                String.join("\n", more));
    }

    private static Optional<TrainingTimes> folded(TrainingStep step, Platform platform) {
        return TrainingTimes.folded(step, new GroupTimes(ranks -> platform, NCCL), false, NCCL, platform, 1);
    }

    /** 64 GPUs with one interface each: one GPU of each stage stands for 16 others, to the last digits. */
    @Test
    void fold_symmetricNetwork_takesTheSameTime() {
        for (String parallelism : new String[] {
            "data: 4, tensor: 4, pipeline: 4",
            "data: 2, tensor: 8, pipeline: 4",
            "data: 2, tensor: 8, pipeline: 4, interleave: 2"
        }) {
            for (String more : new String[] {"sharding: none", "sharding: optimizer\nsequence-parallel: true"}) {
                TrainingStep step = step(parallelism, "overlap: {data: false}", more);
                Platform platform = nodes(1);
                TrainingTimes all = TrainingTimes.of(step, NCCL, platform, 1);
                TrainingTimes one = folded(step, platform).orElseThrow();

                assertThat(one.seconds())
                        .as("%s, %s", parallelism, more)
                        .isCloseTo(all.seconds(), withinPercentage(1e-7));
                assertThat(one.folded()).startsWith("16 GPUs of each stage by one");
                assertThat(one.messages()).isLessThan(all.messages() / 10);
            }
        }
    }

    @Test
    void fold_sharedInterfacesOrOverlap_isRefused() {
        assertThat(folded(step("data: 4, tensor: 4, pipeline: 4", "overlap: {data: false}"), nodes(2)))
                .isEmpty();
        assertThat(folded(step("data: 4, tensor: 4, pipeline: 4"), nodes(1))).isEmpty();
    }
}
