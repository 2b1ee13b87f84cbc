package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;

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
                "model: {layers: 4, hidden: 4096, heads: 16, sequence: 1024, vocabulary: 10007}",
                "parallelism: {" + parallelism + "}",
                "batch: 16",
                "gpu: {name: a100}",
                String.join("\n", more));
    }

    private static TrainingTimes replay(TrainingStep step, Platform platform, boolean fold) {
        return TrainingTimes.of(step, NCCL, platform, 1, fold);
    }

    /** 64 GPUs with one interface each or a shared one: some of them stand for all, to the last digits. */
    @ParameterizedTest
    @CsvSource({
        "'data: 8, tensor: 4, pipeline: 2', 1, 'overlap: {data: false}', 16",
        "'data: 16, tensor: 2, pipeline: 2', 1, 'sharding: optimizer', 32",
        "'data: 4, tensor: 8, pipeline: 2, interleave: 2', 2, 'sequence-parallel: true', 8",
        "'data: 4, tensor: 4, context: 2, pipeline: 2', 1, 'sharding: optimizer', 16",
        "'data: 8, tensor: 8', 4, 'sharding: parameters', 8",
        "'data: 16, tensor: 4', 1, 'overlap: {tensor: true}', 8"
    })
    void fold_symmetricNetwork_takesTheSameTime(String parallelism, int gpusOfInterface, String more, int replayed) {
        TrainingStep step = step(parallelism, more);
        TrainingTimes all = replay(step, nodes(gpusOfInterface), false);
        TrainingTimes few = replay(step, nodes(gpusOfInterface), true);

        assertThat(few.folded()).as("%s", few.warnings()).startsWith(replayed + " of 64 GPUs replayed for all");
        assertThat(few.seconds()).isCloseTo(all.seconds(), withinPercentage(1e-7));
        assertThat(few.compute()).isCloseTo(all.compute(), withinPercentage(1e-7));
        assertThat(few.exposed().get(CommunicationKind.DATA))
                .isCloseTo(all.exposed().get(CommunicationKind.DATA), within(1e-7 * all.seconds()));
        assertThat(few.messages()).isEqualTo(all.messages());
    }

    /** 32 micro-batches take what 2 of them, or one for each stage, and 30 or 28 more do. */
    @ParameterizedTest
    @CsvSource({"'data: 4, tensor: 4'", "'tensor: 4, pipeline: 4'"})
    void quick_manyMicroBatches_takesTheTimeOfAll(String parallelism) {
        TrainingStep step = step(parallelism, "sharding: optimizer").withMicroBatches(32);
        TrainingTimes all = replay(step, nodes(1), false);
        TrainingTimes few = TrainingTimes.quick(step, NCCL, nodes(1), 1).orElseThrow();

        assertThat(few.folded()).endsWith("of 32 micro-batches");
        assertThat(few.seconds()).isCloseTo(all.seconds(), withinPercentage(0.1));
        assertThat(few.messages()).isEqualTo(all.messages());
    }

    /** Eight GPUs of a switch share one link up, which the messages of half of them need. */
    @Test
    void fold_sharedLinksAbove_isRefusedWithTheReason() {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 8, gpus-per-node: 8}",
                "network: {model: max-min, topology: fat-tree, down: 24x3, up: 1x1, bandwidth: 40 GB/s,"
                        + " local-bandwidth: 400 GB/s}",
                "cost: {model: hockney, latency: 3 us, bandwidth: 40 GB/s}",
                "intra-node: {latency: 1 us, bandwidth: 400 GB/s}");
        TrainingTimes times = replay(step("data: 8, tensor: 8"), platform, true);

        assertThat(times.folded()).isEmpty();
        assertThat(times.warnings()).anyMatch(text -> text.startsWith("All GPUs are replayed: messages of like GPUs"));
    }

    /** Trees over machines have roots and leaves. */
    @Test
    void fold_treesOfReplicas_isRefused() {
        TrainingTimes times = TrainingTimes.of(
                step("data: 8, tensor: 8"), CollectiveSelectors.parse("fixed:allreduce=nccl-tree"), nodes(1), 1, true);

        assertThat(times.folded()).isEmpty();
        assertThat(times.warnings()).anyMatch(text -> text.contains("other partners"));
    }
}
