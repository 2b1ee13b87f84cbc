package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.generator.RandomPrograms;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.registry.Description;
import org.tailback.registry.Registry;
import org.tailback.replay.RankResult;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.study.whatif.IdealNetworks;

/**
 * What must stay when a platform and a program are changed together, for every sharing model on every kind of topology,
 * under costs with all protocols. Nobody needs to know the right makespan for that.
 */
class MetamorphicTest {
    private static final int SEEDS = 6;
    private static final int NODES = 8;
    /** Bytes per second of a node's link: any number, as scaling by powers of two rounds nothing. */
    private static final double BANDWIDTH = 1.17e8;

    private static final Registry REGISTRY = Registry.load();

    /**
     * Units in which a platform is written: times and sizes multiplied by powers of two, so that nothing is rounded.
     */
    record Units(double time, double size) {
        static final Units PLAIN = new Units(1, 1);

        String seconds(double value) {
            return Double.toString(value * time);
        }

        String bytes(long value) {
            return Long.toString((long) (value * size));
        }

        String rate(double timesBandwidth) {
            return Double.toString(BANDWIDTH * timesBandwidth * size / time);
        }

        String perByte(double value) {
            return Double.toString(value * time / size);
        }
    }

    private static final ImmutableMap<String, Function<Units, String>> NETWORKS = networks();

    static final List<Function<Units, String>> COSTS = List.of(
            u -> "{model: plogp, latency: " + u.seconds(5e-5) + ", gap: {" + u.bytes(64) + ": " + u.seconds(2e-5) + ", "
                    + u.bytes(65536) + ": " + u.seconds(6e-4) + "}, eager-limit: " + u.bytes(20000) + ", handshake: "
                    + u.seconds(7e-5) + "}",
            u -> "{model: hockney, latency: " + u.seconds(3e-5) + ", bandwidth: " + u.rate(1) + ", eager-limit: "
                    + u.bytes(5000) + ", eager: buffered}",
            u -> "{model: hockney, latency: " + u.seconds(3e-5) + ", bandwidth: " + u.rate(1) + ", eager-limit: "
                    + u.bytes(50000) + ", eager: detached}",
            u -> "{model: loggps, latency: " + u.seconds(1e-5) + ", overhead: " + u.seconds(2e-6) + ", gap: "
                    + u.seconds(3e-6) + ", gap-per-byte: " + u.perByte(8e-9) + ", eager-limit: " + u.bytes(8192) + "}",
            u -> "{model: plogp, latency: " + u.seconds(4e-5) + ", bandwidth: " + u.rate(1) + ", eager-limit: "
                    + u.bytes(3000) + ", rendezvous: in-turn}");

    private static final int LOGGPS = 3;

    private static ImmutableMap<String, Function<Units, String>> networks() {
        ImmutableMap.Builder<String, Function<Units, String>> all = ImmutableMap.builder();
        for (String name : List.of(
                "uncontended",
                "gigabit-ethernet",
                "infiniband",
                "infiniband-vienne",
                "myrinet",
                "tcp-proportional",
                "head-of-line",
                "measured-penalties, shapes: [{graph: 'a:0>1 b:0>2', penalties: {a: 1.7, b: 1.7}}], otherwise: "
                        + "infiniband")) {
            all.put(name, u -> "{model: " + name + "}");
        }
        all.put(
                "fair-tree",
                u -> "{model: fair-tree, tree: [{bandwidth: " + u.rate(1) + "}, {bandwidth: " + u.rate(1.7)
                        + "}, {bandwidth: " + u.rate(0.9) + "}]}");
        all.put(
                "hierarchical-ethernet",
                u -> "{model: hierarchical-ethernet, nic-bandwidth: " + u.rate(1) + ", rack-bandwidth: " + u.rate(2.5)
                        + "}");
        all.put(
                "head-of-line on fat-tree",
                u -> "{model: head-of-line, topology: fat-tree, down: 4x2, up: 1x2, link-bandwidth: " + u.rate(0.6)
                        + ", bandwidth: " + u.rate(1) + "}");
        for (String model : List.of("max-min", "largest-share", "smpi")) {
            for (String topology : List.of(
                    "star",
                    "racks, rack-bandwidth: RATE",
                    "tree, arity: 2, oversubscription: 1.5",
                    "fat-tree, down: 4x2, up: 1x2, link-bandwidth: RATE",
                    "torus, dimensions: 2x2x2, link-bandwidth: RATE",
                    "dragonfly, groups: 2x2x2, link-bandwidth: RATE",
                    "dragonfly-plus, groups: 2x2x2x2, global-bandwidth: RATE")) {
                all.put(
                        model + " on " + topology,
                        u -> "{model: " + model + ", topology: " + topology.replace("RATE", u.rate(0.6))
                                + ", bandwidth: " + u.rate(1)
                                + (model.equals("smpi")
                                        ? ", link-latency: " + u.seconds(5e-6) + ", weight-s: " + u.bytes(8775)
                                                + ", tcp-gamma: " + u.bytes(4194304) + "}"
                                        : "}"));
            }
        }
        return all.buildOrThrow();
    }

    static Stream<String> names() {
        return NETWORKS.keySet().stream();
    }

    static Platform platform(String network, int cost, Units units) {
        return platform(network, cost, 2, units);
    }

    static Platform platform(String network, int cost, int cores, Units units) {
        return file(network, cost, cores, units).resolve(Overrides.NONE, REGISTRY);
    }

    static PlatformFile file(String network, int cost, int cores, Units units) {
        boolean racks = network.startsWith("hierarchical") || network.contains("racks");
        String text = String.join(
                "\n",
                racks ? "racks: [{name: X, nodes: 4}, {name: Y, nodes: 4}]" : "",
                "cluster: {" + (racks ? "" : "nodes: 8, ") + "cores-per-node: " + cores + "}",
                "network: " + NETWORKS.get(network).apply(units),
                "cost: " + COSTS.get(cost).apply(units),
                "intra-node: {latency: " + units.seconds(1e-6) + ", bandwidth: " + units.rate(9) + ", shared: true}",
                "compute: {scale: " + units.time() + "}");
        return PlatformFile.parse(text, network);
    }

    /** A program of messages and computation only, with collectives performed as messages, in every third one. */
    static Ranks program(long seed, boolean anyWaits) {
        int ranks = 2 + (int) (seed * 5 % 14);
        ParallelProgram drawn = seed % 3 == 0
                ? CollectiveExpansion.of(RandomPrograms.withCollectives(seed, ranks, 30, 200_000))
                : RandomPrograms.pointToPoint(seed, ranks, 60, 200_000);
        Ranks program = Ranks.of(drawn);
        return anyWaits ? program.withAnyWaits() : program;
    }

    private static ReplayResult run(ParallelProgram program, Platform platform) {
        return Replay.builder(program, platform).build().run();
    }

    private static double[] dates(ReplayResult result) {
        return result.ranks().stream()
                .flatMapToDouble(rank -> DoubleStream.of(rank.finish(), rank.blocked(), rank.lostToContention()))
                .toArray();
    }

    private static double[] finishes(ReplayResult result) {
        return result.ranks().stream().mapToDouble(RankResult::finish).toArray();
    }

    @Test
    void networks_areAllThatThereAre() {
        TreeSet<String> tried = new TreeSet<>();
        names().forEach(name -> tried.add(name.split("[, ]", 2)[0]));

        assertThat(tried)
                .containsExactlyElementsOf(REGISTRY.sharingModels().stream()
                        .map(Description::name)
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("names")
    void everythingHalfAsLong_halvesEveryDateToTheLastBit(String network) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            int cost = (int) (seed % COSTS.size());
            Ranks program = program(seed, true);

            double[] plain = dates(run(program, platform(network, cost, Units.PLAIN)));
            double[] half = dates(run(program, platform(network, cost, new Units(0.5, 1))));

            assertThat(half)
                    .as("seed %s", seed)
                    .containsExactly(Arrays.stream(plain).map(date -> date / 2).toArray());
        }
    }

    /** Not under LogGP, whose messages of s bytes cost s - 1 times G. */
    @ParameterizedTest
    @MethodSource("names")
    void twiceTheBytesAndBandwidths_keepEveryDateToTheLastBit(String network) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            int cost = (int) (seed % LOGGPS);
            Ranks program = program(seed, true);

            double[] plain = dates(run(program, platform(network, cost, Units.PLAIN)));
            double[] twice = dates(run(program.withTwiceTheBytes(), platform(network, cost, new Units(1, 2))));

            assertThat(twice).as("seed %s", seed).containsExactly(plain);
        }
    }

    /**
     * Not under LogGP, where interfaces serve messages that come together in the order of ranks, nor under
     * hierarchical-ethernet, which takes messages of equal keys in the order of their numbers.
     */
    @ParameterizedTest
    @MethodSource("names")
    void otherNumbersForTheSameRanks_permuteWhatTheyDo(String network) {
        for (long seed = 1; seed <= SEEDS && !network.startsWith("hierarchical"); seed++) {
            Platform platform = platform(network, (int) (seed % LOGGPS), Units.PLAIN);
            Ranks program = program(seed, false);
            int[] renamed = permutation(program.ranks(), seed);
            int[] nodes = new int[program.ranks()];
            for (int rank = 0; rank < nodes.length; rank++) {
                nodes[renamed[rank]] = rank % NODES;
            }

            double[] plain = finishes(run(program, platform));
            double[] other = finishes(Replay.builder(program.renamed(renamed), platform)
                    .placement(Placement.of(platform.cluster(), nodes))
                    .build()
                    .run());

            for (int rank = 0; rank < nodes.length; rank++) {
                assertThat(other[renamed[rank]])
                        .as("seed %s, rank %s", seed, rank)
                        .isCloseTo(plain[rank], within(1e-11 * plain[rank]));
            }
        }
    }

    /**
     * Under LogGP two ranks of a node queue at its interface, and contention can put the message first that more
     * depends on: an anomaly of scheduling by some 1e-4, in one of a thousand programs and none of these.
     */
    @ParameterizedTest
    @MethodSource("names")
    void contention_neverMakesARankFaster(String network) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Platform platform = platform(network, (int) (seed % COSTS.size()), Units.PLAIN);
            Ranks program = program(seed, false);

            double[] contended = finishes(run(program, platform));
            double[] alone = finishes(run(program, IdealNetworks.uncontended(platform)));

            for (int rank = 0; rank < alone.length; rank++) {
                assertThat(alone[rank])
                        .as("seed %s, rank %s", seed, rank)
                        .isLessThanOrEqualTo(contended[rank] * (1 + 1e-12));
            }
        }
    }

    /** All messages cross the narrow middle: no run is shorter than they take there. */
    @Test
    void links_carryNoMoreThanTheirBandwidth() {
        for (String topology : List.of(
                "racks, rack-bandwidth: 10 MB/s",
                "tree, arity: 4, oversubscription: 40",
                "fat-tree, down: 4x2, up: 1x1, link-bandwidth: 10 MB/s",
                "dragonfly, groups: 2x1x4, link-bandwidth: 10 MB/s",
                "dragonfly-plus, groups: 2x2x1x2, global-bandwidth: 10 MB/s",
                "torus, dimensions: 2x4, link-bandwidth: 10 MB/s")) {
            for (String model : List.of("max-min", "largest-share", "smpi", "head-of-line")) {
                Platform platform = PlatformFile.parse(
                                "cluster: {cores-per-node: 1}\nracks: [{name: X, nodes: 4}, {name: Y, nodes: 4}]\n"
                                        + "network: {model: " + model + ", topology: " + topology
                                        + ", bandwidth: 100 MB/s" + (model.equals("smpi") ? ", link-latency: 0" : "")
                                        + "}\ncost: {model: hockney, latency: 0, bandwidth: 100 MB/s}",
                                model)
                        .resolve(Overrides.NONE, REGISTRY);
                List<List<Operation>> ranks = new ArrayList<>(Collections.nCopies(NODES, List.of()));
                ranks.set(0, List.of(new Operation.Send(4, 0, 5_000_000)));
                ranks.set(4, List.of(new Operation.Recv(0, 0, 5_000_000)));

                assertThat(run(new Ranks(ranks), platform).makespan())
                        .as("%s on %s", model, topology)
                        .isCloseTo(0.5, within(1e-12));
            }
        }
    }

    private static int[] permutation(int size, long seed) {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(numbers, new Random(seed));
        return Ints.toArray(numbers);
    }

    /** A program as lists of operations, which can be changed. */
    record Ranks(List<List<Operation>> operations) implements ParallelProgram {
        static Ranks of(ParallelProgram program) {
            ExplicitProgram copy = ExplicitProgram.copyOf(program);
            return new Ranks(
                    IntStream.range(0, copy.ranks()).mapToObj(copy::operations).toList());
        }

        @Override
        public int ranks() {
            return operations.size();
        }

        /** Random receives are smaller than their messages at times. */
        @Override
        public boolean hasExactSizes() {
            return false;
        }

        @Override
        public Program open(int rank) {
            return new Program() {
                private int next;

                @Override
                public boolean produce(OperationSink sink) {
                    if (next == operations.get(rank).size()) {
                        return false;
                    }
                    operations.get(rank).get(next++).performOn(sink);
                    return true;
                }
            };
        }

        private Ranks each(UnaryOperator<Operation> change) {
            return new Ranks(operations.stream()
                    .map(ofRank -> ofRank.stream().map(change).toList())
                    .toList());
        }

        Ranks withTwiceTheBytes() {
            return each(operation -> {
                if (operation instanceof Operation.Isend o) {
                    return new Operation.Isend(
                            o.request(), o.destination(), o.tag(), o.communicator(), 2 * o.bytes(), o.mode());
                }
                if (operation instanceof Operation.Send o) {
                    return new Operation.Send(o.destination(), o.tag(), o.communicator(), 2 * o.bytes(), o.mode());
                }
                return operation;
            });
        }

        /** Every second waitall as waits for any of its requests, as often as they are, with some work after each. */
        Ranks withAnyWaits() {
            return new Ranks(operations.stream()
                    .map(ofRank -> {
                        List<Operation> changed = new ArrayList<>();
                        for (Operation operation : ofRank) {
                            if (operation instanceof Operation.AwaitAll all && changed.size() % 2 == 0) {
                                for (int i = 0; i < all.requests().length(); i++) {
                                    changed.add(new Operation.AwaitAny(all.requests()));
                                    changed.add(new Operation.Compute(i * 1e-5));
                                }
                            } else {
                                changed.add(operation);
                            }
                        }
                        return changed;
                    })
                    .map(List::copyOf)
                    .toList());
        }

        Ranks renamed(int[] names) {
            Ranks inside = each(operation -> {
                if (operation instanceof Operation.Isend o) {
                    return new Operation.Isend(
                            o.request(), names[o.destination()], o.tag(), o.communicator(), o.bytes(), o.mode());
                }
                if (operation instanceof Operation.Send o) {
                    return new Operation.Send(names[o.destination()], o.tag(), o.communicator(), o.bytes(), o.mode());
                }
                if (operation instanceof Operation.Irecv o) {
                    return new Operation.Irecv(o.request(), names[o.source()], o.tag(), o.communicator(), o.bytes());
                }
                if (operation instanceof Operation.Recv o) {
                    return new Operation.Recv(names[o.source()], o.tag(), o.communicator(), o.bytes());
                }
                return operation;
            });
            List<List<Operation>> placed = new ArrayList<>(Collections.nCopies(names.length, List.of()));
            for (int rank = 0; rank < names.length; rank++) {
                placed.set(names[rank], inside.operations.get(rank));
            }
            return new Ranks(placed);
        }
    }
}
