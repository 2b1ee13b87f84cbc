package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;

class TrainingTimesTest {
    private static Platform star(String bandwidth) {
        return TestPlatforms.of(
                "cluster: {nodes: 16, gpus-per-node: 1}",
                "network: {model: max-min, local-bandwidth: 1 TB/s, bandwidth: " + bandwidth + "}",
                "cost: {model: hockney, latency: 1 us, bandwidth: " + bandwidth + "}");
    }

    /** Nodes of eight GPUs whose links inside are those between nodes. */
    private static Platform nodes() {
        return TestPlatforms.of(
                "cluster: {nodes: 2, gpus-per-node: 8}",
                "network: {model: max-min, local-bandwidth: 1 GB/s, bandwidth: 1 GB/s}",
                "cost: {model: hockney, latency: 1 us, bandwidth: 1 GB/s}",
                "intra-node: {latency: 1 us, bandwidth: 1 GB/s}");
    }

    private static TrainingTimes times(Platform platform, String parallelism, String... more) {
        return new StepReplay(
                        TrainingProgramTest.step(parallelism, more),
                        CollectiveSelectors.parse("fixed:allreduce=ring"),
                        platform,
                        1)
                .times(false);
    }

    private static double sum(TrainingTimes times) {
        return times.compute()
                + times.bubble()
                + times.end()
                + exposed(times).stream().mapToDouble(Double::doubleValue).sum();
    }

    static List<Double> exposed(TrainingTimes times) {
        TrainingTimes.Exposed all = times.exposed();
        return List.of(all.pipeline(), all.tensor(), all.data(), all.expert(), all.context());
    }

    @Test
    void parts_anyDivision_addUpToTheStep() {
        for (String parallelism : new String[] {"data: 4", "pipeline: 3", "data: 2, tensor: 2, pipeline: 4"}) {
            for (String more : new String[] {"sharding: none", "sharding: parameters", "steps: 2"}) {
                TrainingTimes times = times(nodes(), parallelism, more);
                assertThat(sum(times)).as("%s, %s", parallelism, more).isCloseTo(times.seconds(), within(1e-12));
            }
        }
    }

    /** (p - 1) of (m + p - 1) forward and backward passes, when messages take hardly any time. */
    @Test
    void bubble_pipelineAlone_isThatOfTheSchedule() {
        TrainingTimes times = times(star("1000 TB/s"), "pipeline: 4", "steps: 2");
        double all = times.step().model().flops(8) / 1e9;

        assertThat(times.compute()).isCloseTo(all / 4, withinPercentage(1e-9));
        assertThat(times.bubble()).isCloseTo(all / 4 * 3 / 8, withinPercentage(1e-9));
        assertThat(times.exposed().pipeline()).isBetween(0.0, 100e-6);
        assertThat(times.utilisation()).isCloseTo(0.5 * 8 / 11, withinPercentage(1));
    }

    /** Links between GPUs of a node are ideal too when the bubble is searched for. */
    @Test
    void bubble_gpusOfANode_isThatOfTheSchedule() {
        Platform node = TestPlatforms.of(
                "cluster: {nodes: 1, gpus-per-node: 4}",
                "network: {model: max-min, bandwidth: 1 GB/s, local-bandwidth: 1 MB/s}",
                "cost: {model: hockney, latency: 1 us, bandwidth: 1 GB/s}",
                "intra-node: {latency: 1 us, bandwidth: 1 MB/s}");
        TrainingTimes times = times(node, "pipeline: 4");

        assertThat(times.bubble()).isCloseTo(times.compute() * 3 / 8, withinPercentage(1e-9));
        assertThat(times.exposed().pipeline()).isGreaterThan(1e-3);
    }

    /** Reductions are waits, also if computation is scaled. */
    @Test
    void compute_scaledOrReducing_isThatOfTheModel() {
        Platform scaled = nodes().toBuilder().computeScale(0.25).build();
        TrainingTimes reducing = new StepReplay(
                        TrainingProgramTest.step("tensor: 4", "recompute: full"),
                        CollectiveSelectors.parse("basic:reduction=1ns"),
                        scaled,
                        1)
                .times(false);

        double layers = reducing.step().model().flops(8) / 4 / 1e9;
        assertThat(reducing.compute()).isCloseTo(layers * 4 / 3 / 4, withinPercentage(1e-9));
        assertThat(sum(reducing)).isCloseTo(reducing.seconds(), within(1e-12));
    }

    /** Without overlap all gradients are waited for: a ring of two passes each half of them twice. */
    @Test
    void exposed_gradientsAfterComputation_areTheirAllReduce() {
        TrainingTimes times = times(star("1 GB/s"), "data: 2", "overlap: false");
        double bytes = 2.0 * times.step().model().parameters();

        assertThat(times.exposed().data()).isCloseTo(bytes / 1e9 + 2e-6, within(1e-9));
        assertThat(times.exposed().tensor()).isZero();
        assertThat(times.bubble() + times.end()).isZero();
        assertThat(times.step().tokensPerSecond(times.seconds()) * times.seconds())
                .isCloseTo(8 * 16, within(1e-9));
    }

    /** Four buckets one after the other take three times two latencies more; gradients of 4 bytes twice as long. */
    @Test
    void exposed_buckets_areExchangedOneAfterTheOther() {
        double one = data("data: 2", "overlap: false");
        double bytes = 2.0 * TrainingProgramTest.step("data: 2").model().parameters();

        assertThat(data("data: 2", "overlap: false", "gradient-bucket: " + (long) Math.ceil(bytes / 4) + " B"))
                .isCloseTo(one + 3 * 2e-6, within(1e-9));
        assertThat(data("data: 2", "overlap: false", "bytes-per-gradient: 4"))
                .isCloseTo(one + bytes / 1e9, within(1e-9));
    }

    /**
     * With a distributed optimizer only gradients of the layer that is ready last and parameters of the one that is
     * needed first are waited for: half of a layer's bytes each, and a latency; without overlap those of all layers.
     */
    @Test
    void exposed_distributedOptimizer_isTheLastReductionAndTheFirstGather() {
        Transformer model = TrainingProgramTest.step("data: 2").model();
        double layer = 2.0 * model.sharedParameters(0);

        assertThat(data("data: 2", "sharding: optimizer")).isCloseTo(layer / 1e9 + 2e-6, within(2e-7));
        assertThat(data("data: 2", "sharding: optimizer", "bytes-per-gathered: 1", "overlap: false"))
                .isCloseTo(2.0 * model.parameters() * 0.75 / 1e9 + 2e-6, within(2e-7));
    }

    private static double data(String parallelism, String... more) {
        return times(star("1 GB/s"), parallelism, more).exposed().data();
    }

    /** After each second step of 8 sequences one forward pass of 8, a third of the operations of a step, and 3 s. */
    @Test
    void seconds_evaluations_haveTheirShare() {
        double step = times(star("1 GB/s"), "data: 1").seconds();
        TrainingTimes times = times(star("1 GB/s"), "data: 1", "evaluation: {every: 16, sequences: 5, pause: 3 s}");

        assertThat(times.evaluation()).isCloseTo((step / 3 + 3) / 2, within(1e-9));
        assertThat(times.seconds()).isCloseTo(step + times.evaluation(), within(1e-9));
    }

    /** NCCL's channels are progress threads of the ranks, in collectives that are waited for too. */
    @Test
    void exposed_channelsOfNccl_areOfTheKindOfTheirMessages() {
        TrainingTimes times = new StepReplay(
                        TrainingProgramTest.step("tensor: 4"), CollectiveSelectors.parse("nccl"), star("1 GB/s"), 1)
                .times(false);

        assertThat(times.exposed().tensor()).isPositive();
        assertThat(times.exposed().data()).isZero();
        assertThat(sum(times)).isCloseTo(times.seconds(), within(1e-12));
    }

    /** Two nodes of four GPUs with links of 1 GB/s between them: eight GPUs exchange more slowly than in one node. */
    @Test
    void tensorGroup_beyondANode_takesLongerThanInsideOne() {
        List<TrainingTimes> times = Stream.of(8, 4)
                .map(gpus -> new StepReplay(
                                LayerTimesTest.step(
                                        "model: {layers: 2, hidden: 1024, heads: 16, sequence: 1024, vocabulary: 0}",
                                        "parallelism: {tensor: 8}",
                                        "batch: 1",
                                        "gpu: {name: a100}"),
                                CollectiveSelectors.parse("nccl"),
                                TestPlatforms.of(
                                        "cluster: {nodes: 2, gpus-per-node: " + gpus + "}",
                                        "network: {model: max-min, local-bandwidth: 400 GB/s, bandwidth: 1 GB/s}",
                                        "cost: {model: hockney, latency: 3 us, bandwidth: 1 GB/s}",
                                        "intra-node: {latency: 1 us, bandwidth: 400 GB/s}"),
                                1)
                        .times(false))
                .toList();

        // each of two layers reduces its 2 MB of activations four times; a node sends as many bytes over its four links
        double exposed = times.get(1).exposed().tensor();
        assertThat(exposed).isGreaterThan(2 * 4 * 1024 * 1024 * 2 / 4e9);
        assertThat(exposed).isGreaterThan(5 * times.get(0).exposed().tensor());
    }
}
