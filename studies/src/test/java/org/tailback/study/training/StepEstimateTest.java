package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.program.CollectiveCall.Kind;

class StepEstimateTest {
    private static final Platform FAST = gpus("1000 TB/s", "0 s");

    private static Platform gpus(String bandwidth, String latency) {
        return TestPlatforms.of(
                "cluster: {nodes: 16, gpus-per-node: 1}",
                "network: {model: max-min, bandwidth: " + bandwidth + ", local-bandwidth: " + bandwidth + "}",
                "cost: {model: hockney, latency: " + latency + ", bandwidth: " + bandwidth + "}",
                "intra-node: {latency: 0 s, bandwidth: " + bandwidth + "}");
    }

    private static GroupTimes groups(Platform platform) {
        return new GroupTimes(ranks -> platform, CollectiveSelectors.parse("fixed:allreduce=ring"));
    }

    /** (p - 1) / (m v): 3 / 8 of four stages and 8 micro-batches, a half of that with two chunks. */
    @Test
    void bubble_stagesAndChunks_isThatOfTheSchedule() {
        for (int chunks : new int[] {1, 2}) {
            TrainingStep step = LayerTimesTest.step(
                    "model: {layers: 8, hidden: 32, heads: 4, sequence: 16, vocabulary: 0}",
                    "parallelism: {pipeline: 4, interleave: " + chunks + "}",
                    "batch: 8",
                    "gpu: {peak: 2 Gflop/s, efficiency: 0.5}");
            StepEstimate estimate = StepEstimate.of(step, groups(FAST));

            assertThat(estimate.bubble() / estimate.compute()).isCloseTo(3.0 / 8 / chunks, withinPercentage(1e-6));
            assertThat(new StepReplay(step, CollectiveSelectors.parse("nccl"), FAST, 1)
                            .times(false)
                            .seconds())
                    .as("replayed with %d chunks", chunks)
                    .isCloseTo(estimate.seconds(), withinPercentage(0.01));
        }
    }

    /** A ring moves 2 (n - 1) / n of the buffer over each link: 1.5 x 64 MB at 1 GB/s with four GPUs. */
    @Test
    void allreduce_ring_movesTwiceAlmostAll() {
        GroupTimes groups = groups(gpus("1 GB/s", "0 s"));

        for (int members : new int[] {2, 4, 16}) {
            assertThat(groups.seconds(Kind.ALLREDUCE, 64e6, members, 1))
                    .isCloseTo(2.0 * (members - 1) / members * 0.064, withinPercentage(0.01));
        }
        assertThat(groups.seconds(Kind.ALLREDUCE, 64e6, 1, 1)).isZero();
    }

    /** 2 (n - 1) steps of a latency and the n-th part of the buffer each; groups of more than 32 are folded. */
    @ParameterizedTest
    @ValueSource(ints = {4, 32, 64, 75, 512})
    void allreduce_ringOfAnySize_takesAllItsSteps(int members) {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 512, gpus-per-node: 1}",
                "network: {model: max-min, bandwidth: 1 GB/s, local-bandwidth: 1 GB/s}",
                "cost: {model: hockney, latency: 5 us, bandwidth: 1 GB/s}");
        double bytes = 1 << 24;
        // parts of 32 kB and more are padded to multiples of 32 bytes
        double part = 32 * Math.ceil(bytes / members / 32);

        assertThat(groups(platform).seconds(Kind.ALLREDUCE, bytes, members, 1))
                .isCloseTo(2 * (members - 1) * (5e-6 + part / 1e9), withinPercentage(1e-4));
    }

    /** Groups of eight in nodes of four take the network's time, not that inside a node. */
    @Test
    void tensorGroup_beyondANode_takesTheNetworksTime() {
        Platform nodesOfFour = TestPlatforms.of(
                "cluster: {nodes: 4, gpus-per-node: 4}",
                "network: {model: max-min, bandwidth: 1 GB/s, local-bandwidth: 100 GB/s}",
                "cost: {model: hockney, latency: 0 s, bandwidth: 1 GB/s}",
                "intra-node: {latency: 0 s, bandwidth: 100 GB/s}");
        GroupTimes groups = new GroupTimes(ranks -> nodesOfFour, CollectiveSelectors.parse("nccl"));

        double inside = groups.seconds(Kind.ALLREDUCE, 64e6, 4, 1);
        double beyond = groups.seconds(Kind.ALLREDUCE, 64e6, 8, 1);

        assertThat(inside).isLessThan(0.003);
        // four interfaces of 1 GB/s a node carry 64 MB once in each direction at least
        assertThat(beyond).isGreaterThan(0.064 / 4);
    }

    /** Gradients in k buckets have k times the latencies of a ring; as estimated, so replayed. */
    @Test
    void reduce_buckets_hasTheLatenciesOfEach() {
        Platform slow = gpus("1 GB/s", "10 us");
        double[] seconds = new double[2];
        for (int i = 0; i < 2; i++) {
            TrainingStep step = LayerTimesTest.step(
                    "model: {layers: 8, hidden: 1024, heads: 4, sequence: 16, vocabulary: 0}",
                    "parallelism: {data: 4}",
                    "batch: 8",
                    "overlap: false",
                    i == 0 ? "steps: 1" : "gradient-bucket: 8388608 B",
                    "gpu: {peak: 2 Tflop/s, efficiency: 0.5}");
            seconds[i] = StepEstimate.of(step, groups(slow)).seconds();
            assertThat(new StepReplay(step, CollectiveSelectors.parse("fixed:allreduce=ring"), slow, 1)
                            .times(false)
                            .seconds())
                    .isCloseTo(seconds[i], withinPercentage(0.1));
        }
        // 8 layers of 12 x 1024^2 and two norms, 2 bytes each
        double buckets = 8 * (12 * 1024.0 * 1024 + 2048) * 2 / 8388608;
        assertThat(seconds[1] - seconds[0]).isCloseTo((buckets - 1) * 6 * 10e-6, withinPercentage(5));
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /**
     * Steps with and without experts, context, interleave, of every sharding: where the formula stands for a replay.
     */
    private static void nearReplay(long seed, int cases, int leastNear) {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 4, gpus-per-node: 8}",
                "network: {model: max-min, topology: star, bandwidth: 45 GB/s, local-bandwidth: 405 GB/s}",
                "cost: {model: hockney, latency: 3 us, bandwidth: 45 GB/s}",
                "intra-node: {latency: 2 us, bandwidth: 405 GB/s}");
        CollectiveSelector nccl = CollectiveSelectors.parse("nccl");
        GroupTimes groups = new GroupTimes(ranks -> platform, nccl);
        Random random = new Random(seed);
        int near = 0;
        for (int i = 0; i < cases; i++) {
            int tensor = 1 << random.nextInt(4);
            int pipeline = 1 << random.nextInt(3);
            int data = Math.max(1, 16 / tensor / pipeline);
            boolean experts = random.nextInt(6) == 0;
            String more = (pipeline > 1 && random.nextInt(3) == 0 ? ", interleave: 2" : "")
                    + (!experts && random.nextInt(5) == 0 ? ", context: 2" : "")
                    + (experts && data > 1 ? ", expert: 2" : "");
            String[] described = {
                "model: {layers: 8, hidden: 4096, heads: 32, sequence: 2048, vocabulary: 50304"
                        + (experts ? ", experts: 8, active-experts: 2" : "") + "}",
                "parallelism: {data: " + data + ", tensor: " + tensor + ", pipeline: " + pipeline + more + "}",
                "batch: " + 8 * data,
                "sharding: " + pick(random, "none", "optimizer", "parameters"),
                "overlap: "
                        + pick(random, "true", "false", "{data: false, pipeline: true}", "{data: true, tensor: true}"),
                "sequence-parallel: " + random.nextBoolean(),
                pick(random, "gradient-bucket: 80 MB", "steps: 1"),
                "recompute: " + pick(random, "none", "full"),
                "gpu: {name: " + pick(random, "a100", "h100") + "}"
            };
            TrainingStep step = LayerTimesTest.step(described);
            StepEstimate estimate = StepEstimate.of(step, groups);
            if (estimate.isNearReplay(step)) {
                near++;
                assertThat(estimate.seconds())
                        .as("seed %d, case %d: %s", seed, i, String.join("; ", described))
                        .isCloseTo(
                                new StepReplay(step, nccl, platform, 1)
                                        .times(false)
                                        .seconds(),
                                withinPercentage(1));
            }
        }
        assertThat(near).isGreaterThanOrEqualTo(leastNear);
    }

    @Test
    void formula_whereItSaysSo_isWithinOnePercentOfTheReplay() {
        nearReplay(7, 30, 2);
    }

    @Test
    @Tag("thorough")
    void formula_manySteps_isWithinOnePercentOfTheReplay() {
        nearReplay(1, 300, 25);
    }
}
