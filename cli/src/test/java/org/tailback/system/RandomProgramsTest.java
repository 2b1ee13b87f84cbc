package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.RandomPrograms;
import org.tailback.loss.NoLoss;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.OperationKind;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.ByMessage;

/** What must hold for every program on a PlogPT platform, tried on random ones; a failure prints seed and program. */
class RandomProgramsTest {
    private static final FairTree TREE =
            FairTree.of(new double[] {1e6, 1.5e6, 2e6, 5e6}, new double[] {2e-4, 4e-4, 4e-4, 6e-4});
    private static final PlogP COST = new PlogP(5e-5, GapFunction.perByte(1 / 1e6));

    static long[] seeds() {
        return LongStream.rangeClosed(1, 60).toArray();
    }

    private static ExplicitProgram program(long seed) {
        return RandomPrograms.pointToPoint(seed, 2 + (int) (seed % 12), 40 + (int) (seed % 5) * 40, 200_000);
    }

    private static Platform.Builder platform(long seed) {
        return Platform.builder()
                .cluster(Cluster.of(seed % 2 == 0 ? 16 : 7, seed % 2 == 0 ? 1 : 2))
                .model(TREE)
                .cost(COST)
                .loss(new NoLoss());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void replay_everyMessage_movesExactlyItsWork(long seed) {
        ExplicitProgram program = program(seed);
        WorkMeter meter = new WorkMeter();
        ReplayResult result = Replay.builder(program, platform(seed).build())
                .observer(meter)
                .build()
                .run();

        assertThat(meter.moved)
                .as("seed %d, program %s", seed, program)
                .allSatisfy((message, loneSeconds) ->
                        assertThat(loneSeconds).isCloseTo(COST.gap(meter.bytes.get(message)), within(1e-9)));
        assertThat(meter.ended).as("seed %d: messages ended", seed).isEqualTo(meter.started);
        assertThat(meter.outsideTheNetwork + meter.moved.size())
                .as("seed %d: messages in the network and outside", seed)
                .isEqualTo(meter.started);
        assertThat(meter.moved)
                .as("seed %d: a run in which something moves", seed)
                .isNotEmpty();
        assertThat(meter.outsideTheNetwork)
                .as("seed %d: only messages inside nodes and empty ones", seed)
                .isLessThanOrEqualTo(result.messagesInsideNodes() + meter.empty);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void replay_everyEdge_neverCarriesMoreThanItsBandwidth(long seed) {
        ExplicitProgram program = program(seed);
        EdgeAudit audit = new EdgeAudit();
        Replay.builder(program, platform(seed).model(audit).build()).build().run();

        assertThat(audit.violations).as("seed %d, program %s", seed, program).isEmpty();
        assertThat(audit.checks).as("seed %d: recomputations looked at", seed).isPositive();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void replay_twice_givesTheSameBits(long seed) {
        TailDrop loss = new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANDOM, 0.002, 36e-6);
        Platform platform = platform(seed).loss(loss).build();
        Events first = new Events();
        Events second = new Events();

        ReplayResult once = Replay.builder(program(seed), platform)
                .seed(seed)
                .observer(first)
                .build()
                .run();
        ReplayResult again = Replay.builder(program(seed), platform)
                .seed(seed)
                .observer(second)
                .build()
                .run();

        assertThat(again).as("seed %d", seed).isEqualTo(once);
        assertThat(second.lines).as("seed %d", seed).isEqualTo(first.lines);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void replay_withAnObserver_givesTheSameResult(long seed) {
        Platform platform = platform(seed).build();

        assertThat(Replay.builder(program(seed), platform)
                        .observer(new Events())
                        .build()
                        .run())
                .isEqualTo(Replay.builder(program(seed), platform).build().run());
    }

    /** Integrates 1 / penalty over the life of every message: its lone time must come out. */
    private static final class WorkMeter implements Observer {
        private final Map<Integer, Integer> serialOf = new HashMap<>();
        private final Map<Integer, Double> since = new HashMap<>();
        private final Map<Integer, Double> penalty = new HashMap<>();
        private final Map<Integer, Double> moved = new HashMap<>();
        private final Map<Integer, Long> bytes = new HashMap<>();
        private int started;
        private int ended;
        private long empty;
        private long outsideTheNetwork;

        @Override
        public void messageStarted(int message, int communication, int sender, int receiver, long size, double time) {
            int serial = started++;
            serialOf.put(message, serial);
            bytes.put(serial, size);
            empty += size == 0 ? 1 : 0;
        }

        @Override
        public void rateChanged(int message, double value, double bytesPerSecond, double time) {
            settle(message, time);
            penalty.put(message, value);
            since.put(message, time);
        }

        @Override
        public void messageEnded(int message, double time, double arrival) {
            settle(message, time);
            ended++;
            outsideTheNetwork += penalty.remove(message) == null ? 1 : 0;
            since.remove(message);
        }

        private void settle(int message, double time) {
            if (penalty.containsKey(message)) {
                moved.merge(serialOf.get(message), (time - since.get(message)) / penalty.get(message), Double::sum);
            }
        }
    }

    /** The fair tree with a look at every edge after every recomputation. */
    private static final class EdgeAudit implements SharingModel {
        private final List<String> violations = new ArrayList<>();
        private int checks;

        @Override
        public String name() {
            return TREE.name();
        }

        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            BandwidthSharing audited = ByMessage.of(TREE.on(cluster, seed));
            return new BandwidthSharing() {
                private final Map<Integer, int[]> ends = new HashMap<>();
                private final Map<Integer, Double> rates = new HashMap<>();

                @Override
                public void flowStarted(int flow, int source, int destination, double injectionRate) {
                    ends.put(flow, new int[] {source, destination});
                    audited.flowStarted(flow, source, destination, injectionRate);
                }

                @Override
                public void flowEnded(int flow) {
                    ends.remove(flow);
                    rates.remove(flow);
                    audited.flowEnded(flow);
                }

                @Override
                public void recompute(RateConsumer consumer) {
                    audited.recompute((flow, rate) -> {
                        rates.put(flow, rate);
                        consumer.rate(flow, rate);
                    });
                    check();
                }

                private void check() {
                    checks++;
                    Map<String, Double> load = new HashMap<>();
                    ends.forEach((flow, pair) -> {
                        for (int h = 1; h <= FairTree.height(pair[0], pair[1]); h++) {
                            load.merge(h + " up " + (pair[0] >> (h - 1)), rates.get(flow), Double::sum);
                            load.merge(h + " down " + (pair[1] >> (h - 1)), rates.get(flow), Double::sum);
                        }
                    });
                    load.forEach((edge, sum) -> {
                        int h = Integer.parseInt(edge.substring(0, edge.indexOf(' ')));
                        if (sum > TREE.bandwidth(h) * (1 + 1e-12)) {
                            violations.add(edge + " carries " + sum);
                        }
                    });
                }

                @Override
                public double referenceRate(int source, int destination) {
                    return audited.referenceRate(source, destination);
                }

                @Override
                public Explanation explain(int flow) {
                    return audited.explain(flow);
                }
            };
        }
    }

    /** Everything that happens, as text. */
    private static final class Events implements Observer {
        private final List<String> lines = new ArrayList<>();

        private void line(Object... parts) {
            lines.add(Arrays.toString(parts));
        }

        @Override
        public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
            if (thread < 0) {
                return;
            }
            line(rank, index, kind, enter, leave);
        }

        @Override
        public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
            line(message, sender, receiver, bytes, time);
        }

        @Override
        public void rateChanged(int message, double penalty, double bytesPerSecond, double time) {
            line(message, penalty, time);
        }

        @Override
        public void retransmissionTimeout(int message, double time, double until) {
            line("timeout", message, time, until);
        }

        @Override
        public void messageEnded(int message, double time, double arrival) {
            line(message, time, arrival);
        }
    }
}
