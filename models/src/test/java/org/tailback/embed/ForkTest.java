package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;

/** A fork of a network has the future that the network would have, and what is done to it leaves the network alone. */
class ForkTest {
    private static final int NODES = 8;
    private static final int CASES = 6;

    record Case(String name, NetworkBuilder network) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static NetworkBuilder network() {
        return Network.builder(Cluster.of(NODES, 1))
                .cost("hockney:latency=20us,bandwidth=100MB/s")
                .intraNode(new IntraNodePath(1e-6, 1e9, true));
    }

    private static NetworkBuilder tree(TailDrop loss) {
        return network()
                .model(FairTree.of(new double[] {100e6, 150e6, 200e6}, new double[] {2e-4, 4e-4, 6e-4}))
                .cost("plogp:latency=10ms,bandwidth=100MB/s")
                .loss(loss);
    }

    static Stream<Case> cases() {
        Stream<Case> named = Stream.of(
                        "infiniband",
                        "infiniband-vienne",
                        "gigabit-ethernet",
                        "myrinet",
                        "hierarchical-ethernet",
                        "tcp-proportional",
                        "max-min",
                        "max-min:bandwidth=50MB/s",
                        "max-min:topology=torus,dimensions=4x2,bandwidth=100MB/s",
                        "head-of-line:bandwidth=100MB/s",
                        "largest-share:bandwidth=100MB/s",
                        "smpi:bandwidth=100MB/s,link-latency=10us",
                        "uncontended")
                .map(name -> new Case(name, network().model(name)));
        return Stream.concat(
                named,
                Stream.of(new Case(
                        "fair-tree, tail-drop",
                        tree(new TailDrop(
                                0.01, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANDOM, 0.5, 0.005)))));
    }

    /** One course of events until some instant; the same for the same seed. */
    private static final class Course {
        final Network network;
        final boolean hasOptions;
        final Map<Long, String> ends = new LinkedHashMap<>();
        final Map<Long, Double> times = new LinkedHashMap<>();
        private final SplittableRandom random;

        Course(NetworkBuilder builder, long seed) {
            network = builder.seed(seed).build();
            random = new SplittableRandom(seed);
            hasOptions = seed % 2 == 1;
            List<Message> sent = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                act(sent);
                if (random.nextInt(3) == 0) {
                    network.nextInstant();
                    network.advanceTo(network.now() + random.nextInt(4) * 0.0025);
                }
            }
        }

        private void act(List<Message> sent) {
            int node = random.nextInt(NODES);
            int other = random.nextInt(NODES);
            long bytes = random.nextInt(5) * 250_000L;
            switch (random.nextInt(12)) {
                case 0 ->
                    sent.subList(Math.max(0, sent.size() - 1), sent.size()).forEach(Message::cancel);
                case 1 -> {
                    double fraction = (1 + random.nextInt(4)) / 4.0;
                    if (!network.links().isEmpty()) {
                        network.setNodeCapacity(node, fraction);
                    }
                }
                case 2 -> {
                    List<Link> links = network.links();
                    if (!links.isEmpty()) {
                        links.get(node % links.size()).fail(LinkFailure.values()[other % 2]);
                    }
                }
                case 3 -> {
                    List<Link> links = network.links();
                    if (!links.isEmpty()) {
                        links.get(node % links.size()).repair();
                        links.get(other % links.size()).setCapacity(0.5);
                    }
                }
                default -> {
                    Transfer its = Transfer.of(node, other, bytes);
                    if (hasOptions) {
                        its = random.nextInt(4) == 0 ? its.maxRate(1e7 * (1 + random.nextInt(9))) : its;
                        its = random.nextInt(4) == 0 ? its.deadlineAfter(0.0025 * (1 + random.nextInt(9))) : its;
                    }
                    sent.add(network.send(its, recorder(ends, times, sent.size())));
                }
            }
        }
    }

    private static WhenDone recorder(Map<Long, String> ends, Map<Long, Double> times, long number) {
        return WhenDone.of(
                delivery -> {
                    ends.put(number, "arrived");
                    times.put(number, delivery.arrived() + delivery.penalty());
                },
                lost -> {
                    ends.put(number, "lost");
                    times.put(number, lost.lost());
                });
    }

    private static void runToEnd(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fork_randomCases_hasTheSameFuture_andLeavesTheOriginalAlone(Case given) {
        int underWay = 0;
        int timeouts = 0;
        int cases = given.name().startsWith("head-of-line") ? 1 : CASES;
        for (long seed = 1; seed <= cases; seed++) {
            Course alone = new Course(given.network(), seed);
            Course forked = new Course(given.network(), seed);
            Map<Long, String> ends = new LinkedHashMap<>();
            Map<Long, Double> times = new LinkedHashMap<>();
            Network fork = forked.network.fork(message -> recorder(ends, times, message.sequence));
            Network whatIf = forked.network.fork();
            for (int node = 1; node < NODES; node++) {
                whatIf.send(Transfer.of(node, 0, 10_000_000));
            }
            runToEnd(whatIf);
            int before = forked.ends.size();
            runToEnd(fork);
            assertThat(forked.ends).as("seed %s, original", seed).hasSize(before);
            long timeoutsBefore = forked.network.result().retransmissionTimeouts();
            runToEnd(forked.network);
            runToEnd(alone.network);

            assertThat(forked.times).as("seed %s, original", seed).isEqualTo(alone.times);
            assertThat(fork.result().sent()).isEqualTo(alone.network.result().sent());
            assertThat(fork.result().arrived()).isEqualTo(alone.network.result().arrived());
            assertThat(fork.result().lost()).isEqualTo(alone.network.result().lost());
            assertThat(fork.result().conflicts())
                    .isEqualTo(alone.network.result().conflicts());
            assertThat(fork.result().retransmissionTimeouts())
                    .isEqualTo(alone.network.result().retransmissionTimeouts());
            ends.forEach((number, end) -> assertThat(alone.ends).as("%s", given).containsEntry(number, end));
            for (Map.Entry<Long, Double> time : times.entrySet()) {
                assertThat(time.getValue())
                        .as("seed %s, message %s", seed, time.getKey())
                        .isCloseTo(alone.times.get(time.getKey()), within(1e-12 * time.getValue()));
            }
            underWay += times.size();
            timeouts += (int) (fork.result().retransmissionTimeouts() - timeoutsBefore);
        }
        assertThat(underWay).as("messages under way at all forks").isGreaterThan(cases);
        if (given.name().contains("fair-tree")) {
            assertThat(timeouts).as("timeouts after forks").isPositive();
        }
    }

    @Test
    void fork_whileAReplayRuns_isRefused_andAfterwardsNot() {
        Network network = network().model("max-min").build();
        ScriptedProgram program =
                new ScriptedProgram(2).add(0, s -> s.send(1, 0, 1000)).add(1, s -> s.recv(0, 0, 1000));
        Replay job = Replay.builder(program, network.platform()).on(network).build();
        assertThat(network.fork()).isNotNull();
        job.start();
        assertThatThrownBy(network::fork)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("replay");
        runToEnd(network);

        Network fork = network.fork();
        Replay whatIf = Replay.builder(
                        new ScriptedProgram(2).add(0, s -> s.send(1, 0, 1000)).add(1, s -> s.recv(0, 0, 1000)),
                        fork.platform())
                .on(fork)
                .build();
        whatIf.start();
        runToEnd(fork);
        assertThat(whatIf.result().duration()).isCloseTo(job.result().duration(), within(1e-12));
    }
}
