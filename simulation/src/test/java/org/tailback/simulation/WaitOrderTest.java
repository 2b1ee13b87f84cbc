package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.RandomPrograms;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** The order in which a waitall lists its requests changes no time. */
class WaitOrderTest {
    private static final int PROGRAMS = Boolean.getBoolean("tailback.thorough") ? 200 : 3;

    private static Platform platform(String... lines) {
        return PlatformFile.parse(String.join("\n", lines), "test").resolve(Overrides.NONE);
    }

    private static ReplayResult run(ParallelProgram program, Platform platform) {
        return Replay.builder(program, platform).build().run();
    }

    private static ExplicitProgram permuted(ExplicitProgram program, Random random) {
        List<ImmutableList<Operation>> ranks = new ArrayList<>();
        for (List<Operation> operations : program.operations()) {
            ranks.add(operations.stream()
                    .map(operation -> operation instanceof Operation.AwaitAll all ? permuted(all, random) : operation)
                    .collect(ImmutableList.toImmutableList()));
        }
        return new ExplicitProgram(ImmutableList.copyOf(ranks));
    }

    private static Operation permuted(Operation.AwaitAll all, Random random) {
        List<Integer> requests = new ArrayList<>(all.requests().asList());
        Collections.shuffle(requests, random);
        return new Operation.AwaitAll(ImmutableIntArray.copyOf(requests));
    }

    private static void assertOrderDoesNotMatter(Platform platform, String name) {
        int waits = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            ExplicitProgram program = RandomPrograms.pointToPoint(seed, 9, 80, 300_000);
            ExplicitProgram other = permuted(program, new Random(seed));
            waits += program.equals(other) ? 0 : 1;
            ReplayResult expected = run(program, platform);
            ReplayResult found = run(other, platform);
            for (int rank = 0; rank < 9; rank++) {
                double finish = expected.ranks().get(rank).finish();
                assertThat(found.ranks().get(rank).finish())
                        .as("%s, seed %s, rank %s of %s", name, seed, rank, other)
                        .isCloseTo(finish, within(1e-12 * finish));
            }
        }
        assertThat(waits).as("programs with lists in another order").isGreaterThan(PROGRAMS / 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lumi",
                "leonardo",
                "marenostrum5",
                "dragonfly-slingshot",
                "fat-tree-hdr",
                "dahu",
                "smpi-star",
                "star-10g",
                "leonardo-gpu"
            })
    void randomPrograms_onABundledPlatform_takeTheSameTimes(String name) {
        assertOrderDoesNotMatter(PlatformFile.read(Path.of(name)).resolve(Overrides.NONE), name);
    }

    /** Overheads longer than messages, so that ranks are mostly busy with them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "loggp, latency: 5 us, overhead: 40 us, gap: 3 us, bandwidth: 1 GB/s",
                "loggps, latency: 5 us, overhead: 40 us, bandwidth: 1 GB/s, eager-limit: 16 KiB, handshake: 2 us"
            })
    void randomPrograms_withLongOverheads_takeTheSameTimes(String cost) {
        assertOrderDoesNotMatter(
                platform(
                        "cluster: {nodes: 4, cores-per-node: 3}",
                        "network: {model: max-min, bandwidth: 1 GB/s}",
                        "cost: {model: " + cost + "}",
                        "intra-node: {latency: 0.5 us, bandwidth: 5 GB/s, overhead: 15 us}"),
                cost);
    }

    /**
     * Rank 1 receives 66 B from another node, which arrive at 10 us + 66 B / 5 GB/s = 10.0132 us, and an empty message
     * of its own node, whose overhead of 1 us is over long before.
     */
    @Test
    void overheadOfAnEarlierMessage_isOverWhenTheLastOneArrives_inAnyOrder() {
        Platform platform = platform(
                "cluster: {nodes: 8, cores-per-node: 4}",
                "network: {model: max-min, bandwidth: 5 GB/s}",
                "cost: {model: hockney, latency: 10 us, bandwidth: 6 GB/s}",
                "intra-node: {latency: 0.5 us, bandwidth: 5 GB/s, overhead: 1 us}");
        for (int[] order : new int[][] {{0, 1, 2}, {1, 0, 2}, {2, 1, 0}}) {
            ParallelProgram program = ProgramBuilder.ranks(2)
                    .rank(0)
                    .isend(4, 1, 0, 66)
                    .awaitAll(4)
                    .rank(1)
                    .irecv(0, 0, 0, 66)
                    .irecv(1, 1, 3, 0)
                    .isend(2, 1, 3, 0)
                    .awaitAll(order)
                    .build();
            assertThat(run(program, platform).makespan()).isCloseTo(10.0132e-6, within(1e-18));
        }
    }
}
