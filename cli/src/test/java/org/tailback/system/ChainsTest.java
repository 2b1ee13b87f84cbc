package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.collective.BasicSelector;
import org.tailback.cost.MessageCost;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Culprit;
import org.tailback.explain.PartKind;
import org.tailback.explain.Segment;
import org.tailback.explain.SegmentKind;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.simulation.Workload;
import org.tailback.study.whatif.IdealNetworks;
import org.tailback.trace.TraceOptions;

/** Chains of causes add up to the makespan, whatever the program, the model and the cost. */
class ChainsTest {
    /** Links of 1 MB/s, so that random programs lose messages. */
    private static final FairTree TREE = FairTree.of(new double[] {1e6, 1.5e6, 2e6}, new double[] {2e-4, 4e-4, 6e-4});

    /** Of an MPI library that buffers everything, as HPL needs it. */
    private static final MessageCost EAGER = new PlogP(5e-5, GapFunction.perByte(1 / 1e8));

    private static final TailDrop LOSS =
            new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANDOM, 0.002, 2e-5);

    static Stream<String> networks() {
        return MetamorphicTest.names();
    }

    static long[] seeds() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("tailback.thorough") ? 40 : 10)
                .toArray();
    }

    private static CriticalChain chain(ParallelProgram program, Platform platform, List<Segment> found) {
        Placement placement = platform.placement().place(platform.cluster(), program.ranks());
        return ChainSearch.of(placement)
                .segments(found::add)
                .find(observer -> Replay.builder(program, platform)
                        .placement(placement)
                        .observer(observer)
                        .build()
                        .run());
    }

    private static void assertAddsUp(CriticalChain chain, List<Segment> latestFirst, String what) {
        double sum = chain.parts().values().stream().mapToDouble(x -> x).sum();
        assertThat(sum).as(what).isCloseTo(chain.makespan(), within(1e-12 * chain.makespan()));
        double reached = chain.makespan();
        for (Segment segment : latestFirst) {
            assertThat(segment.to()).as(what).isEqualTo(reached);
            assertThat(segment.seconds()).as(what).isNotNegative();
            reached = segment.from();
        }
        assertThat(reached).as(what).isZero();
        double contention = chain.seconds(PartKind.CONTENTION);
        double timeouts = chain.seconds(PartKind.TIMEOUT);
        assertThat(chain.seconds(PartKind.PROTOCOL)).as(what).isZero();
        assertThat(chain.culprits(Culprit.Type.LINK).stream()
                        .mapToDouble(Culprit::contention)
                        .sum())
                .as("%s: contention of links", what)
                .isCloseTo(contention, within(1e-9 * chain.makespan()));
        assertThat(chain.culprits(Culprit.Type.JOB)).as(what).isEmpty();
        for (Culprit.Type type : List.of(Culprit.Type.LINK, Culprit.Type.PAIR, Culprit.Type.OPERATION)) {
            assertThat(chain.culprits(type).stream()
                            .mapToDouble(Culprit::timeouts)
                            .sum())
                    .as("%s: timeouts of %s", what, type)
                    .isCloseTo(timeouts, within(1e-9 * chain.makespan()));
        }
    }

    @ParameterizedTest
    @MethodSource("networks")
    void chain_ofRandomPrograms_addsUpUnderEveryModelAndCost(String network) {
        for (long seed = 1; seed <= (Boolean.getBoolean("tailback.thorough") ? 24 : 4); seed++) {
            int cost = (int) (seed % MetamorphicTest.COSTS.size());
            Platform platform = MetamorphicTest.platform(network, cost, MetamorphicTest.Units.PLAIN);
            List<Segment> segments = new ArrayList<>();
            ParallelProgram program = MetamorphicTest.program(seed, seed % 2 == 0);

            CriticalChain chain = chain(program, platform, segments);

            assertAddsUp(chain, segments, network + ", seed " + seed);
        }
    }

    @Test
    void chain_withLosses_addsUp() {
        int lost = 0;
        for (long seed : seeds()) {
            Platform platform =
                    MetamorphicTest.platform("fair-tree", (int) (seed % 3), MetamorphicTest.Units.PLAIN).toBuilder()
                            .model(TREE)
                            .loss(LOSS)
                            .build();
            List<Segment> segments = new ArrayList<>();

            CriticalChain chain = chain(MetamorphicTest.program(seed, false), platform, segments);

            assertAddsUp(chain, segments, "seed " + seed);
            lost += chain.seconds(PartKind.TIMEOUT) > 0 ? 1 : 0;
        }
        assertThat(lost).as("chains with timeouts").isPositive();
    }

    /**
     * Without contention the order of events is that of the program: when all computations take longer by a millionth,
     * the makespan grows by a millionth of the computation on the chain, as long as the same chain is the longest.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void chain_computation_isTheDerivativeOfTheMakespan(long seed) {
        double step = 1e-7;
        Platform platform = IdealNetworks.uncontended(
                        MetamorphicTest.platform("gigabit-ethernet", (int) (seed % 3), MetamorphicTest.Units.PLAIN))
                .toBuilder()
                .intraNode(new IntraNodePath(1e-6, 1e9, false))
                .build();
        ParallelProgram program = MetamorphicTest.program(seed, false);
        CriticalChain chain = chain(program, platform, new ArrayList<>());
        Platform slower = platform.toBuilder().computeScale(1 + step).build();

        double grown = Replay.builder(program, slower).build().run().makespan() - chain.makespan();

        assertThat(grown / step)
                .as("seed %d: computation on the chain of %s s", seed, chain.makespan())
                .isCloseTo(chain.seconds(PartKind.COMPUTE), within(1e-6 * chain.makespan()));
        assertThat(chain.seconds(SegmentKind.CONTENTION)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exchange-3.tailback",
                "halo-4.goal",
                "hpl-N4000-32",
                "measured-ring-4",
                "npb-cg-16",
                "npb-ft-8",
                "ring-8"
            })
    void chain_ofEveryExampleTrace_addsUpUnderEveryModelAndCost(String trace) {
        Path path = CommandRun.repository("traces/examples/" + trace);
        boolean needsBuffers = trace.startsWith("hpl");
        try (Workload workload = Workload.open(path, null, new BasicSelector(), TraceOptions.DEFAULTS)) {
            // walks of packets for each pattern of HPL take half a minute; the other traces have them too
            List<String> chosen = networks()
                    .filter(network -> !(needsBuffers && network.startsWith("head-of-line")))
                    .filter(network ->
                            !needsBuffers || Boolean.getBoolean("tailback.thorough") || network.equals("max-min"))
                    .toList();
            for (String network : chosen) {
                int costs = needsBuffers ? 1 : MetamorphicTest.COSTS.size();
                // one cost for each network by turns, unless all are asked for
                int first = Boolean.getBoolean("tailback.thorough") ? 0 : chosen.indexOf(network) % costs;
                for (int cost = first; cost < (Boolean.getBoolean("tailback.thorough") ? costs : first + 1); cost++) {
                    Platform platform = MetamorphicTest.platform(network, cost, 4, MetamorphicTest.Units.PLAIN);
                    assertAddsUp(
                            workload,
                            needsBuffers ? platform.toBuilder().cost(EAGER).build() : platform,
                            network + ", cost " + cost);
                }
            }
            Platform lossy = MetamorphicTest.platform("fair-tree", 0, 4, MetamorphicTest.Units.PLAIN);
            assertAddsUp(
                    workload,
                    lossy.toBuilder().model(TREE).cost(EAGER).loss(LOSS).build(),
                    "losses");
        }
    }

    private static void assertAddsUp(Workload workload, Platform platform, String what) {
        List<Segment> segments = new ArrayList<>();
        CriticalChain chain = ChainSearch.of(platform.placement().place(platform.cluster(), workload.ranks()))
                .schedule(workload.schedule(platform, null).orElse(null))
                .segments(segments::add)
                .find(observer -> workload.on(platform).observer(observer).run());
        assertAddsUp(chain, segments, workload.name() + " on " + what);
    }
}
