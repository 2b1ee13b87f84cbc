package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.model.sharing.infiniband.InfiniBand;
import org.tailback.model.sharing.infiniband.VienneInfiniBand;
import org.tailback.model.sharing.proportional.TcpProportional;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.sharing.SharingModel;

/** Messages that are embedded in a host arrive when those of a program that sends the same ones do, to the last bit. */
class EmbeddedAndReplayedTest {
    private static final int NODES = 8;

    static Stream<Named<SharingModel>> models() {
        return Stream.of(
                        InfiniBand.DEFAULT,
                        VienneInfiniBand.DEFAULT,
                        GigabitEthernet.DEFAULT,
                        TcpProportional.DEFAULT,
                        FairTree.of(new double[] {100e6, 150e6, 200e6}, new double[0]))
                .map(model -> Named.of(model.name(), model));
    }

    @ParameterizedTest
    @MethodSource("models")
    void randomMessages_arriveAtTheSameBits(SharingModel model) {
        for (long seed = 0; seed < 20; seed++) {
            Network network = Network.builder(Cluster.of(NODES, 1))
                    .model(model)
                    .cost("hockney:latency=20us,bandwidth=100MB/s")
                    .build();
            long[][] bytes = sizes(new SplittableRandom(seed));
            assertThat(embedded(network, bytes)).as("seed %d", seed).isEqualTo(replayed(network.platform(), bytes));
        }
    }

    /** By source and destination; 0 is no message. */
    private static long[][] sizes(SplittableRandom random) {
        long[][] bytes = new long[NODES][NODES];
        for (int source = 0; source < NODES; source++) {
            for (int destination = 0; destination < NODES; destination++) {
                boolean none = source == destination || random.nextInt(3) == 0;
                bytes[source][destination] = none ? 0 : random.nextLong(1, 1_000_000);
            }
        }
        return bytes;
    }

    /** Arrivals by source and destination. */
    private static Map<String, Double> embedded(Network network, long[][] bytes) {
        Map<String, Double> arrivals = new HashMap<>();
        for (int source = 0; source < NODES; source++) {
            for (int destination = 0; destination < NODES; destination++) {
                String pair = source + ">" + destination;
                if (bytes[source][destination] > 0) {
                    network.send(
                            source,
                            destination,
                            bytes[source][destination],
                            delivery -> arrivals.put(pair, delivery.arrived()));
                }
            }
        }
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
        return arrivals;
    }

    private static Map<String, Double> replayed(Platform platform, long[][] bytes) {
        ScriptedProgram program = new ScriptedProgram(NODES);
        for (int rank = 0; rank < NODES; rank++) {
            int requests = 0;
            for (int other = 0; other < NODES; other++) {
                int request = requests;
                int peer = other;
                long in = bytes[other][rank];
                long out = bytes[rank][other];
                if (in > 0) {
                    program.add(rank, s -> s.irecv(request, peer, 0, in));
                    requests++;
                }
                if (out > 0) {
                    int sending = requests++;
                    program.add(rank, s -> s.isend(sending, peer, 0, out));
                }
            }
            int[] all = new int[requests];
            for (int i = 0; i < requests; i++) {
                all[i] = i;
            }
            program.add(rank, s -> s.awaitAll(all, all.length));
        }
        Map<Integer, String> underWay = new HashMap<>();
        Map<String, Double> arrivals = new HashMap<>();
        Replay.builder(program, platform)
                .observer(new Observer() {
                    @Override
                    public void messageStarted(
                            int message, int communication, int sender, int receiver, long size, double time) {
                        underWay.put(message, sender + ">" + receiver);
                    }

                    @Override
                    public void messageEnded(int message, double time, double arrival) {
                        arrivals.put(String.valueOf(underWay.get(message)), arrival);
                    }
                })
                .build()
                .run();
        return arrivals;
    }
}
