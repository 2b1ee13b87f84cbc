package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.collective.NcclTuning.Method;
import org.tailback.collective.NcclTuning.Options;
import org.tailback.collective.NcclTuning.Protocol;
import org.tailback.platform.LocalWork;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.Replay;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/** NCCL on machines with several GPUs: orders of ranks, cost model, times by hand. */
class NcclMachinesTest {
    private static final String STAR = """
        cluster: {nodes: %d, gpus-per-node: %d}
        network: {model: max-min, bandwidth: 10 GB/s, local-bandwidth: 400 GB/s, rails: true}
        cost: {model: hockney, latency: 0 us, bandwidth: 10 GB/s}
        intra-node: {latency: 0 us, bandwidth: 400 GB/s}
        """;

    private static Platform star(int machines, int gpus) {
        return PlatformFile.parse(String.format(STAR, machines, gpus), "test").resolve(Overrides.NONE);
    }

    private static NcclGroup group(int machines, int gpus, int perInterface) {
        return group(
                machines,
                gpus,
                perInterface,
                IntStream.range(0, machines * gpus).toArray());
    }

    private static NcclGroup group(int machines, int gpus, int perInterface, int... nodes) {
        return NcclGroup.of(layout(machines, gpus, perInterface, nodes), null, nodes.length)
                .forCall(CollectiveCall.uniform(Kind.ALLREDUCE, 0, 1 << 20));
    }

    private static int[] ring(NcclGroup group, int channel) {
        return IntStream.range(0, group.ranks())
                .map(place -> group.onRing(channel, place))
                .toArray();
    }

    private static MachineLayout layout(int machines, int gpus, int perInterface, int... nodes) {
        Cluster cluster = Cluster.of(machines, 1).withGpus(gpus, perInterface);
        return new MachineLayout(
                Placement.of(cluster, nodes), cluster, () -> new MachineLayout.Speeds(25e9, 400e9, 3e-6, 1e-6, false));
    }

    private static double seconds(Kind kind, String selector, int machines, int gpus, long bytes) {
        Platform platform = star(machines, gpus);
        int ranks = machines * gpus;
        return Replay.builder(
                        CollectiveExpansion.of(
                                CollectiveProgram.calls(kind, ranks, bytes),
                                CollectiveSelectors.parse(selector).on(MachineLayout.of(platform, null, ranks))),
                        platform)
                .build()
                .run()
                .makespan();
    }

    @Test
    void ring_runsThroughMachinesBackAndForth_andStaysOnARailBetweenThem() {
        assertThat(ring(group(2, 4, 1), 1)).containsExactly(1, 2, 3, 0, 4, 7, 6, 5);
        for (int machines = 2; machines <= 6; machines += 2) {
            NcclGroup group = group(machines, 4, 1);
            assertThat(group.channels()).isEqualTo(4);
            BitSet out = new BitSet();
            for (int channel = 0; channel < 4; channel++) {
                int[] ring = ring(group, channel);
                assertThat(Arrays.stream(ring).sorted())
                        .containsExactly(
                                IntStream.range(0, 4 * machines).boxed().toArray(Integer[]::new));
                for (int i = 3; i < ring.length; i += 4) {
                    int next = ring[(i + 1) % ring.length];
                    assertThat(next % 4).isEqualTo(ring[i] % 4);
                    out.set(ring[i]);
                }
            }
            assertThat(out.cardinality()).as("every interface is used").isEqualTo(4 * machines);
        }
    }

    @Test
    void groups_areDividedIntoMachinesOnce_forAllRanksAndCalls() {
        NcclGroups groups = new NcclGroups(layout(2, 4, 1, 0, 1, 2, 3, 4, 5, 6, 7));
        CollectiveCall small = CollectiveCall.uniform(Kind.ALLREDUCE, 0, 1);
        CollectiveCall large = CollectiveCall.uniform(Kind.ALLREDUCE, 0, 1 << 20);
        int[] some = {1, 6, 7};

        assertThat(groups.of(small, 8).machines())
                .isSameAs(groups.of(large, 8).machines())
                .hasDimensions(2, 4);
        assertThat(groups.of(small, 8).channels()).isEqualTo(1);
        assertThat(groups.of(large, 8).channels()).isEqualTo(4);
        assertThat(groups.of(large.on(1, some), 3).machines())
                .isSameAs(groups.of(small.on(1, some), 3).machines())
                .isEqualTo(new int[][] {{0}, {1, 2}});
        assertThat(groups.of(large.on(1, new int[] {0, 1, 2}), 3).machines()).isEqualTo(new int[][] {{0, 1, 2}});
    }

    @Test
    void layout_ofAlgorithmsThatDoNotAskForSpeeds_needsNoNetwork() {
        AtomicInteger networks = new AtomicInteger();
        Platform platform = star(2, 4);
        SharingModel counted = new SharingModel() {
            @Override
            public String name() {
                return "counted";
            }

            @Override
            public BandwidthSharing on(Cluster cluster, long seed) {
                networks.incrementAndGet();
                return platform.model().on(cluster, seed);
            }
        };
        MachineLayout layout =
                MachineLayout.of(platform.toBuilder().model(counted).build(), null, 8);

        CollectiveCall call = CollectiveCall.uniform(Kind.ALLREDUCE, 0, 1);
        CollectiveSelectors.parse("basic").on(layout).select(call, 8).schedule(call, 0, 8);
        assertThat(networks).hasValue(0);
        CollectiveSelectors.parse("nccl").on(layout).select(call, 8).schedule(call, 0, 8);
        assertThat(networks).hasValue(1);
    }

    @Test
    void channels_areTheInterfacesOfTheSmallestMachine() {
        assertThat(group(2, 4, 2).channels()).isEqualTo(2);
        assertThat(group(3, 4, 1, 0, 4, 8).channels()).isEqualTo(1);
        assertThat(group(3, 4, 1, 0, 1, 4, 5, 6, 8, 9).channels()).isEqualTo(2);
        assertThat(group(1, 8, 1).channels()).isEqualTo(1);
    }

    /** Seeded machines of different sizes in any order of ranks, by data. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"ALLREDUCE", "ALLGATHER", "REDUCE_SCATTER_BLOCK", "BCAST", "REDUCE"})
    void everyAlgorithm_onRandomMachines_doesWhatItsOperationIsDefinedToDo(Kind kind) {
        for (int seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            int machines = 1 + random.nextInt(5);
            int gpus = 1 + random.nextInt(6);
            int[] nodes = random.ints(0, machines * gpus)
                    .distinct()
                    .limit(1 + random.nextInt(machines * gpus))
                    .toArray();
            if (seed % 5 == 0) {
                nodes = IntStream.range(0, machines * gpus).toArray();
            }
            MachineLayout layout = layout(machines, gpus, 1, nodes);
            int ranks = nodes.length;
            int root = random.nextInt(ranks);
            // enough for two channels, or very few
            long bytes = random.nextBoolean() ? 65536 + random.nextInt(300_000) : random.nextInt(3000);
            CollectiveCall[] calls = IntStream.range(0, ranks)
                    .mapToObj(rank -> CollectiveCall.uniform(kind, root, bytes))
                    .toArray(CollectiveCall[]::new);
            for (NcclAlgorithm algorithm : NcclAlgorithm.ALL) {
                if (algorithm.kind() == kind) {
                    DataChecker.prove(algorithm.on(layout), calls);
                    if (algorithm.hasSegments()) {
                        DataChecker.prove(algorithm.on(layout).withSegments(Math.max(100, bytes / 50)), calls);
                    }
                }
            }
        }
    }

    /** Sums of the printed numbers: 6.6 + 96 * 1 + 30 * 2.7, 8.4 + 96 * 3.4 + 30 * 14, 6.8 + 2 (3 * 0.6 + 4 * 5). */
    @ParameterizedTest
    @CsvSource({
        "RING, LL, 16, 183.6",
        "RING, LL128, 16, 316.4",
        "RING, SIMPLE, 16, 754.8",
        "TREE, LL, 16, 50.4",
        "TREE, SIMPLE, 4, 88.4",
        "RING, LL, 1, 10.2"
    })
    void latency_workedExamples(Method method, Protocol protocol, int machines, double micros) {
        NcclTuning tuning = new NcclTuning(layout(machines, 4, 1, 0), Options.DEFAULT);

        assertThat(tuning.latency(method, protocol, Kind.ALLREDUCE, group(machines, 4, 1)))
                .isCloseTo(micros, within(1e-9));
    }

    /**
     * 4 machines of 4 GPUs, 160 MB at 40 GB/s a machine: 2 * 15 / 16 * 160 MB / 40 GB/s = 7.5 ms, and the latency of
     * Simple, 8.4 + 24 * 3.4 + 6 * 14 = 174 us. allgather and reduce_scatter of 10 MB blocks take a half.
     */
    @ParameterizedTest
    @CsvSource({
        "ALLREDUCE, 160000000, 7.5e-3, 174e-6",
        "ALLGATHER, 10000000, 3.75e-3, 91.2e-6",
        "REDUCE_SCATTER_BLOCK, 10000000, 3.75e-3, 91.2e-6"
    })
    void ring_largeBuffer_takesLatencyAndBandwidth(Kind kind, long bytes, double transfer, double latency) {
        assertThat(seconds(kind, "fixed:" + kind.label() + "=nccl-ring", 4, 4, bytes))
                .isCloseTo(transfer + latency, within(0.02 * transfer));
    }

    /** A tree moves 2 S through the interfaces of a machine, at 0.92 of the bandwidth and fills its pipeline. */
    @Test
    void tree_largeBuffer_movesItsShare() {
        double transfer = 2 * 160e6 / 40e9 / 0.92;

        assertThat(seconds(Kind.ALLREDUCE, "fixed:allreduce=nccl-tree", 4, 4, 160_000_000))
                .isBetween(transfer + 88.4e-6, 1.15 * transfer + 88.4e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nccl:nvls=true", "nccl:gpu=hopper,sharp=true"})
    void reductionsInSwitches_areRefused(String selector) {
        assertThatThrownBy(() -> CollectiveSelectors.parse(selector))
                .hasMessageContaining("reductions in switches are no longer predicted");
    }

    /** What NCCL moves and reduces is one time; algorithms of host memory pay for reductions, on GPUs too. */
    @ParameterizedTest
    @CsvSource({"nccl-ring, true", "nccl-tree, true", "ring, false"})
    void reductions_onGpus_areInTheTimesOfNccl(String algorithm, boolean included) {
        String local = "local: {reduction: {bandwidth: 1 GB/s}}\n";
        Platform free = star(2, 4);
        Platform reducing =
                PlatformFile.parse(String.format(STAR, 2, 4) + local, "test").resolve(Overrides.NONE);
        double[] times = new double[2];
        for (int i = 0; i < 2; i++) {
            Platform platform = i == 0 ? free : reducing;
            CollectiveSelector selector = CollectiveSelectors.parse("fixed:allreduce=" + algorithm);
            times[i] = Replay.builder(
                            CollectiveExpansion.of(
                                    CollectiveProgram.calls(Kind.ALLREDUCE, 8, 8_000_000),
                                    selector.on(platform, null, 8)),
                            platform)
                    .build()
                    .run()
                    .makespan();
        }
        // seven of eight parts of the buffer
        assertThat(times[1] - times[0]).isCloseTo(included ? 0 : 7e-3, within(1e-9));
    }

    @Test
    void selector_choosesTreesForSmallAndRingsForLargeBuffers() {
        Platform platform = star(16, 4);
        CollectiveSelector nccl = CollectiveSelectors.parse("nccl").on(MachineLayout.of(platform, null, 64));

        assertThat(CollectiveProgram.selected(Kind.ALLREDUCE, nccl, 64, 1 << 10))
                .isEqualTo("nccl-tree");
        assertThat(CollectiveProgram.selected(Kind.ALLREDUCE, nccl, 64, 1 << 30))
                .isEqualTo("nccl-ring");
        assertThat(CollectiveProgram.selected(Kind.ALLGATHER, nccl, 64, 1 << 10))
                .isEqualTo("nccl-ring");
        CollectiveCall acrossMachines = CollectiveCall.uniform(Kind.ALLGATHER, 0, 64);
        assertThat(CollectiveSelectors.parse("nccl").select(acrossMachines, 16).name())
                .isEqualTo("nccl-pat");
        assertThat(CollectiveProgram.selected(Kind.ALLTOALL, nccl, 64, 1 << 10)).isEqualTo("linear");
        assertThat(nccl.with(LocalWork.FREE).name()).isEqualTo("nccl");
    }
}
