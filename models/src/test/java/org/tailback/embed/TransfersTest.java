package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossCause;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;
import org.tailback.sharing.SharingModel;

/** Options of transfers, by hand and against fillings by definition; sizes in MB, links of 100 MB/s. */
class TransfersTest {
    private static final long MB = 1_000_000;
    private static final int NODES = 6;

    private final List<String> log = new ArrayList<>();

    private static NetworkBuilder builder(String model) {
        return Network.builder(Cluster.of(NODES, 1)).model(model).cost("hockney:latency=0s,bandwidth=100MB/s");
    }

    private static Network network(String model) {
        return builder(model).build();
    }

    private static Network maxMin() {
        return network("max-min:bandwidth=100MB/s");
    }

    private static Transfer transfer(int source, int destination, long megabytes) {
        return Transfer.of(source, destination, megabytes * MB);
    }

    private static void advance(Network network, double seconds) {
        for (double next = network.nextInstant(); next <= seconds; next = network.nextInstant()) {
            network.advanceTo(next);
        }
        network.advanceTo(seconds);
    }

    private static void runToEnd(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    private WhenDone logged(String name) {
        return WhenDone.of(
                delivery -> log.add("%s at %.6f".formatted(name, delivery.arrived())),
                loss -> log.add("%s lost at %.6f, %s".formatted(name, loss.lost(), loss.cause())));
    }

    @Test
    void maxRate_underMaxMin_leavesTheRestToOthers() {
        // 100 MB at 25 MB/s take 4 s; the other has 75 MB/s, so that its 150 MB take 2 s
        Network network = maxMin();
        network.send(transfer(0, 1, 100).maxRate(25e6), logged("limited"));
        network.send(transfer(0, 2, 150), logged("other"));
        runToEnd(network);
        assertThat(log).containsExactly("other at 2.000000", "limited at 4.000000");
        assertThat(network.result().averagePenalty()).isCloseTo((1 + 2.5 * 4 / 3 / 2.5 * 1.5) / 2.5, within(1e-9));
    }

    @Test
    void maxRate_underPenalties_leavesTheRestUnused() {
        // two messages leave a node: penalty 2, 50 MB/s each; one at 25 MB/s does not speed the other up
        Network network = network("infiniband");
        network.send(transfer(0, 1, 25).maxRate(25e6), logged("limited"));
        network.send(transfer(0, 2, 50), logged("other"));
        runToEnd(network);
        assertThat(log).containsExactly("limited at 1.000000", "other at 1.000000");
    }

    @Test
    void maxRate_insideANode_leavesTheRestToOthers() {
        Network network = builder("max-min:bandwidth=100MB/s")
                .intraNode(new IntraNodePath(0, 100e6, true))
                .build();
        network.send(transfer(0, 0, 20).maxRate(20e6), logged("limited"));
        network.send(transfer(0, 0, 40), logged("b"));
        network.send(transfer(0, 0, 40), logged("c"));
        runToEnd(network);
        assertThat(log).containsExactlyInAnyOrder("limited at 1.000000", "b at 1.000000", "c at 1.000000");
    }

    @Test
    void maxRate_throughFailuresAndOtherCapacities_isKept() {
        // 1 s at 25 MB/s, stopped for 1 s, 1 s at 10 MB/s, 65 MB at 25 MB/s
        Network network = maxMin();
        network.send(transfer(0, 1, 100).maxRate(25e6), logged("limited"));
        Link up = network.link("node 0 up");
        advance(network, 1);
        up.fail(LinkFailure.STOPS_MESSAGES);
        advance(network, 2);
        up.repair();
        up.setCapacity(0.1);
        advance(network, 3);
        up.setCapacity(1);
        runToEnd(network);
        assertThat(log).containsExactly("limited at 5.600000");
    }

    /** Max-min fairness with caps by definition: all rates rise together until a link is full or a cap is reached. */
    private static double[] filled(int[] sources, int[] destinations, double[] caps) {
        int messages = caps.length;
        double[] rates = new double[messages];
        boolean[] stopped = new boolean[messages];
        double[] room = new double[2 * NODES];
        Arrays.fill(room, 100e6);
        for (int left = messages; left > 0; ) {
            int[] rising = new int[2 * NODES];
            for (int i = 0; i < messages; i++) {
                rising[sources[i]] += stopped[i] ? 0 : 1;
                rising[NODES + destinations[i]] += stopped[i] ? 0 : 1;
            }
            double step = Double.POSITIVE_INFINITY;
            for (int link = 0; link < room.length; link++) {
                step = rising[link] > 0 ? Math.min(step, room[link] / rising[link]) : step;
            }
            for (int i = 0; i < messages; i++) {
                step = stopped[i] ? step : Math.min(step, caps[i] - rates[i]);
            }
            for (int link = 0; link < room.length; link++) {
                room[link] -= rising[link] * step;
            }
            for (int i = 0; i < messages; i++) {
                if (!stopped[i]) {
                    rates[i] += step;
                    stopped[i] = rates[i] >= caps[i] * (1 - 1e-12)
                            || room[sources[i]] < 1e-3
                            || room[NODES + destinations[i]] < 1e-3;
                    left -= stopped[i] ? 1 : 0;
                }
            }
        }
        return rates;
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-min:bandwidth=100MB/s", "infiniband", "gigabit-ethernet"})
    void maxRates_randomMessages_areThoseOfTheDefinition(String model) {
        for (long seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int messages = 2 + random.nextInt(12);
            int[] sources = new int[messages];
            int[] destinations = new int[messages];
            double[] caps = new double[messages];
            Network limited = network(model);
            Network free = network(model);
            List<Message> ofLimited = new ArrayList<>();
            List<Message> ofFree = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                sources[i] = random.nextInt(NODES);
                destinations[i] = (sources[i] + 1 + random.nextInt(NODES - 1)) % NODES;
                caps[i] = random.nextInt(3) == 0 ? Double.POSITIVE_INFINITY : 1e6 * (1 + random.nextInt(60));
                Transfer transfer = transfer(sources[i], destinations[i], 100);
                ofLimited.add(limited.send(transfer.maxRate(caps[i])));
                ofFree.add(free.send(transfer));
            }
            limited.nextInstant();
            free.nextInstant();
            double[] fair = filled(sources, destinations, caps);
            for (int i = 0; i < messages; i++) {
                double expected = model.startsWith("max-min")
                        ? fair[i]
                        : Math.min(caps[i], ofFree.get(i).rate());
                assertThat(ofLimited.get(i).rate())
                        .as("seed %s, message %s of %s", seed, i, ofLimited)
                        .isCloseTo(expected, within(1e-9 * expected));
            }
        }
    }

    @Test
    void deadline_passed_losesTheMessageAndFreesItsShare() {
        Network network = maxMin();
        Message late = network.send(transfer(0, 1, 100).deadlineAfter(0.5), logged("late"));
        network.send(transfer(0, 2, 75), logged("other"));
        network.send(transfer(3, 4, 50).deadlineAfter(0.5), logged("at the deadline"));
        runToEnd(network);
        // 25 MB in the first half second, 50 MB alone
        assertThat(log)
                .containsExactlyInAnyOrder(
                        "at the deadline at 0.500000",
                        "late lost at 0.500000, DeadlinePassed[seconds=0.5]",
                        "other at 1.000000");
        assertThat(late.remainingBytes()).isCloseTo(75e6, within(1e-3));
        assertThat(late.loss().orElseThrow().cause()).isEqualTo(new LossCause.DeadlinePassed(0.5));
        assertThat(network.result().lost()).isOne();
    }

    @Test
    void deadline_whileDelayedArrivingOrStopped_isKept() {
        Network network = Network.builder(Cluster.of(NODES, 1))
                .model("max-min:bandwidth=100MB/s")
                .cost("hockney:latency=1s,bandwidth=100MB/s")
                .build();
        network.send(transfer(0, 1, 100).deadlineAfter(1.5), logged("arriving"));
        network.send(transfer(2, 3, 100).deadlineAfter(3), logged("stopped"));
        network.link("node 2 up").fail(LinkFailure.STOPS_MESSAGES);
        runToEnd(network);
        assertThat(log)
                .containsExactly(
                        "arriving lost at 1.500000, DeadlinePassed[seconds=1.5]",
                        "stopped lost at 3.000000, DeadlinePassed[seconds=3.0]");
    }

    @Test
    void deadline_atTheExpectedArrival_onALateClock_hasArrived() {
        SplittableRandom random = new SplittableRandom(51);
        for (int i = 0; i < 200; i++) {
            Network network = Network.builder(Cluster.of(NODES, 1))
                    .model("max-min:bandwidth=100MB/s")
                    .cost("hockney:latency=" + (i % 2) + "us,bandwidth=100MB/s")
                    .build();
            double now = 1e9 * random.nextDouble();
            network.advanceTo(now);
            long bytes = 1 + random.nextLong(1000 * MB);
            Message probe = network.send(Transfer.of(0, 1, bytes));
            network.nextInstant();
            double expected = probe.expectedArrival();
            Message due = network.send(Transfer.of(2, 3, bytes).deadlineAfter(expected - now));
            Message late = network.send(Transfer.of(4, 5, bytes).deadlineAfter((expected - now) * 0.999 - 1e-6));
            runToEnd(network);
            assertThat(due.state()).as("%s bytes sent at %s s", bytes, now).isEqualTo(MessageState.ARRIVED);
            assertThat(late.state()).as("%s bytes sent at %s s", bytes, now).isEqualTo(MessageState.LOST);
        }
    }

    @Test
    void deadline_withoutAHandlerOfLosses_throws() {
        Network network = maxMin();
        network.send(transfer(0, 1, 100).deadlineAfter(0.5), delivery -> {});
        assertThatThrownBy(() -> runToEnd(network))
                .isInstanceOf(LostMessageException.class)
                .hasMessageContaining("because it did not arrive within 500 ms.");
    }

    @Test
    void group_allArrived_isNotifiedOnceWithTheLast() {
        Network network = maxMin();
        Group group = network.send(
                List.of(transfer(0, 1, 100), transfer(2, 3, 50), transfer(4, 4, 1)),
                all -> log.add(network.now() + " " + all.isOver()));
        assertThat(group.isOver()).isFalse();
        runToEnd(network);
        assertThat(log).containsExactly("1.0 true");
        assertThat(group.messages())
                .extracting(message -> message.delivery().orElseThrow().arrived())
                .containsExactly(1.0, 0.5, 0.0);
    }

    @Test
    void group_withoutTransfers_isNotifiedFromTheClock() {
        Network network = maxMin();
        network.send(List.of(), all -> log.add("over"));
        assertThat(log).isEmpty();
        runToEnd(network);
        assertThat(log).containsExactly("over");
        assertThat(network.now()).isZero();
    }

    @Test
    void group_oneLost_isTold_andThrowsByDefault() {
        Network network = maxMin();
        List<Transfer> transfers = List.of(transfer(0, 1, 100), transfer(2, 3, 100));
        network.send(transfers, new WhenAllDone() {
            @Override
            public void arrived(Group group) {
                log.add("arrived");
            }

            @Override
            public void lost(Group group) {
                log.add("lost at " + network.now() + " "
                        + group.messages().get(0).loss().isPresent());
            }
        });
        Network other = maxMin();
        other.send(transfers, all -> log.add("arrived"));
        network.failNode(0);
        other.failNode(0);
        runToEnd(network);
        assertThatThrownBy(() -> runToEnd(other)).hasMessageContaining("because node 0 failed");
        assertThat(log).containsExactly("lost at 1.0 true");
    }

    @Test
    void group_itsLastMessageCancelled_isNotifiedFromTheClock_andNotIfAllAre() {
        Network network = maxMin();
        Group group = network.send(List.of(transfer(0, 1, 50), transfer(2, 3, 100)), all -> log.add("one"));
        Group whole = network.send(List.of(transfer(0, 1, 50), transfer(2, 3, 100)), all -> log.add("whole"));
        whole.cancel();
        advance(network, 0.75);
        group.messages().get(1).cancel();
        assertThat(log).isEmpty();
        runToEnd(network);
        assertThat(log).containsExactly("one");
        assertThat(network.result().cancelled()).isEqualTo(3);
    }

    @Test
    void completion_ofEachEnd_isThatOfTheMessage() {
        Network network = maxMin();
        Message arrives = network.send(transfer(0, 1, 100));
        CompletableFuture<Delivery> before = arrives.completion().toCompletableFuture();
        Message lost = network.send(transfer(2, 3, 100).deadlineAfter(0.1));
        CompletableFuture<Delivery> ofLost = lost.completion().toCompletableFuture();
        Message cancelled = network.send(transfer(4, 5, 100));
        CompletableFuture<Delivery> ofCancelled = cancelled.completion().toCompletableFuture();
        cancelled.cancel();
        assertThat(before).isNotDone();
        runToEnd(network);
        assertThat(before.join().arrived()).isEqualTo(1);
        assertThat(arrives.completion().toCompletableFuture().join()).isEqualTo(before.join());
        assertThatThrownBy(ofLost::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LostMessageException.class);
        assertThatThrownBy(ofCancelled::join).isInstanceOfAny(CancellationException.class, CompletionException.class);
    }

    @Test
    void expectedArrival_untilAnotherEnds_isThatOfThePresentRate() {
        Network network = maxMin();
        Message first = network.send(transfer(0, 1, 100));
        assertThat(first.expectedArrival()).isInfinite();
        network.send(transfer(0, 2, 50));
        network.nextInstant();
        assertThat(first.expectedArrival()).isEqualTo(2);
        advance(network, 1.2);
        assertThat(first.expectedArrival()).isCloseTo(1.5, within(1e-12));
        runToEnd(network);
        assertThat(first.expectedArrival())
                .isEqualTo(first.delivery().orElseThrow().arrived());
    }

    @Test
    void fork_ofLimitedGroupedAndDueMessages_hasTheirOptions() {
        Network network = maxMin();
        Object job = new Object();
        network.send(
                List.of(
                        transfer(0, 1, 100).maxRate(25e6).attachment(job),
                        transfer(2, 3, 1000).deadlineAfter(2)),
                new WhenAllDone() {
                    @Override
                    public void arrived(Group group) {
                        log.add("arrived");
                    }

                    @Override
                    public void lost(Group group) {
                        log.add("group at " + network.now());
                    }
                });
        advance(network, 1);
        Network fork = network.fork(message -> {
            assertThat(message.attachment()).isSameAs(message.source() == 0 ? job : null);
            return logged("copy of " + message.source());
        });
        runToEnd(fork);
        assertThat(log)
                .containsExactly("copy of 2 lost at 2.000000, DeadlinePassed[seconds=2.0]", "copy of 0 at 4.000000");
        log.clear();
        runToEnd(network);
        assertThat(log).containsExactly("group at 4.0");
    }

    @Test
    void fork_withALossModelThatCannotBeCopied_namesIt() {
        LossProcess process = new LossProcess() {
            @Override
            public void started(int sender, int source, int destination, double time) {}

            @Override
            public void decide(EndingMessages ending) {}
        };
        Network network = builder("max-min")
                .loss(new LossModel() {
                    @Override
                    public String name() {
                        return "mine";
                    }

                    @Override
                    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
                        return process;
                    }
                })
                .build();
        assertThatThrownBy(network::fork)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("its loss model 'mine' cannot be copied: override copy() of");
    }

    @Test
    void reset_withDeadlinesAndGroupsUnderWay_forgetsThem() {
        Network network = maxMin();
        Group group = network.send(List.of(transfer(0, 1, 100).deadlineAfter(0.5)), all -> log.add("group"));
        network.send(List.of(), all -> log.add("empty"));
        network.reset();
        assertThat(group.isOver()).isTrue();
        assertThat(group).hasToString("group of 1 messages sent at 0.0 s, 0 under way");
        network.send(transfer(0, 1, 100), logged("new"));
        runToEnd(network);
        assertThat(log).containsExactly("new at 1.000000");
    }

    @Test
    void nullAndOtherNonsense_isRefusedWhereItIsGiven_byName() {
        NetworkBuilder builder = builder("max-min");
        Network network = maxMin();
        network.measureLinks();
        assertThatThrownBy(() -> builder.on((org.tailback.kernel.EventKernel) null))
                .hasMessage("host");
        assertThatThrownBy(() -> builder.observer(null)).hasMessage("observer");
        assertThatThrownBy(() -> Network.builder((Cluster) null)).hasMessage("cluster");
        assertThatThrownBy(() -> network.send((Transfer) null)).hasMessage("transfer");
        assertThatThrownBy(() -> network.send(transfer(0, 1, 1), null)).hasMessage("whenDone");
        assertThatThrownBy(() -> network.link(null)).hasMessage("name");
        assertThatThrownBy(() -> network.fork(null)).hasMessage("whenDone");
        assertThatThrownBy(() -> Transfer.of(0, 1, 1).maxRate(0))
                .hasMessageContaining("must be > 0 bytes/s")
                .hasMessageContaining("not 0.0");
        assertThatThrownBy(() -> Transfer.of(0, 1, 1).maxRate(Double.MIN_VALUE))
                .hasMessageContaining("for the message to end");
        assertThatThrownBy(() -> network.send(Arrays.asList(transfer(0, 1, 1), null), all -> {}))
                .hasMessage("transfer");
        assertThatThrownBy(() -> network.linkLoads().top(-1)).hasMessageContaining("not -1");
        assertThatThrownBy(() -> Transfer.of(0, 1, 1).deadlineAfter(Double.NaN)).hasMessageContaining("not NaN");
        assertThatThrownBy(() -> network.send(List.of(transfer(0, 1, 1), transfer(0, 9, 1)), all -> {}))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(network.result().sent()).isZero();
        assertThatThrownBy(() -> Replay.builder((ParallelProgram) null, network.platform()))
                .hasMessage("program");
        ParallelProgram without = new ParallelProgram() {
            @Override
            public int ranks() {
                return 2;
            }

            @Override
            public Program open(int rank) {
                return null;
            }
        };
        assertThatThrownBy(() -> Replay.builder(without, network.platform()).build())
                .hasMessage("the program's open(0) returned null: every rank needs a Program");
        assertThat(network)
                .hasToString("network of 6 nodes, model max-min, cost hockney, at 0.0 s, 0 messages under way");
    }
}
