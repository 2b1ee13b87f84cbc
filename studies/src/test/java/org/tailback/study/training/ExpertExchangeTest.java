package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.experts.ExchangeNumbers;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.platformfile.YamlSettings;
import org.tailback.program.CollectiveCall;

class ExpertExchangeTest {
    private static final PlatformFile NODES = PlatformFile.parse("""
            cluster: {nodes: 16, gpus-per-node: 4}
            network: {model: max-min, bandwidth: 50 GB/s, local-bandwidth: 450 GB/s}
            cost: {model: hockney, latency: 3 us, bandwidth: 50 GB/s}
            intra-node: {latency: 1 us, bandwidth: 450 GB/s}
            """, "test");

    static TrainingStep step(String parallelism, String... lines) {
        return TrainingStep.of(YamlSettings.parse(
                "model: {layers: 4, hidden: 512, heads: 8, feed-forward: 1024, gated: true, experts: 16,"
                        + " active-experts: 4, sequence: 1024, vocabulary: 1024}\n"
                        + (parallelism.isEmpty() ? "" : "parallelism: {" + parallelism + "}\n")
                        + "sharding: optimizer\ngpu: {name: h100}\n"
                        + (String.join("\n", lines).contains("batch:") ? "" : "batch: 32\n") + String.join("\n", lines),
                "test",
                "training file"));
    }

    private static TrainingTimes times(TrainingStep step, boolean fold) {
        Platform platform = NODES.resolve(Overrides.NONE);
        return new StepReplay(step, CollectiveSelectors.parse("nccl"), platform, 1).times(fold);
    }

    /** What ranks send to each is what it receives, of a table of tokens and both methods. */
    @Test
    void calls_ofATable_sendWhatOthersReceive() {
        SplittableRandom random = new SplittableRandom(5);
        String table = Arrays.toString(random.ints(16, 50, 120).toArray());
        for (String method : List.of("once-per-node", "all-to-all")) {
            TrainingStep step =
                    step("data: 8, expert: 8", "token-exchange: {method: " + method + ", tokens: " + table + "}");
            for (boolean isReturn : new boolean[] {false, true}) {
                CollectiveCall[] calls = new CollectiveCall[8];
                for (int rank = 0; rank < 8; rank++) {
                    calls[rank] = step.exchange().call(step, step.exchangedTokens(), 8, rank, isReturn);
                }
                for (int from = 0; from < 8; from++) {
                    for (int to = 0; to < 8; to++) {
                        assertThat(calls[from].sendCounts()[to])
                                .as("%s, %d to %d", method, from, to)
                                .isEqualTo(calls[to].receiveCounts()[from]);
                    }
                }
            }
        }
    }

    /** A pipeline without others: the formula has all communication of a replay that nothing hides. */
    @Test
    void formula_ofExperts_isNearTheReplay() {
        for (String lines : List.of(
                "fp8: false",
                "token-exchange: {method: all-to-all}",
                "token-exchange: {zipf: 0.4, seed: 3}",
                "token-exchange: {bytes-per-value: 1}",
                "batch: 16\nbytes-per-gradient: 16",
                "batch: 16\nbytes-per-gradient: 16\nbytes-per-gathered: 16\nparallelism: {data: 16, expert: 4}")) {
            String division = lines.contains("parallelism") ? "" : "data: 16, expert: 16";
            TrainingStep step = step(division, lines, "overlap: false");
            double formula = StepEstimate.of(
                            step,
                            new GroupTimes(ranks -> NODES.resolve(Overrides.NONE), CollectiveSelectors.parse("nccl")))
                    .seconds();
            assertThat(formula / times(step, false).seconds()).as(lines).isEqualTo(1, within(0.03));
        }
    }

    /** Exchanges fill the time in which the second stage waits for the matrices of the first one without them. */
    @Test
    void parts_whereExchangesBalanceStages_areNeverBelowZero() {
        TrainingStep step = TrainingStep.of(YamlSettings.parse("""
                model: {layers: 2, hidden: 512, heads: 8, feed-forward: 131072, experts: 16, active-experts: 4,
                        expert-feed-forward: 512, first-dense-layers: 1, sequence: 256, vocabulary: 0}
                parallelism: {data: 8, pipeline: 2, expert: 8}
                batch: 128
                gpu: {peak: 1 Pflop/s, efficiency: 0.5}
                """, "test", "training file"));
        TrainingTimes times = times(step, false);
        double exposed = TrainingTimesTest.exposed(times).stream()
                .mapToDouble(Double::doubleValue)
                .sum();

        assertThat(TrainingTimesTest.exposed(times)).allMatch(part -> part > -1e-12);
        assertThat(times.end()).isNotNegative();
        assertThat(times.exposed().expert()).isPositive();
        assertThat(times.compute() + times.bubble() + times.end() + exposed).isEqualTo(times.seconds(), within(1e-12));
    }

    /** Uneven experts take as long as the GPU with most tokens, and are not folded. */
    @Test
    void replay_ofUnevenExperts_isLongerAndWhole() {
        TrainingTimes even = times(step("data: 64, expert: 16", "batch: 64"), true);
        TrainingTimes uneven = times(step("data: 64, expert: 16", "batch: 64", "token-exchange: {zipf: 0.5}"), true);
        assertThat(uneven.folded()).isEmpty();
        assertThat(even.exposed().expert()).isGreaterThan(4 * 4 * 20e-6);
        assertThat(uneven.warnings()).anyMatch(text -> text.contains("different numbers of tokens"));
        assertThat(uneven.seconds()).isGreaterThan(1.02 * even.seconds());
    }

    /** Exchanges beside computation: what takes less than half a layer is not waited for. */
    @Test
    void overlap_ofExperts_hidesExchanges() {
        TrainingTimes alone = times(step("data: 8, expert: 8"), false);
        TrainingTimes overlapped = times(step("data: 8, expert: 8", "overlap: {experts: true}"), false);
        assertThat(overlapped.compute()).isEqualTo(alone.compute(), within(1e-12));
        assertThat(overlapped.seconds()).isLessThan(alone.seconds());
        assertThat(overlapped.exposed().expert())
                .isLessThan(0.5 * alone.exposed().expert());
    }

    /** DeepEP's numbers are of 1 to 4 nodes; numbers that are given are the user's. */
    @Test
    void outside_ofManyNodes_saysSo() {
        Platform platform = NODES.resolve(Overrides.NONE);
        assertThat(step("data: 16, expert: 16").outside(platform)).noneMatch(text -> text.contains("tokens"));
        TrainingStep large = TrainingStep.of(YamlSettings.parse(
                "model: {layers: 4, hidden: 512, heads: 8, experts: 32, active-experts: 4, sequence: 1024, vocabulary: 0}\n"
                        + "parallelism: {data: 32, expert: 32}\nbatch: 32\ngpu: {name: h100}\n",
                "test",
                "training file"));
        assertThat(large.outside(platform)).contains("tokens to experts on 8 nodes (measured: 1 to 4)");
    }

    @Test
    void keys_outOfTheirDomain_areRefused() {
        for (String lines : List.of(
                "token-exchange: {zipf: 3}",
                "token-exchange: {tokens: [1, 2]}",
                "token-exchange: {method: ring}",
                "token-exchange: {zipf: -0.1}",
                "token-exchange: {seed: 3}",
                "token-exchange: {method: all-to-all, dispatch: {start: 5 us}}",
                "token-exchange: {tokens: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}",
                "token-exchange: {tokens: [-1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}",
                "token-exchange: {dispatch: {late: 2}}",
                "token-exchange: {combine: {local-efficiency: 0}}")) {
            assertThatThrownBy(() -> step("data: 16, expert: 16", lines))
                    .as(lines)
                    .isInstanceOf(InputException.class);
        }
        assertThat(step("data: 16, expert: 16", "token-exchange: {dispatch: {start: 5 us}}")
                        .exchange()
                        .dispatch()
                        .start())
                .isEqualTo(5e-6)
                .isNotEqualTo(ExchangeNumbers.DISPATCH.start());
    }
}
