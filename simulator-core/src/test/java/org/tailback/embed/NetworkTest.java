package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.error.InputException;
import org.tailback.network.TestModels;
import org.tailback.replay.LibraryCost;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/** One byte takes one second alone; the messages of a node share it equally. */
class NetworkTest {
    private final List<String> log = new ArrayList<>();

    private static NetworkBuilder builder(double latency) {
        return Network.builder(TestModels.platform(4, latency).build());
    }

    private static void run(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    private WhenDone logged(String name) {
        return WhenDone.of(
                delivery -> log.add(name + " arrived " + delivery.arrived()),
                lost -> log.add(name + " lost " + lost.lost()));
    }

    @Test
    void send_twoFromOneNode_halfRateUntilTheShorterEnds() {
        Network network = builder(0.5).build();
        Message shorter = network.send(0, 1, 4, logged("a"));
        Message longer = network.send(0, 2, 10, logged("b"));

        assertThat(shorter.rate()).isZero();
        assertThat(network.nextInstant()).isEqualTo(8);
        assertThat(shorter.rate()).isEqualTo(0.5);
        network.advanceTo(6);
        assertThat(longer.penalty()).isEqualTo(2);
        assertThat(longer.remainingBytes()).isEqualTo(7);
        network.advanceTo(8);
        assertThat(shorter.state()).isEqualTo(MessageState.ARRIVING);
        run(network);

        assertThat(log).containsExactly("a arrived 8.5", "b arrived 14.5");
        assertThat(longer.state()).isEqualTo(MessageState.ARRIVED);
        NetworkResult result = network.result();
        assertThat(result.arrived()).isEqualTo(2);
        assertThat(result.bytesArrived()).isEqualTo(14);
        assertThat(result.underWay()).isZero();
        assertThat(result.lostToContention()).isEqualTo(4 + 4);
        assertThat(result.averagePenalty()).isEqualTo((2.0 * 4 + 1.4 * 10) / 14, within(1e-15));
        assertThat(result.conflicts().outgoing()).isEqualTo(2);
    }

    /** Epoch seconds of a host: a step of its clock is 2.4e-7 s there. */
    @Test
    void send_whenTheClockIsLarge_takesWhatItTakesAtTheBeginning() {
        double start = 1.7e9;
        Network fast = Network.builder(
                        TestModels.platform(4, 0).cost(LibraryCost.of(1e-9, 0)).build())
                .build();
        List<Delivery> deliveries = new ArrayList<>();
        fast.advanceTo(start);
        fast.send(0, 1, 1_000, deliveries::add);
        // its answer starts between two steps of the host's clock
        fast.send(0, 2, 2_000, second -> {
            deliveries.add(second);
            fast.send(2, 0, 10, deliveries::add);
        });
        run(fast);

        double[] seconds = {2e-6, 3e-6, 1e-8};
        double[] arrivals = {2e-6, 3e-6, 3.01e-6};
        double[] penalties = {2, 1.5, 1};
        for (int i = 0; i < 3; i++) {
            assertThat(deliveries.get(i).seconds()).isEqualTo(seconds[i], within(1e-12 * seconds[i]));
            assertThat(deliveries.get(i).penalty()).isEqualTo(penalties[i], within(1e-12));
            assertThat(deliveries.get(i).arrived() - start).isEqualTo(arrivals[i], within(2 * Math.ulp(start)));
        }
        assertThat(fast.result().warnings()).noneMatch(text -> text.contains("clock"));
    }

    /** The network's clock begins anew at each message that finds it idle. */
    @Test
    void send_whenIdleForLong_isAsExactAsTheFirst() {
        Network fast = Network.builder(
                        TestModels.platform(4, 0).cost(LibraryCost.of(1e-9, 0)).build())
                .build();
        List<Double> seconds = new ArrayList<>();
        for (double start : new double[] {0, 1, 1e3, 1e6, 1e9, 1.7e9}) {
            fast.advanceTo(start);
            assertThat(fast.send(Transfer.of(0, 1, 7)).sent()).isEqualTo(start);
            fast.send(0, 1, 10, delivery -> seconds.add(delivery.seconds()));
            run(fast);
        }

        assertThat(seconds).hasSize(6).containsOnly(seconds.get(0));
    }

    /** A fork shows the same clock: both go on alike. */
    @Test
    void fork_whenTheClockIsLarge_goesOnAlike() {
        Network fast = Network.builder(
                        TestModels.platform(4, 0).cost(LibraryCost.of(1e-9, 0)).build())
                .build();
        List<Double> seconds = new ArrayList<>();
        fast.advanceTo(1.7e9);
        fast.send(0, 1, 1_000, delivery -> seconds.add(delivery.seconds()));
        fast.send(Transfer.of(0, 2, 2_000));
        fast.nextInstant();
        Network fork = fast.fork(message -> delivery -> seconds.add(delivery.seconds()));
        run(fork);
        run(fast);

        assertThat(seconds).hasSize(3);
        assertThat(seconds.get(0)).isEqualTo(2e-6, within(1e-18));
        assertThat(seconds.get(2)).isEqualTo(2e-6, within(1e-18));
    }

    @Test
    void result_messagesThatShareAPathInsideANode_loseNothingToContention() {
        // as in a replay: contention is what happens between nodes
        Network network = builder(0).intraNode(new IntraNodePath(0, 1, true)).build();
        network.send(2, 2, 3, logged("a"));
        network.send(2, 2, 3, logged("b"));
        run(network);

        assertThat(log).containsExactly("a arrived 6.0", "b arrived 6.0");
        assertThat(network.result().lostToContention()).isZero();
        assertThat(network.result().averagePenalty()).isEqualTo(1);
    }

    @Test
    void whenDone_mayStartTheNext_atTheSameInstant() {
        Network network = builder(0).build();
        network.send(0, 1, 3, first -> network.send(1, 2, 4, second -> log.add(first + " " + second.arrived())));
        run(network);

        assertThat(log).hasSize(1).first().asString().endsWith(" 7.0");
    }

    @Test
    void send_neverCallsBackWithinItself() {
        Network network = builder(0).build();
        network.failNode(3);
        network.send(0, 1, 0, logged("empty"));
        network.send(0, 3, 5, logged("to a failed node"));
        assertThat(log).isEmpty();
        run(network);

        assertThat(log).containsExactlyInAnyOrder("empty arrived 0.0", "to a failed node lost 0.0");
    }

    @Test
    void cancel_halfWay_givesTheOtherTheWholeRate() {
        // 4 s at 1/2 each: 2 of 10 bytes moved; then 8 alone: 12.
        Network network = builder(0).build();
        Message cancelled = network.send(0, 1, 10, logged("a"));
        network.send(0, 2, 10, logged("b"));
        network.advanceTo(4);

        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.cancel()).isFalse();
        assertThat(cancelled.state()).isEqualTo(MessageState.CANCELLED);
        assertThat(cancelled.remainingBytes()).isEqualTo(8);
        run(network);

        assertThat(log).containsExactly("b arrived 12.0");
        assertThat(network.result().cancelled()).isEqualTo(1);
    }

    @Test
    void cancel_atTheInstantOfSending_disturbsNobody() {
        Network network = builder(0).build();
        network.send(0, 1, 10, logged("a"));
        assertThat(network.send(0, 2, 10, logged("b")).cancel()).isTrue();
        run(network);

        assertThat(log).containsExactly("a arrived 10.0");
        assertThat(network.result().conflicts().none()).isEqualTo(1);
    }

    @Test
    void cancel_whenItsTransferEnds_isTooLate() {
        Network network = builder(2).build();
        Message message = network.send(0, 1, 10, logged("a"));
        network.advanceTo(10);

        assertThat(message.cancel()).isFalse();
        run(network);
        assertThat(log).containsExactly("a arrived 12.0");
    }

    @Test
    void failNode_endsItsMessagesWithAnError_othersGoOn() {
        // a and b share node 0 until 2; then b, 9 left, is alone.
        Network network = builder(0).build();
        network.send(0, 1, 10, logged("a"));
        network.send(0, 2, 10, logged("b"));
        network.send(3, 1, 10, logged("c"));
        network.advanceTo(2);
        network.failNode(1);
        assertThat(network.hasFailed(1)).isTrue();
        network.send(2, 1, 1, logged("d"));
        network.advanceTo(3);
        network.repairNode(1);
        network.send(3, 1, 4, logged("e"));
        run(network);

        assertThat(log).containsExactly("a lost 2.0", "c lost 2.0", "d lost 2.0", "e arrived 7.0", "b arrived 11.0");
        assertThat(network.result().lost()).isEqualTo(3);
    }

    @Test
    void failNode_messageOnItsLastLatency_isLostIfTheReceiverFails() {
        Network network = builder(5).build();
        network.send(0, 1, 2, logged("a"));
        network.send(3, 2, 2, logged("b"));
        network.advanceTo(4);
        network.failNode(1);
        network.failNode(3);
        run(network);

        assertThat(log).containsExactly("a lost 4.0", "b arrived 7.0");
    }

    @Test
    void lost_ownerHandlesNoLoss_throwsWhereTheClockRuns_andTheRestGoesOn() {
        Network network = builder(0).build();
        network.send(0, 1, 10, delivery -> log.add("never"));
        network.send(0, 2, 10, logged("b"));
        network.advanceTo(2);
        network.failNode(1);

        assertThatThrownBy(() -> network.advanceTo(3))
                .isInstanceOf(LostMessageException.class)
                .hasMessageContaining("that node 0 sent")
                .hasMessageContaining("WhenDone.of(arrived, lost)");
        run(network);
        assertThat(log).containsExactly("b arrived 11.0");
    }

    @Test
    void setNodeCapacity_modelWithoutLinks_isRefused() {
        Network network = builder(0).build();
        assertThatThrownBy(() -> network.setNodeCapacity(1, 0.5))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("has no links");
        assertThatThrownBy(() -> network.link("node 0 up").setCapacity(0.5))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("has no links");
    }

    @Test
    void setNodeCapacity_outOfItsDomain_isRefused() {
        Network network = builder(0).build();
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> network.setNodeCapacity(0, wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> network.send(Transfer.of(0, 4, 1))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> network.send(Transfer.of(0, 1, -1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void insideANode_messagesUseThePathAndCanBeCancelled() {
        Network network = builder(0).intraNode(new IntraNodePath(0.5, 2, true)).build();
        Message a = network.send(0, 0, 2, logged("a"));
        Message b = network.send(0, 0, 4, logged("b"));
        network.nextInstant();
        assertThat(a.rate()).isEqualTo(1);
        network.advanceTo(1);
        assertThat(b.remainingBytes()).isEqualTo(3);
        assertThat(b.cancel()).isTrue();
        run(network);

        assertThat(log).containsExactly("a arrived 2.0");
    }

    @Test
    void observers_areToldAndMustNotTouch() {
        List<String> seen = new ArrayList<>();
        NetworkObserver observer = new NetworkObserver() {
            @Override
            public void sent(Message message, double time) {
                seen.add("sent " + message.bytes());
            }

            @Override
            public void rateChanged(Message message, double time) {
                seen.add("rate " + message.rate() + " at " + time);
                assertThatThrownBy(message::cancel).isInstanceOf(IllegalStateException.class);
            }

            @Override
            public void arrived(Message message, Delivery delivery) {
                seen.add("arrived " + message.bytes() + " after " + delivery.seconds());
            }

            @Override
            public void cancelled(Message message, double time) {
                seen.add("cancelled " + message.bytes());
            }
        };
        Network network = builder(0).observer(observer).build();
        network.send(Transfer.of(0, 1, 4));
        Message other = network.send(Transfer.of(0, 2, 5));
        network.advanceTo(2);
        other.cancel();
        run(network);

        assertThat(seen)
                .containsExactly(
                        "sent 4",
                        "sent 5",
                        "rate 0.5 at 0.0",
                        "rate 0.5 at 0.0",
                        "cancelled 5",
                        "rate 1.0 at 2.0",
                        "arrived 4 after 5.0");
    }

    @Test
    void reset_afterTheHostsInit_beginsAnew() {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network = builder(0).on(simulator).build();
        List<Double> ends = new ArrayList<>();
        for (int replication = 0; replication < 3; replication++) {
            simulator.init();
            network.reset();
            network.send(0, 1, 100, delivery -> ends.add(-1.0));
            network.send(2, 3, 5, delivery -> {
                ends.add(delivery.arrived());
                simulator.stop();
            });
            simulator.start();
        }

        assertThat(ends).containsExactly(5.0, 5.0, 5.0);
        assertThat(network.result().sent()).isEqualTo(2);
    }

    /** The clock of a replication need not be behind that of the earlier one: both use the network at 0 s, or later. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 0.5", "0.5, 0.5", "0.5, 2"})
    void init_withoutReset_isAnErrorWheneverTheNetworkIsUsed(double first, double second) {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network = builder(0).on(simulator).build();
        sendAt(simulator, first, network);
        new Event(simulator) {
            @Override
            public void actions() {
                simulator.stop();
            }
        }.schedule(3);
        simulator.start();
        assertThat(simulator.time()).isEqualTo(3);

        simulator.init();
        sendAt(simulator, second, network);
        List<ThrowingCallable> uses = List.of(simulator::start, () -> network.send(Transfer.of(0, 1, 1)));
        assertThat(uses)
                .allSatisfy(use -> assertThatThrownBy(use)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("call reset() of the network"));

        simulator.init();
        network.reset();
        sendAt(simulator, second, network);
        simulator.start();
        assertThat(log).containsExactly("message arrived " + (second + 100));
    }

    private void sendAt(Simulator simulator, double seconds, Network network) {
        new Event(simulator) {
            @Override
            public void actions() {
                network.send(0, 1, 100, logged("message"));
            }
        }.schedule(seconds);
    }

    @Test
    void hostsClock_cannotBeMovedByTheNetwork() {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network = builder(0).on(simulator).build();
        new Event(simulator) {
            @Override
            public void actions() {
                network.send(0, 1, 2, logged("a"));
            }
        }.schedule(1);
        simulator.start();

        assertThat(log).containsExactly("a arrived 3.0");
        assertThatThrownBy(network::nextInstant).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> network.advanceTo(9)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void builder_ofACluster_needsModelAndCost() {
        assertThatThrownBy(() -> Network.builder(Cluster.of(2, 1)).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sharing");
        Network network = Network.builder(Cluster.of(2, 1))
                .model(new TestModels.NodeShare())
                .cost(new TestModels.BytePerSecond(0))
                .build();
        network.send(0, 1, 2, logged("a"));
        run(network);
        assertThat(log).containsExactly("a arrived 2.0");
    }
}
