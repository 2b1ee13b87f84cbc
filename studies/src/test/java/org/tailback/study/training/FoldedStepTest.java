package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.simulation.jitter.Jitter;

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
        return new StepReplay(step, NCCL, platform, 1).times(fold);
    }

    /** 64 GPUs with one interface each or a shared one: some of them stand for all, to the last digits. */
    @ParameterizedTest
    @CsvSource({
        "'data: 8, tensor: 4, pipeline: 2', 1, 'overlap: {data: false}', 8",
        "'data: 16, tensor: 2, pipeline: 2', 1, 'sharding: optimizer', 8",
        "'data: 4, tensor: 8, pipeline: 2, interleave: 2', 2, 'sequence-parallel: true', 8",
        "'data: 4, tensor: 4, context: 2, pipeline: 2', 1, 'sharding: optimizer', 8",
        "'data: 8, tensor: 8', 4, 'sharding: parameters', 8",
        "'data: 16, tensor: 4', 1, 'overlap: {tensor: true}', 4"
    })
    void fold_symmetricNetwork_takesTheSameTime(String parallelism, int gpusOfInterface, String more, int replayed) {
        TrainingStep step = step(parallelism, more);
        TrainingTimes all = replay(step, nodes(gpusOfInterface), false);
        TrainingTimes few = replay(step, nodes(gpusOfInterface), true);

        assertThat(few.folded()).as("%s", few.warnings()).startsWith(replayed + " of 64 GPUs replayed for all");
        assertThat(few.seconds()).isCloseTo(all.seconds(), withinPercentage(1e-7));
        assertThat(few.compute()).isCloseTo(all.compute(), withinPercentage(1e-7));
        assertThat(few.exposed().data()).isCloseTo(all.exposed().data(), within(1e-7 * all.seconds()));
        assertThat(few.messages()).isEqualTo(all.messages());
    }

    /** Tokens go to GPUs of several nodes, and rings of replicas leave each GPU once: two GPUs of two nodes for all. */
    @ParameterizedTest
    @CsvSource({
        "'data: 32, pipeline: 2, expert: 32', 1, 'overlap: {data: false}', 8",
        "'data: 8, tensor: 4, pipeline: 2, expert: 16, expert-tensor: 2', 1, 'sequence-parallel: true', 8"
    })
    void fold_expertGroups_takesTheSameTime(String parallelism, int gpusOfInterface, String more, int replayed) {
        expertsFolded(parallelism, gpusOfInterface, more, replayed);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "'data: 64, expert: 16', 1, 'sharding: optimizer', 4",
        "'data: 16, tensor: 2, context: 2, expert: 16', 1, 'sharding: parameters', 4"
    })
    void fold_largeExpertGroups_takesTheSameTime(String parallelism, int gpusOfInterface, String more, int replayed) {
        expertsFolded(parallelism, gpusOfInterface, more, replayed);
    }

    private static void expertsFolded(String parallelism, int gpusOfInterface, String more, int replayed) {
        TrainingStep step = LayerTimesTest.step(
                "model: {layers: 2, hidden: 1024, heads: 8, sequence: 512, vocabulary: 32000, experts: 32,"
                        + " active-experts: 4, shared-experts: 1}",
                "parallelism: {" + parallelism + "}",
                "batch: 64",
                "gpu: {peak: 400 Tflop/s, efficiency: 0.5}",
                more);
        TrainingTimes all = replay(step, nodes(gpusOfInterface), false);
        TrainingTimes few = replay(step, nodes(gpusOfInterface), true);

        assertThat(few.folded()).as("%s", few.warnings()).startsWith(replayed + " of 64 GPUs replayed for all");
        assertThat(few.seconds()).isCloseTo(all.seconds(), within(1e-9 * all.seconds()));
        assertThat(few.messages()).isEqualTo(all.messages());
        assertExposed(few, all, 1e-9, replayed);
    }

    private static void assertExposed(TrainingTimes few, TrainingTimes all, double error, Object name) {
        for (int i = 0; i < TrainingTimesTest.exposed(all).size(); i++) {
            assertThat(TrainingTimesTest.exposed(few).get(i))
                    .as("%s of %s", i, name)
                    .isCloseTo(TrainingTimesTest.exposed(all).get(i), within(error * all.seconds()));
        }
    }

    /** The messages that are announced before a replay are those of the replay. */
    @Test
    void of_messagesBeforeTheReplay_areThoseOfTheReplay() {
        TrainingStep step = LayerTimesTest.step(
                "model: {layers: 4, hidden: 256, heads: 8, sequence: 128, vocabulary: 1000, experts: 8}",
                "parallelism: {data: 16, tensor: 2, pipeline: 2, expert: 8}",
                "batch: 32",
                "sharding: optimizer",
                "gpu: {peak: 400 Tflop/s, efficiency: 0.5}");
        for (boolean fold : new boolean[] {true, false}) {
            long[] announced = new long[1];
            TrainingTimes times = new StepReplay(step, NCCL, nodes(1), 1)
                    .times(fold, Jitter.NONE.scaledBy(0), some -> announced[0] = some);

            assertThat(times.folded()).matches(text -> text.isEmpty() != fold);
            assertThat(announced[0] * (fold ? 64 / 8 : 1)).isEqualTo(times.messages());
        }
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
        assertThat(times.warnings()).anyMatch(text -> text.startsWith("All GPUs are replayed: messages of equivalent"));
    }

    /** Trees over machines have roots and leaves. */
    @Test
    void fold_treesOfReplicas_isRefused() {
        TrainingTimes times = new StepReplay(
                        step("data: 8, tensor: 8"), CollectiveSelectors.parse("fixed:allreduce=nccl-tree"), nodes(1), 1)
                .times(true);

        assertThat(times.folded()).isEmpty();
        assertThat(times.warnings()).anyMatch(text -> text.contains("partners in groups that differ"));
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** A platform with some of the keys that couple messages. */
    private static String[] platform(Random random) {
        String gpus = "gpus-per-node: " + pick(random, "4", "8") + ", gpus-per-nic: " + pick(random, "1", "2");
        String topology = pick(
                random,
                "topology: star",
                "topology: star",
                "topology: star",
                "topology: fat-tree, down: 8x8, up: 1x8, routing: adaptive",
                "topology: fat-tree, down: 8x8, up: 1x2, routing: adaptive",
                "topology: fat-tree, down: 8x8, up: 1x8, routing: ecmp",
                "topology: fat-tree, down: 8x8, up: 1x8, rails: true",
                "topology: dragonfly-plus, groups: 4x4x4x8, routing: adaptive, link-bandwidth: 50 GB/s");
        String limits = pick(
                random,
                "",
                "",
                "",
                ", host-duplex: 1.3",
                ", connection-duplex: 1.2",
                ", host-duplex: 1.3, connection-duplex: 1.2",
                ", rank-bandwidth: 20 GB/s",
                ", local-links: mesh");
        String cost = pick(
                random,
                "model: hockney, latency: 5 us, bandwidth: 50 GB/s",
                "model: hockney, latency: 5 us, bandwidth: 30 GB/s, eager-limit: 16 KiB",
                "model: hockney, latency: 5 us, bandwidth: 50 GB/s, eager-limit: 16 KiB, rendezvous: in-turn",
                "model: loggps, latency: 5 us, overhead: 1 us, gap: 2 us, bandwidth: 50 GB/s, eager-limit: 16 KiB",
                "model: loggps, latency: 5 us, overhead: 1 us, gap: 0 s, bandwidth: 50 GB/s, eager-limit: 16 KiB");
        return new String[] {
            "cluster: {nodes: 32, " + gpus + "}",
            "network: {model: " + pick(random, "max-min", "max-min", "max-min", "max-min", "largest-share") + ", "
                    + topology + ", bandwidth: 50 GB/s, local-bandwidth: 300 GB/s" + limits + "}",
            "cost: {" + cost + "}",
            "intra-node: {latency: 2 us, bandwidth: 300 GB/s}"
        };
    }

    private static String randomStep(Random random) {
        int tensor = 1 << random.nextInt(4);
        int pipeline = 1 << random.nextInt(2);
        int data = 64 / tensor / pipeline;
        boolean divided = random.nextBoolean();
        String rest = random.nextInt(4) == 0
                ? ", context: 2"
                : random.nextInt(2) == 0 ? ", expert" : pipeline > 1 && divided ? ", interleave: 2" : "";
        if (rest.contains("expert")) {
            int parts = 1 << random.nextInt(2);
            int most = Integer.numberOfTrailingZeros(Math.max(2, Math.min(16, 64 / pipeline / parts)));
            rest = ", expert: " + (1 << random.nextInt(most + 1))
                    + (random.nextBoolean() ? ", expert-tensor: " + parts : "");
        }
        int replicas = rest.contains("context") ? data / 2 : data;
        return String.join(
                "\n",
                "model: {layers: 4, hidden: 1024, heads: 8, sequence: 512, vocabulary: "
                        + pick(random, "0", "32000")
                        + (rest.contains("expert") ? ", experts: 16, active-experts: 2" : "")
                        + "}",
                "parallelism: {data: " + Math.max(1, replicas) + ", tensor: " + tensor + ", pipeline: " + pipeline
                        + rest + "}",
                "batch: " + 2 * Math.max(1, replicas),
                "sharding: " + pick(random, "none", "optimizer", "parameters"),
                "sequence-parallel: " + (rest.contains("expert-tensor") || random.nextBoolean()),
                "overlap: " + random.nextBoolean(),
                pick(random, "gradient-bucket: 3 MB", "steps: 1"),
                "gpu: {peak: 400 Tflop/s, efficiency: 0.5}");
    }

    /** Folded against whole steps, on platforms whose keys couple messages: equal, or refused with a reason. */
    private static void foldedEqualsWhole(long seed, int cases, int leastFolds) {
        Random random = new Random(seed);
        int folds = 0;
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            String[] lines = platform(random);
            String described = randomStep(random);
            String collectives = pick(random, "nccl", "nccl", "nccl", "basic");
            String name = "seed " + seed + ", case " + i + "\n" + described + "\n" + String.join("\n", lines) + "\n"
                    + collectives;
            TrainingStep step;
            Platform platform;
            try {
                platform = TestPlatforms.of(lines);
                step = LayerTimesTest.step(described.split("\n", -1));
            } catch (InputException notPossible) {
                continue;
            }
            CollectiveSelector selector = CollectiveSelectors.parse(collectives);
            StepFold fold = StepFold.search(step.parallelism(), new TrainingProgram(step), selector, platform, 1);
            assertThat(fold.problem().isEmpty()).as(name).isEqualTo(fold.window() != null);
            if (fold.window() == null) {
                refused.add(fold.problem());
                continue;
            }
            TrainingTimes few = new StepReplay(step, selector, platform, 1).times(true);
            folds++;
            TrainingTimes all = new StepReplay(step, selector, platform, 1).times(false);
            assertThat(few.seconds()).as(name).isCloseTo(all.seconds(), within(1e-9 * all.seconds()));
            assertThat(few.messages()).as(name).isEqualTo(all.messages());
            assertExposed(few, all, 1e-8, name);
        }
        assertThat(folds).as("folds, others: %s", refused).isGreaterThanOrEqualTo(leastFolds);
    }

    @Test
    void fold_randomStepsAndPlatforms_equalsTheWhole() {
        foldedEqualsWhole(6, 10, 2);
    }

    @Test
    @Tag("thorough")
    void fold_manyRandomStepsAndPlatforms_equalsTheWhole() {
        foldedEqualsWhole(1, 150, 8);
    }

    /** The field's steps that were off by up to 22 %: not folded now. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "eager-limit: 16 KiB, rendezvous: in-turn | local-links: switch | take turns",
                "latency: 5 us | host-duplex: 1.3, connection-duplex: 1.2 | both directions between two GPUs share a limit"
            })
    void fold_messagesInBothDirectionsAreCoupled_isRefused(String cost, String network, String reason) {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 8, gpus-per-node: 8}",
                "network: {model: max-min, bandwidth: 40 GB/s, local-bandwidth: 400 GB/s, " + network + "}",
                "cost: {model: hockney, bandwidth: 40 GB/s, " + (cost.contains("latency") ? "" : "latency: 3 us, ")
                        + cost + "}",
                "intra-node: {latency: 1 us, bandwidth: 400 GB/s}");
        TrainingTimes times = replay(step("data: 8, tensor: 8"), platform, true);

        assertThat(times.folded()).isEmpty();
        assertThat(times.warnings()).anyMatch(text -> text.contains(reason));
    }
}
