package org.tailback.study.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.Programs;
import org.tailback.generator.RandomPrograms;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.simulation.Workload;

class PlacementSearchTest {
    private static final String TREE =
            "{model: fair-tree, tree: [{bandwidth: 1 GB/s}, {bandwidth: 700 MB/s}, {bandwidth: 900 MB/s}]}";
    private static final String GIGE =
            "{model: gigabit-ethernet, beta: 0.75, outgoing-gamma: 0.115, incoming-gamma: 0.036}";

    private static List<int[]> allPlacements(Cluster cluster, int ranks) {
        List<int[]> all = new ArrayList<>();
        add(cluster, new int[ranks], 0, new int[cluster.nodes()], all);
        return all;
    }

    private static void add(Cluster cluster, int[] nodes, int rank, int[] load, List<int[]> all) {
        if (rank == nodes.length) {
            all.add(nodes.clone());
            return;
        }
        for (int node = 0; node < cluster.nodes(); node++) {
            if (load[node] < cluster.coresPerNode()) {
                load[node]++;
                nodes[rank] = node;
                add(cluster, nodes, rank + 1, load, all);
                load[node]--;
            }
        }
    }

    private static double[] makespansOfAll(Workload workload, Platform platform) {
        return allPlacements(platform.cluster(), workload.ranks()).stream()
                .mapToDouble(nodes -> workload.on(platform)
                        .placement(Placement.of(platform.cluster(), nodes))
                        .run()
                        .makespan())
                .toArray();
    }

    private static PlacementSearch search(Workload workload, Platform platform, long seed, int replays, int threads) {
        return new PlacementSearch(
                workload,
                platform,
                new PlacementSearch.Settings(seed, threads, replays, Double.POSITIVE_INFINITY, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|3|6|" + GIGE,
                "2|3|5|{model: infiniband, competitor-rule: floor}",
                "3|4|5|{model: max-min, bandwidth: 1 GB/s}",
                "4|4|6|" + TREE,
                "5|4|6|" + TREE,
                "6|3|6|{model: myrinet}"
            })
    void search_smallCase_findsTheOptimumOfAllPlacements(long seed, int nodes, int ranks, String network) {
        Workload workload = Workload.of("random", RandomPrograms.pointToPoint(seed, ranks, 40, 1_000_000));
        Platform platform = TestPlatforms.withTwoCores(nodes, network);
        double[] all = makespansOfAll(workload, platform);

        PlacementResult result = search(workload, platform, seed, 400, 2).run();

        assertThat(result.makespan())
                .as("seed %s, %s placements", seed, all.length)
                .isEqualTo(Arrays.stream(all).min().orElseThrow());
        assertThat(result.lowerBound()).isLessThanOrEqualTo(result.makespan());
        assertThat(result.computeBound()).isLessThanOrEqualTo(result.lowerBound());
        assertThat(workload.on(platform)
                        .placement(result.placement())
                        .seed(seed)
                        .run()
                        .makespan())
                .isEqualTo(result.makespan());
    }

    @Test
    void search_smallBudget_neverWorseThanRoundRobin() {
        Platform platform = TestPlatforms.withTwoCores(8, GIGE);
        for (long seed = 1; seed <= 5; seed++) {
            Workload workload = Workload.of("random", RandomPrograms.withCollectives(seed, 12, 60, 100_000));

            PlacementResult result = search(workload, platform, seed, 30, 1).run();

            assertThat(result.makespan()).as("seed %s", seed).isLessThanOrEqualTo(result.bestRoundRobin());
            assertThat(result.makespan()).as("seed %s", seed).isGreaterThanOrEqualTo(result.computeBound());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {GIGE, TREE})
    void sameSeed_sameResultWithAnyNumberOfThreads(String network) {
        Workload workload = Workload.of("random", RandomPrograms.pointToPoint(9, 8, 100, 300_000));
        Platform platform = TestPlatforms.withTwoCores(8, network);

        List<PlacementResult> results = List.of(1, 2, 5).stream()
                .map(threads -> search(workload, platform, 3, 150, threads).run())
                .toList();

        PlacementResult one = results.get(0);
        assertThat(results).allSatisfy(result -> {
            assertThat(PlacementFiles.text(result.cluster(), result.placement(), false))
                    .isEqualTo(PlacementFiles.text(one.cluster(), one.placement(), false));
            assertThat(result.makespan()).isEqualTo(one.makespan());
            assertThat(result.improvements()).isEqualTo(one.improvements());
            assertThat(result.replays()).isEqualTo(one.replays());
        });
    }

    @Test
    void pairsThatTalk_comeTogether() {
        // ranks r and r + 4 exchange; neither round-robin rule puts them together on 4 nodes of a cluster of 8
        ProgramBuilder builder = ProgramBuilder.ranks(8);
        for (int rank = 0; rank < 8; rank++) {
            int partner = (rank + 4) % 8;
            builder.rank(rank)
                    .irecv(0, partner, 0, 1_000_000)
                    .isend(1, partner, 0, 1_000_000)
                    .awaitAll(0, 1);
        }

        PlacementResult result = search(
                        Workload.of("pairs", builder.build()),
                        TestPlatforms.withTwoCores(8, "{model: max-min, bandwidth: 1 GB/s}"),
                        1,
                        60,
                        2)
                .run();

        // 1 MB at 10 GB/s and 1 us
        assertThat(result.makespan()).isCloseTo(101e-6, within(1e-12));
        assertThat(result.lowerBound()).isCloseTo(101e-6, within(1e-12));
        assertThat(result.roundRobinNode()).isCloseTo(1010e-6, within(1e-12));
        assertThat(result.bytesBetweenNodes()).isZero();
        assertThat(result.origin()).isEqualTo("traffic:2");
    }

    @Test
    void lowerBound_takesTheFasterPathOfEachMessage() {
        // small messages are faster inside a node, large ones through the network
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 2, cores-per-node: 2}",
                "network: {model: max-min, bandwidth: 1 GB/s}",
                "cost: {model: plogp, latency: 10 us, gap-per-byte: 1 ns}",
                "intra-node: {latency: 1 us, bandwidth: 500 MB/s}");
        Workload workload = Workload.of(
                "two sizes",
                ProgramBuilder.ranks(2)
                        .rank(0)
                        .send(1, 0, 1000)
                        .send(1, 0, 1_000_000)
                        .rank(1)
                        .recv(0, 0, 1000)
                        .recv(0, 0, 1_000_000)
                        .compute(1)
                        .build());

        PlacementResult result = search(workload, platform, 1, 10, 2).run();

        // transfers 1 us and 1 ms at the network's 1 ns a byte, latency 1 us of the node, computation 1 s
        assertThat(result.lowerBound()).isCloseTo(1 + 1e-6 + 1e-3 + 1e-6, within(1e-12));
        assertThat(result.computeBound()).isEqualTo(1);
        assertThat(result.boundIsExact()).isTrue();
    }

    @Test
    void anySource_boundIsSaidToDependOnTiming() {
        Workload workload = Workload.of(
                "any source",
                ProgramBuilder.ranks(2)
                        .rank(0)
                        .send(1, 0, 1000)
                        .rank(1)
                        .recv(-1, 0, 1000)
                        .build());

        PlacementResult result =
                search(workload, TestPlatforms.withTwoCores(2, GIGE), 1, 4, 2).run();

        assertThat(result.boundIsExact()).isFalse();
        assertThat(result.warnings()).anySatisfy(warning -> assertThat(warning).contains("any source"));
    }

    @Test
    void stoppedBeforeItBegins_saysSo() {
        PlacementSearch search = search(
                Workload.of("ring", Programs.ring(4, 2, 1000, 0)), TestPlatforms.withTwoCores(4, GIGE), 1, 300, 2);
        search.stop();

        assertThatThrownBy(search::run).isInstanceOf(InputException.class).hasMessageContaining("stopped");
    }

    @Test
    void stoppedMeanwhile_bestSoFar() throws InterruptedException {
        PlacementSearch search = search(
                Workload.of("halo", Programs.halo(4, 4, 20, 10_000, 0)),
                TestPlatforms.withTwoCores(16, TREE.replace("]}", ", {bandwidth: 900 MB/s}]}")),
                1,
                Integer.MAX_VALUE,
                2);
        Thread stopper = new Thread(() -> {
            while (search.replaysDone() < 40) {
                Thread.onSpinWait();
            }
            search.stop();
        });
        stopper.start();

        PlacementResult result = search.run();

        stopper.join();
        assertThat(result.stopped()).isTrue();
        assertThat(result.makespan()).isFinite().isLessThanOrEqualTo(result.bestRoundRobin());
        assertThat(result.uncontended()).isNaN();
    }

    @Test
    void tooManyRanks_saidBeforeTheSearch() {
        assertThatThrownBy(() -> search(
                        Workload.of("ring", Programs.ring(5, 1, 1000, 0)),
                        TestPlatforms.withTwoCores(2, GIGE),
                        1,
                        300,
                        2))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("4 cores");
    }
}
