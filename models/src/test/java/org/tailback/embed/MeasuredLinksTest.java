package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.observe.LinkLoad;
import org.tailback.observe.LinkLoads;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.sharing.AdjustableCapacity;

/** Loads of links by hand, and bytes that are neither lost nor added. */
class MeasuredLinksTest {
    private static final int NODES = 8;
    private static final String MAX_MIN = "max-min:bandwidth=100MB/s";
    private static final Offset<Double> ROUNDED = within(1e-12);

    private static Network network(String model) {
        return Network.builder(Cluster.of(NODES, 1))
                .model(model)
                .cost("hockney:latency=20us,bandwidth=100MB/s")
                .build();
    }

    private static void runToEnd(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    private static void advance(Network network, double seconds) {
        network.nextInstant();
        network.advanceTo(seconds);
    }

    @Test
    void mean_partsOfASecond_areThese() {
        // 100, 75, 50 and 25 MB at 100 MB/s, in a second
        Network network = Network.builder(Cluster.of(NODES, 1))
                .model(MAX_MIN)
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .build();
        network.measureLinks();
        for (int node = 0; node < 4; node++) {
            network.send(Transfer.of(node, 7 - node, (4 - node) * 25_000_000L));
        }
        Link first = network.link("node 0 up");
        advance(network, 0.125);
        assertThat(first.load()).isEqualTo(1);
        runToEnd(network);
        network.advanceTo(1);

        LinkLoads loads = network.linkLoads();
        assertThat(loads.seconds()).isEqualTo(1);
        assertThat(List.of(0, 1, 2, 3))
                .extracting(node -> loads.of("node " + node + " up").mean())
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-12 ? 0 : 1)
                .containsExactly(1.0, 0.75, 0.5, 0.25);
        assertThat(loads.top(3)).extracting(LinkLoad::name).contains("node 0 up", "node 7 down");
        assertThat(first.utilisation()).isEqualTo(1, ROUNDED);
        assertThat(first.load()).isZero();
        LinkLoad second = loads.of("node 1 up");
        assertThat(second.overTime()[0]).isEqualTo(1, ROUNDED);
        assertThat(second.overTime()[(int) (0.8 / loads.intervalSeconds())]).isZero();
        assertThat(network.link("node 0 up")).isSameAs(first);
    }

    @Test
    void mean_withOtherCapacities_isOfThePresentOne() {
        // half a second of 100 MB/s, then 50 MB/s: 75 MB in a second, the link full all the time
        Network network = network(MAX_MIN);
        Link up = network.link("node 0 up");
        network.send(Transfer.of(0, 1, 1_000_000_000));
        advance(network, 20e-6);
        network.measureLinks();
        advance(network, 0.5 + 20e-6);
        up.setCapacity(0.5);
        advance(network, 1 + 20e-6);
        LinkLoad load = network.linkLoads().of("node 0 up");
        assertThat(load.mean()).isEqualTo(1, ROUNDED);
        assertThat(load.bytes()).isEqualTo(75e6, within(1e-3));
        assertThat(load.capacity()).isEqualTo(50e6);
        assertThat(up.bytesPerSecond()).isEqualTo(50e6);
        assertThat(up.capacity()).isEqualTo(0.5);
        up.fail(LinkFailure.STOPS_MESSAGES);
        advance(network, 2 + 20e-6);
        assertThat(up.utilisation()).isEqualTo(0.5, ROUNDED);
    }

    private static long[][] sizes(SplittableRandom random) {
        long[][] bytes = new long[NODES][NODES];
        for (int i = 0; i < 20; i++) {
            int source = random.nextInt(NODES);
            bytes[source][(source + 1 + random.nextInt(NODES - 1)) % NODES] = random.nextLong(1, 1_000_000);
        }
        return bytes;
    }

    /** The bytes on each link, summed over the messages on their routes. */
    private static Map<String, Double> carried(Network network, long[][] bytes) {
        AdjustableCapacity links = (AdjustableCapacity)
                network.platform().model().on(network.platform().cluster(), 1);
        Map<String, Double> sums = new HashMap<>();
        for (int source = 0; source < NODES; source++) {
            for (int destination = 0; destination < NODES; destination++) {
                for (int link : source == destination ? new int[0] : links.linksBetween(source, destination)) {
                    double part = links.part(link, source, destination) * bytes[source][destination];
                    sums.merge(links.links().get(link).name(), part, Double::sum);
                }
            }
        }
        return sums;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MAX_MIN,
                "max-min:topology=torus,dimensions=4x2,bandwidth=100MB/s",
                "largest-share:bandwidth=100MB/s",
                "smpi:bandwidth=100MB/s,link-latency=10us"
            })
    void randomMessages_ofANetworkAndOfAReplay_carryTheirBytes(String model) {
        for (long seed = 1; seed <= 10; seed++) {
            long[][] bytes = sizes(new SplittableRandom(seed));
            Network network = network(model);
            network.measureLinks();
            ScriptedProgram program = new ScriptedProgram(NODES);
            for (int rank = 0; rank < NODES; rank++) {
                int requests = 0;
                for (int other = 0; other < NODES; other++) {
                    long in = bytes[other][rank];
                    long out = bytes[rank][other];
                    int peer = other;
                    if (in > 0) {
                        int request = requests++;
                        program.add(rank, s -> s.irecv(request, peer, 0, in));
                    }
                    if (out > 0) {
                        network.send(Transfer.of(rank, other, out));
                        int request = requests++;
                        program.add(rank, s -> s.isend(request, peer, 0, out));
                    }
                }
                int[] all = IntStream.range(0, requests).toArray();
                program.add(rank, s -> s.awaitAll(all, all.length));
            }
            runToEnd(network);
            Replay replay =
                    Replay.builder(program, network.platform()).measureLinks().build();
            replay.run();

            LinkLoads ofNetwork = network.linkLoads();
            LinkLoads ofReplay = replay.linkLoads().orElseThrow();
            Map<String, Double> expected = carried(network, bytes);
            for (LinkLoad load : ofNetwork.all()) {
                double carried = expected.getOrDefault(load.name(), 0.0);
                Offset<Double> rounded = within(1e-11 * (1 + carried));
                assertThat(load.bytes()).as("seed %s, %s", seed, load).isEqualTo(carried, rounded);
                assertThat(load.mean() * load.capacity() * ofNetwork.seconds()).isEqualTo(carried, rounded);
                assertThat(Arrays.stream(load.overTime()).sum() * ofNetwork.intervalSeconds() * load.capacity())
                        .isEqualTo(carried, rounded);
                assertThat(load.peak()).isLessThan(1 + 1e-9);
                LinkLoad same = ofReplay.of(load.name());
                assertThat(same.bytes()).isEqualTo(load.bytes(), rounded);
                assertThat(same.peak()).isEqualTo(load.peak(), ROUNDED);
                assertThat(same.mean() * ofReplay.seconds()).isEqualTo(load.mean() * ofNetwork.seconds(), ROUNDED);
            }
        }
    }

    @Test
    void measurement_isOfItsTime_andEndsWithReset() {
        Network network = network(MAX_MIN);
        network.send(Transfer.of(0, 1, 1_000_000_000));
        assertThatThrownBy(network::linkLoads)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call measureLinks()");
        advance(network, 1);
        network.measureLinks();
        advance(network, 2);
        Network fork = network.fork();
        assertThatThrownBy(fork::linkLoads).hasMessageContaining("call measureLinks()");
        fork.measureLinks();
        advance(fork, 3);
        assertThat(network.linkLoads().of("node 0 up").bytes()).isEqualTo(100e6, within(1e-3));
        assertThat(fork.linkLoads().of("node 0 up").bytes()).isEqualTo(100e6, within(1e-3));
        network.reset();
        assertThatThrownBy(network.link("node 0 up")::utilisation).hasMessageContaining("call measureLinks()");
    }

    @Test
    void measurement_atEpochSecondsWithIdleTimes_countsThem() {
        Network network = network(MAX_MIN);
        network.advanceTo(1.7e9);
        network.measureLinks();
        for (int second = 0; second < 4; second++) {
            network.send(Transfer.of(0, 1, 25_000_000));
            runToEnd(network);
            network.advanceTo(1.7e9 + second + 1);
        }
        LinkLoads loads = network.linkLoads();
        assertThat(loads.seconds()).isEqualTo(4, within(1e-6));
        assertThat(loads.of("node 0 up").mean()).isEqualTo(0.25, within(1e-6));
        assertThat(loads.of("node 0 up").bytes()).isEqualTo(100e6, within(1e-3));
    }

    @Test
    void modelWithoutLinks_isRefused_andUnknownNamesAreNearOthers() {
        assertThatThrownBy(() -> network("infiniband").measureLinks())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("has no links");
        assertThatThrownBy(() -> network(MAX_MIN).link("node 0 pu"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Did you mean 'node 0 up'?")
                .hasMessageContaining("16 links");
        assertThat(network("infiniband").links()).isEmpty();
    }
}
