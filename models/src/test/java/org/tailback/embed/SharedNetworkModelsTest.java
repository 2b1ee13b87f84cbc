package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.program.OperationSink;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** Replays on a shared network, under the models and costs that keep state for nodes. */
class SharedNetworkModelsTest {
    private static final int NODES = 8;
    private static final Cluster CLUSTER = Cluster.of(NODES, 2);
    private static final int RANKS = 6;
    private static final String HOCKNEY = "hockney:latency=20us,bandwidth=100MB/s";
    private static final String LOGGP = "loggp:latency=20us,overhead=5us,gap=30us,bandwidth=100MB/s";

    private static Network network(String model, String cost) {
        return Network.builder(CLUSTER).model(model).cost(cost).build();
    }

    /** Rounds in which ranks send to random others, from a rank number on. */
    private static void addTraffic(ScriptedProgram program, int firstRank, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 4; round++) {
            int[] requests = new int[RANKS];
            for (int rank = 0; rank < RANKS; rank++) {
                double seconds = random.nextDouble() * 0.01;
                program.add(firstRank + rank, s -> s.compute(seconds));
                int shift = 1 + random.nextInt(RANKS - 1);
                long bytes = random.nextLong(1, 1_000_000);
                int destination = (rank + shift) % RANKS;
                add(program, firstRank + rank, requests[rank]++, false, firstRank + destination, bytes);
                add(program, firstRank + destination, requests[destination]++, true, firstRank + rank, bytes);
            }
            for (int rank = 0; rank < RANKS; rank++) {
                int count = requests[rank];
                program.add(
                        firstRank + rank,
                        s -> s.awaitAll(IntStream.range(0, count).toArray(), count));
            }
        }
    }

    private static void add(ScriptedProgram program, int rank, int request, boolean receives, int other, long bytes) {
        program.add(rank, (OperationSink s) -> {
            if (receives) {
                s.irecv(request, other, 0, bytes);
            } else {
                s.isend(request, other, 0, bytes);
            }
        });
    }

    private static ScriptedProgram traffic(long seed) {
        ScriptedProgram program = new ScriptedProgram(RANKS);
        addTraffic(program, 0, seed);
        return program;
    }

    /** Nodes of two jobs, which share some. */
    private static int[] nodes() {
        return IntStream.range(0, 2 * RANKS)
                .map(rank -> rank < RANKS ? rank : rank * 3 % NODES)
                .toArray();
    }

    private static void runToEnd(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"infiniband", "gigabit-ethernet", "max-min", "tcp-proportional", "hierarchical-ethernet"})
    void start_aloneOnASharedNetwork_hasTheBitsOfAReplayOfItsOwn(String model) {
        for (String cost : new String[] {HOCKNEY, LOGGP}) {
            for (long seed = 0; seed < 5; seed++) {
                Network network = network(model, cost);
                ReplayResult own = Replay.builder(traffic(seed), network.platform())
                        .build()
                        .run();
                Replay shared = Replay.builder(traffic(seed), network.platform())
                        .on(network)
                        .build();
                shared.start();
                runToEnd(network);

                assertThat(shared.result()).isEqualTo(own);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"infiniband", "gigabit-ethernet", "max-min", "tcp-proportional", "hierarchical-ethernet"})
    void start_twoReplaysOnOneNetwork_slowEachOtherDownAsOneProgramThatContainsBoth(String model) {
        for (String cost : new String[] {HOCKNEY, LOGGP}) {
            for (long seed = 0; seed < 5; seed++) {
                ScriptedProgram both = new ScriptedProgram(2 * RANKS);
                addTraffic(both, 0, seed);
                addTraffic(both, RANKS, seed + 100);
                Network network = network(model, cost);
                ReplayResult together = Replay.builder(both, network.platform())
                        .placement(Placement.of(CLUSTER, nodes()))
                        .build()
                        .run();
                Replay first = Replay.builder(traffic(seed), network.platform())
                        .placement(Placement.of(CLUSTER, Arrays.copyOf(nodes(), RANKS)))
                        .on(network)
                        .build();
                Replay second = Replay.builder(traffic(seed + 100), network.platform())
                        .placement(Placement.of(CLUSTER, Arrays.copyOfRange(nodes(), RANKS, 2 * RANKS)))
                        .on(network)
                        .build();
                first.start();
                second.start();
                runToEnd(network);

                for (int rank = 0; rank < RANKS; rank++) {
                    assertThat(first.result().ranks().get(rank).finish())
                            .isEqualTo(together.ranks().get(rank).finish(), within(1e-12));
                    assertThat(second.result().ranks().get(rank).finish())
                            .isEqualTo(together.ranks().get(RANKS + rank).finish(), within(1e-12));
                }
                assertThat(first.result().losses().lostToContention()
                                + second.result().losses().lostToContention())
                        .isEqualTo(together.losses().lostToContention(), within(1e-11));
                assertThat(first.result().makespan())
                        .isNotEqualTo(Replay.builder(traffic(seed), network.platform())
                                .placement(Placement.of(CLUSTER, Arrays.copyOf(nodes(), RANKS)))
                                .build()
                                .run()
                                .makespan());
            }
        }
    }
}
