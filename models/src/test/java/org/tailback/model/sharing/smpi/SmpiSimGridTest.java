package org.tailback.model.sharing.smpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.loss.NoLoss;
import org.tailback.model.cost.SmpiCostProvider;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.RankResult;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

/**
 * Programs of point-to-point messages take as long as in SimGrid 3.32 (Debian 3.32-2+b2, {@code smpirun -replay
 * --cfg=smpi/host-speed:10Gf}), to the digits that it prints. Hosts of 10 Gflop/s, links of 1.25 GB/s and 5 us, as in
 * docs/platforms/smpi-star.yaml and smpi-fattree.yaml.
 */
class SmpiSimGridTest {
    private static final double MICROSECOND_DIGITS = 5.0001e-7;
    private static final double NANOSECOND_DIGITS = 1.0001e-9;
    private static final long GIGABYTE = 1_000_000_000;

    private static Platform shipped(String file) {
        return PlatformFile.read(Path.of("..", "docs", "platforms", file)).resolve(Overrides.NONE);
    }

    private static Platform platform(int nodes, Settings network) {
        return Platform.builder()
                .cluster(Cluster.of(nodes, 1))
                .model(new Smpi.Provider().create(network))
                .cost(new SmpiCostProvider()
                        .create(Settings.ofScalars(
                                "cost", "test", Map.of("bandwidth", "1.25 GB/s", "latency", "10 us"))))
                .loss(new NoLoss())
                .build();
    }

    private static Platform platform(int nodes, Map<String, String> network) {
        return platform(nodes, Settings.ofScalars("network", "test", network));
    }

    private static Platform star(int nodes, String latency) {
        return platform(nodes, Map.of("bandwidth", "1.25 GB/s", "link-latency", latency));
    }

    /** A fat tree of leaf switches with 16 hosts and 4 up-links: {@code gen_platform.py fattree}. */
    private static Platform fatTree(int nodes) {
        return platform(
                nodes,
                Map.of(
                        "topology", "fat-tree",
                        "down", "16x" + nodes / 16,
                        "up", "1x4",
                        "bandwidth", "1.25 GB/s",
                        "link-latency", "5 us"));
    }

    private static ReplayResult run(ScriptedProgram program, Platform platform) {
        return Replay.builder(program, platform).build().run();
    }

    private static List<Double> finishes(ScriptedProgram program, Platform platform) {
        return run(program, platform).ranks().stream().map(RankResult::finish).toList();
    }

    /** {@code gen_ti.py alltoall P BYTES}: P - 1 steps of irecv, isend, wait, wait. */
    private static ScriptedProgram alltoall(int ranks, long bytes) {
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            for (int step = 1; step < ranks; step++) {
                int from = Math.floorMod(rank - step, ranks);
                int to = (rank + step) % ranks;
                int tag = step;
                program.add(rank, s -> s.irecv(0, from, tag, bytes))
                        .add(rank, s -> s.isend(1, to, tag, bytes))
                        .add(rank, s -> s.await(0))
                        .add(rank, s -> s.await(1));
            }
        }
        return program;
    }

    /** {@code gen_ti.py floodr P BYTES}: all receives, all sends, then all waits; every message another size. */
    private static ScriptedProgram flood(int ranks, long bytes) {
        LongBinaryOperator size = (i, j) -> bytes / 2 + (i * 7919 + j * 104729 + i * j * 31) % 1009 * (bytes / 1009);
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            for (int step = 1; step < ranks; step++) {
                int from = Math.floorMod(rank - step, ranks);
                int tag = step;
                long received = size.applyAsLong(from, rank);
                program.add(rank, s -> s.irecv(tag, from, tag, received));
            }
            for (int step = 1; step < ranks; step++) {
                int to = (rank + step) % ranks;
                int tag = step;
                int request = ranks + step;
                long sent = size.applyAsLong(rank, to);
                program.add(rank, s -> s.isend(request, to, tag, sent));
            }
            for (int request = 1; request < 2 * ranks; request++) {
                int waited = request;
                if (request != ranks) {
                    program.add(rank, s -> s.await(waited));
                }
            }
        }
        return program;
    }

    /** {@code gen_ti.py ring P BYTES OUT ITERATIONS}: compute, exchange with both neighbours; 10 Gflop/s. */
    private static ScriptedProgram ring(int ranks, long bytes, int iterations) {
        ScriptedProgram program = new ScriptedProgram(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            int left = Math.floorMod(rank - 1, ranks);
            int right = (rank + 1) % ranks;
            double seconds = 100_000.0 * (1 + rank * 7919 % 97) / 1e10;
            for (int iteration = 0; iteration < iterations; iteration++) {
                program.add(rank, s -> s.compute(seconds))
                        .add(rank, s -> s.irecv(0, left, 1, bytes))
                        .add(rank, s -> s.irecv(1, right, 2, bytes))
                        .add(rank, s -> s.isend(2, right, 1, bytes))
                        .add(rank, s -> s.isend(3, left, 2, bytes));
                for (int request = 0; request < 4; request++) {
                    int waited = request;
                    program.add(rank, s -> s.await(waited));
                }
            }
        }
        return program;
    }

    /**
     * {@code gen_platform.py star P platforms; gen_ti.py alltoall P 1000000 t; run_sg.sh x t/alltoallP.list P star}.
     */
    @ParameterizedTest
    @CsvSource({"32, 0.031292", "64, 0.063593"})
    void alltoall_star(int ranks, double seconds) {
        assertThat(run(alltoall(ranks, 1_000_000), shipped("smpi-star.yaml")).makespan())
                .isCloseTo(seconds, within(MICROSECOND_DIGITS));
    }

    /** {@code gen_platform.py star P platforms; gen_ti.py floodr P 1000000 t; run_sg.sh x t/floodrP.list P star}. */
    @ParameterizedTest
    @CsvSource({"16, 0.017474", "32, 0.030653"})
    void floodr_star(int ranks, double seconds) {
        assertThat(run(flood(ranks, 1_000_000), shipped("smpi-star.yaml")).makespan())
                .isCloseTo(seconds, within(MICROSECOND_DIGITS));
    }

    /** {@code gen_platform.py star 64 platforms; gen_ti.py ring 64 100000 t 100; run_sg.sh x t/ring64.list 64 star}. */
    @Test
    void ring_star() {
        assertThat(run(ring(64, 100_000, 100), shipped("smpi-star.yaml")).makespan())
                .isCloseTo(0.126506, within(MICROSECOND_DIGITS));
    }

    /**
     * {@code gen_platform.py fattree 32 platforms; gen_ti.py alltoall 32 1000000 t; run_sg.sh x t/alltoall32.list 32
     * fattree}.
     */
    @Test
    void alltoall_fatTree() {
        assertThat(run(alltoall(32, 1_000_000), fatTree(32)).makespan())
                .isCloseTo(0.075844, within(MICROSECOND_DIGITS));
    }

    /**
     * {@code … run_sg.sh x t/alltoall64.list 64 fattree --cfg=network/optim:Full --log=root.fmt:%.9r_%m%n}: all rates
     * are computed anew at every instant. SimGrid's default, lazy updates, gives 0.197596667 instead.
     */
    @Test
    void alltoall_fatTree_isThatOfSimGridsFullUpdate() {
        assertThat(run(alltoall(64, 1_000_000), shipped("smpi-fattree.yaml")).makespan())
                .isCloseTo(0.197596322, within(NANOSECOND_DIGITS));
    }

    /** Without sharing the latency stays: 31 steps of 116.436 us and 850.450 us. */
    @Test
    void alltoall_uncontended_keepsTheLatency() {
        Platform platform = PlatformFile.read(Path.of("..", "docs", "platforms", "smpi-star.yaml"))
                .resolve(Overrides.NONE.withModel("uncontended"));
        assertThat(run(alltoall(32, 1_000_000), platform).makespan()).isCloseTo(31 * 966.886e-6, within(31 * 1e-9));
    }

    /** Traces written by hand; nanoseconds by {@code --log=root.fmt:%.9r_%m%n --log=smpi_replay.thresh:verbose}. */
    @Test
    void weights_twoRoutesIntoOneNode_endWhenSimGridSays() {
        ScriptedProgram program = new ScriptedProgram(32)
                .add(0, s -> s.send(1, 0, GIGABYTE))
                .add(16, s -> s.send(1, 0, GIGABYTE))
                .add(1, s -> s.irecv(0, 0, 0, GIGABYTE))
                .add(1, s -> s.irecv(1, 16, 0, GIGABYTE))
                .add(1, s -> s.await(0))
                .add(1, s -> s.await(1));
        List<Double> finishes = finishes(program, fatTree(32));
        assertThat(finishes.get(0)).isCloseTo(1.275712171, within(NANOSECOND_DIGITS));
        assertThat(finishes.get(16)).isCloseTo(1.700988373, within(NANOSECOND_DIGITS));
    }

    @Test
    void window_linksOfFiveMilliseconds_endsWhenSimGridSays() {
        ScriptedProgram program =
                new ScriptedProgram(4).add(0, s -> s.send(1, 0, GIGABYTE)).add(1, s -> s.recv(0, 0, GIGABYTE));
        assertThat(run(program, star(4, "5 ms")).makespan()).isCloseTo(5.185429380, within(NANOSECOND_DIGITS));
    }

    @Test
    void crossTraffic_twoIntoANodeAndOneOut_endWhenSimGridSays() {
        ScriptedProgram program = new ScriptedProgram(4)
                .add(0, s -> s.send(1, 0, GIGABYTE))
                .add(2, s -> s.send(1, 0, GIGABYTE))
                .add(1, s -> s.irecv(0, 0, 0, GIGABYTE))
                .add(1, s -> s.irecv(1, 2, 0, GIGABYTE))
                .add(1, s -> s.isend(2, 3, 0, GIGABYTE))
                .add(1, s -> s.await(0))
                .add(1, s -> s.await(1))
                .add(1, s -> s.await(2))
                .add(3, s -> s.recv(1, 0, GIGABYTE));
        assertThat(finishes(program, star(4, "5 us")))
                .allSatisfy(finish -> assertThat(finish).isCloseTo(1.743510171, within(NANOSECOND_DIGITS)));
    }

    @Test
    void protocols_lateReceivers_senderOfTheSmallMessageGoesOn() {
        ScriptedProgram program = new ScriptedProgram(3)
                .add(0, s -> s.send(1, 0, 65535))
                .add(0, s -> s.compute(1e-4))
                .add(0, s -> s.send(2, 0, 65536))
                .add(1, s -> s.compute(1e-3))
                .add(1, s -> s.recv(0, 0, 65535))
                .add(2, s -> s.compute(1e-3))
                .add(2, s -> s.recv(0, 0, 65536));
        List<Double> finishes = finishes(program, star(3, "5 us"));
        assertThat(finishes.get(0)).isCloseTo(0.001227931, within(NANOSECOND_DIGITS));
        assertThat(finishes.get(1)).isCloseTo(0.001227930, within(NANOSECOND_DIGITS));
        assertThat(finishes.get(2)).isCloseTo(0.001227931, within(NANOSECOND_DIGITS));
    }

    /** Messages with different bandwidth factors on one link: shares are equal, speeds are not. */
    @Test
    void factors_smallMessagesBesideALargeOne_endWhenSimGridSays() {
        ScriptedProgram program =
                new ScriptedProgram(3).add(0, s -> s.send(1, 0, 50_000_000)).add(1, s -> s.irecv(0, 0, 0, 50_000_000));
        for (int i = 0; i < 20; i++) {
            program.add(2, s -> s.send(1, 0, 60_000)).add(1, s -> s.recv(2, 0, 60_000));
        }
        program.add(1, s -> s.await(0));
        List<Double> finishes = finishes(program, star(3, "5 us"));
        assertThat(finishes.get(0)).isCloseTo(0.043945437, within(NANOSECOND_DIGITS));
        assertThat(finishes.get(2)).isEqualTo(0);
    }

    /** Node links of 1.25 GB/s and 5 us, nodes 0, 1 and 2, 3 with a trunk of 0.5 GB/s and 20 us between them. */
    @Test
    void trunk_narrowerThanTheNodeLinks_endWhenSimGridSays() {
        Platform dumbbell = platform(4, new Settings("network", "test", dumbbell()));
        ScriptedProgram program = new ScriptedProgram(4)
                .add(0, s -> s.isend(0, 2, 0, GIGABYTE))
                .add(0, s -> s.isend(1, 1, 0, GIGABYTE))
                .add(0, s -> s.await(0))
                .add(0, s -> s.await(1))
                .add(2, s -> s.irecv(0, 0, 0, GIGABYTE))
                .add(2, s -> s.irecv(1, 3, 0, GIGABYTE))
                .add(2, s -> s.await(0))
                .add(2, s -> s.await(1))
                .add(1, s -> s.recv(0, 0, GIGABYTE))
                .add(3, s -> s.send(2, 0, GIGABYTE));
        assertThat(finishes(program, dumbbell))
                .zipSatisfy(
                        List.of(2.478861457, 1.182406316, 2.478861457, 1.182406316),
                        (finish, expected) -> assertThat(finish).isCloseTo(expected, within(NANOSECOND_DIGITS)));

        ScriptedProgram alone =
                new ScriptedProgram(4).add(0, s -> s.send(2, 0, GIGABYTE)).add(2, s -> s.recv(0, 0, GIGABYTE));
        assertThat(run(alone, dumbbell).makespan()).isCloseTo(2.126439229, within(NANOSECOND_DIGITS));
    }

    private static Map<String, Value> dumbbell() {
        List<Value> links = new ArrayList<>();
        List<Value> routes = new ArrayList<>();
        for (String end : List.of("up", "down")) {
            for (int node = 0; node < 4; node++) {
                links.add(section(Map.of("name", end + node, "bandwidth", "1.25 GB/s")));
            }
            links.add(section(Map.of("name", "trunk-" + end, "bandwidth", "0.5 GB/s")));
        }
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                if (from != to) {
                    String trunk = from / 2 == to / 2 ? " " : from < to ? " trunk-up " : " trunk-down ";
                    routes.add(section(
                            Map.of("from", "" + from, "to", "" + to, "via", "up" + from + trunk + "down" + to)));
                }
            }
        }
        return Map.of(
                "topology", Value.scalar("test", "links"),
                "link-latency", Value.scalar("test", "5 us"),
                "inner-link-latency", Value.scalar("test", "20 us"),
                "links", Value.list("test", links),
                "routes", Value.list("test", routes));
    }

    private static Value section(Map<String, String> scalars) {
        return Value.section(Settings.ofScalars("network", "test", scalars));
    }
}
