package org.tailback.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.MachineLayout;
import org.tailback.error.InputException;
import org.tailback.generator.Programs;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.registry.Registry;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

class FoldedReplayTest {
    private static final String COST = """
            cost:
              model: loggps
              latency: 2 us
              eager-limit: 8 KiB
              protocols:
                - {from: 0 B, overhead: 0.3 us, bandwidth: 1 GB/s}
                - {from: 8 KiB, overhead: 2 us, bandwidth: 15 GB/s}
            local:
              reduction: [{from: 0 B, bandwidth: 10 GB/s}]
            intra-node: {latency: 0.3 us, overhead: 0.1 us, bandwidth: 5 GB/s, shared: true}
            """;

    private static Platform platform(String network) {
        return PlatformFile.parse("cluster: {nodes: 64, cores-per-node: 5}\n" + network + "\n" + COST, "test.yaml")
                .resolve(Overrides.NONE, Registry.load());
    }

    private static Placement blocks(Platform platform, int nodes, int each) {
        int[] nodeOfRank = new int[nodes * each];
        for (int rank = 0; rank < nodeOfRank.length; rank++) {
            nodeOfRank[rank] = rank / each;
        }
        return Placement.of(platform.cluster(), nodeOfRank);
    }

    private static @Nullable ReplayResult folded(ParallelProgram program, Platform platform, Placement placement) {
        return new FoldedReplay(program, platform, placement, 1, replay -> {}).run(0);
    }

    private static double makespanOfFew(ParallelProgram program, Platform platform, int nodes) {
        return Objects.requireNonNull(folded(program, platform, blocks(platform, nodes, 1)))
                .makespan();
    }

    private static double makespan(ParallelProgram program, Platform platform, int nodes) {
        return Replay.builder(program, platform)
                .placement(blocks(platform, nodes, 1))
                .build()
                .run()
                .makespan();
    }

    static List<String> networks() {
        return List.of(
                "network: {model: max-min, topology: star, bandwidth: 12 GB/s}",
                "network: {model: max-min, topology: star, bandwidth: 12 GB/s, connection-duplex: 1.2}",
                "network: {model: max-min, topology: star, bandwidth: 30 GB/s, rank-bandwidth: 12 GB/s,"
                        + " connection-duplex: 1, host-duplex: 1.5}",
                "network: {model: smpi, topology: star, bandwidth: 12 GB/s, link-latency: 1 us}",
                "network: {model: max-min, topology: fat-tree, down: 4x16, up: 1x4, bandwidth: 12 GB/s}",
                "network: {model: max-min, topology: torus, dimensions: 4x4x4, bandwidth: 12 GB/s}");
    }

    /** By brute force: the replay of all ranks. */
    @ParameterizedTest
    @MethodSource("networks")
    void makespan_ofFewNodes_isThatOfAll(String network) {
        Platform platform = platform(network);
        Random random = new Random(20261126);
        int folds = 0;
        for (Kind kind : List.of(
                Kind.BARRIER,
                Kind.ALLREDUCE,
                Kind.ALLGATHER,
                Kind.ALLTOALL,
                Kind.REDUCE_SCATTER_BLOCK,
                Kind.BCAST,
                Kind.NEIGHBOR_ALLTOALL)) {
            for (String algorithm : CollectiveProgram.algorithmsOffered(kind, false)) {
                int nodes = random.nextBoolean() ? 32 : 17 + random.nextInt(16);
                int each = 1 + random.nextInt(3);
                int ranks = nodes * each;
                long bytes = kind == Kind.BARRIER ? 0 : (long) ranks << random.nextInt(12);
                Placement placement = blocks(platform, nodes, each);
                ParallelProgram program;
                try {
                    program = CollectiveProgram.isExchange(kind, algorithm)
                            ? CollectiveProgram.of(kind, algorithm, ranks, bytes)
                            : CollectiveExpansion.of(
                                    CollectiveProgram.calls(kind, ranks, bytes),
                                    CollectiveSelector.always(CollectiveAlgorithms.named(kind, algorithm))
                                            .on(MachineLayout.NONE)
                                            .with(platform.localWork(ranks, placement)));
                } catch (InputException notForSoMany) {
                    continue;
                }
                ReplayResult folded = folded(program, platform, placement);
                if (folded != null) {
                    folds++;
                    ReplayResult whole = Replay.builder(program, platform)
                            .placement(placement)
                            .build()
                            .run();
                    String named = kind + " " + algorithm + " of " + bytes + " B, " + nodes + " nodes of " + each;
                    assertThat(folded.makespan())
                            .as(named)
                            .isCloseTo(whole.makespan(), within(1e-9 * whole.makespan()));
                    assertSameCounts(folded, whole, named);
                    assertThat(folded.warnings()).isEqualTo(whole.warnings());
                }
            }
        }
        assertThat(folds).isGreaterThan(4);
    }

    private static void assertSameCounts(ReplayResult folded, ReplayResult whole, String named) {
        assertThat(folded.traffic().messages())
                .as(named)
                .isEqualTo(whole.traffic().messages());
        assertThat(folded.traffic().bytes()).as(named).isEqualTo(whole.traffic().bytes());
        assertThat(folded.messagesInsideNodes()).as(named).isEqualTo(whole.messagesInsideNodes());
        assertThat(folded.conflicts()).as(named).isEqualTo(whole.conflicts());
        assertThat(folded.losses().lostToContention())
                .as(named)
                .isCloseTo(
                        whole.losses().lostToContention(),
                        within(1e-9 * whole.ranks().size() * whole.makespan()));
        for (int rank = 0; rank < whole.ranks().size(); rank++) {
            assertThat(folded.ranks().get(rank).finish())
                    .as("%s, rank %s", named, rank)
                    .isCloseTo(whole.ranks().get(rank).finish(), within(1e-9 * whole.makespan()));
        }
    }

    /** The command's program of the figure in docs/performance.md, smaller. */
    @Test
    void alltoall_onAFatTree_hasTheBitsOfTheWhole() {
        Platform platform =
                platform("network: {model: max-min, topology: fat-tree, down: 4x16, up: 1x4, bandwidth: 12 GB/s}");
        ParallelProgram program = Programs.of("alltoall:ranks=64,bytes=8KiB");
        Placement placement = blocks(platform, 16, 4);

        ReplayResult folded = Objects.requireNonNull(folded(program, platform, placement));

        ReplayResult whole =
                Replay.builder(program, platform).placement(placement).build().run();
        assertThat(folded).isEqualTo(whole);
    }

    @Test
    void messagesThatDoNotDisturbEachOther_haveTheBitsOfTheWhole() {
        Platform shared = platform(networks().get(4));
        Platform platform = shared.toBuilder()
                .model(Uncontended.baselineFor(shared.model()))
                .build();
        ParallelProgram program = Programs.of("alltoall:ranks=70,bytes=8KiB");
        Placement placement = blocks(platform, 14, 5);

        ReplayResult folded = Objects.requireNonNull(folded(program, platform, placement));

        ReplayResult whole =
                Replay.builder(program, platform).placement(placement).build().run();
        assertThat(folded).isEqualTo(whole);
    }

    static Stream<String> narrow() {
        return Stream.of(
                // two nodes of a leaf share a link up
                "network: {model: max-min, topology: fat-tree, down: 4x16, up: 1x2, bandwidth: 12 GB/s}",
                // 16 nodes are no multiple of a leaf's 6: around the end, messages of a shift share links up
                "network: {model: max-min, topology: fat-tree, down: 6x11, up: 1x6, bandwidth: 12 GB/s}");
    }

    @ParameterizedTest
    @MethodSource("narrow")
    void linksBetweenSwitches_thatMayLimit_areNotFolded(String network) {
        Platform platform = platform(network);

        assertThat(folded(Programs.of("alltoall:ranks=64,bytes=8KiB"), platform, blocks(platform, 16, 4)))
                .isNull();
    }

    static Stream<String> differing() {
        return Stream.of(
                "network: {model: max-min, topology: torus, dimensions: 4x4x4, bandwidth: 12 GB/s}",
                "network: {model: infiniband}");
    }

    @ParameterizedTest
    @MethodSource("differing")
    void networksOfOtherLinksOrModels_areNotFolded(String network) {
        Platform platform = platform(network);

        assertThat(folded(CollectiveProgram.of(Kind.ALLTOALL, "pairwise", 32, 64), platform, blocks(platform, 32, 1)))
                .isNull();
    }

    @Test
    void programs_whoseNodesDiffer_areNotFolded() {
        Platform platform = platform(networks().get(0));
        Placement one = blocks(platform, 32, 1);

        for (String tree : List.of("binomial", "linear", "chain")) {
            assertThat(folded(CollectiveProgram.of(Kind.BCAST, tree, 32, 1024), platform, one))
                    .as(tree)
                    .isNull();
        }
        // blocks of 3 and of 4 bytes
        assertThat(folded(CollectiveProgram.of(Kind.ALLREDUCE, "ring", 32, 100), platform, one))
                .isNull();
    }

    @Test
    void ring_countsMessagesOfAllNodes() {
        Platform platform = platform(networks().get(1));
        Placement one = blocks(platform, 32, 1);

        ReplayResult result = Objects.requireNonNull(
                folded(CollectiveProgram.of(Kind.ALLREDUCE, "ring", 32, 32 << 10), platform, one));

        assertThat(result.traffic().messages()).isEqualTo(32 * 2 * 31);
    }

    /**
     * Two cubes, each rank with three others of its own: they share no connection, as they would half around a cycle.
     */
    private static ParallelProgram cube(boolean atOnce) {
        return new ParallelProgram() {
            @Override
            public int ranks() {
                return 16;
            }

            @Override
            public Program open(int rank) {
                int[] next = {0};
                return sink -> {
                    for (int bit = 1; bit < 8 && next[0] == 0; bit *= 2) {
                        sink.isend(bit, rank ^ bit, 0, 1 << 20);
                        sink.irecv(bit + 8, rank ^ bit, 0, 1 << 20);
                        if (!atOnce || bit == 4) {
                            int[] all = atOnce ? new int[] {1, 9, 2, 10, 4, 12} : new int[] {bit, bit + 8};
                            sink.awaitAll(all, all.length);
                        }
                    }
                    return next[0]++ == 0;
                };
            }
        };
    }

    @Test
    void severalExchangesAtOnce_areNotFolded_whereConnectionsAreLimits() {
        Platform limited = platform(networks().get(1));
        Platform free = platform(networks().get(0));

        assertThat(folded(cube(true), limited, blocks(limited, 16, 1))).isNull();
        assertThat(makespanOfFew(cube(true), free, 16)).isCloseTo(makespan(cube(true), free, 16), within(1e-12));
        assertThat(makespanOfFew(cube(false), limited, 16))
                .isCloseTo(makespan(cube(false), limited, 16), within(1e-12));
    }

    @Test
    void unevenNodes_areNotFolded() {
        Platform platform = platform(networks().get(0));
        int[] nodes = new int[33];
        for (int rank = 0; rank < 33; rank++) {
            nodes[rank] = rank % 32;
        }
        Cluster cluster = platform.cluster();

        assertThat(folded(CollectiveProgram.of(Kind.ALLGATHER, "ring", 33, 64), platform, Placement.of(cluster, nodes)))
                .isNull();
    }
}
