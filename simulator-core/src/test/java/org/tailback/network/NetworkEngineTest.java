package org.tailback.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SteppedKernel;

class NetworkEngineTest {
    private static final MessageCost COST = new TestModels.BytePerSecond(0);
    private final SteppedKernel kernel = SteppedKernel.create();

    /** Writes ends down as {@code reference@time}. */
    private final class Recorder implements MessageOwner {
        private final List<String> ends = new ArrayList<>();
        private NetworkEngine network;
        private NetworkUser user;

        int send(int sender, int receiver, int source, int destination, long bytes, int reference) {
            return network.send(user, sender, receiver, source, destination, bytes, reference, COST);
        }

        @Override
        public void transfersEnded(int[] messages, int from, int to) {
            for (int i = from; i < to; i++) {
                ends.add(network.reference(messages[i]) + "@" + kernel.now());
            }
        }
    }

    private Recorder network(TestModels.NodeShare sharing, IntraNodePath path) {
        Recorder recorder = new Recorder();
        recorder.network = NetworkEngine.builder(kernel, Cluster.of(4, 2), sharing, COST)
                .intraNode(path)
                .build();
        recorder.user = recorder.network.join(recorder, 8, null);
        return recorder;
    }

    private Recorder network() {
        return network(new TestModels.NodeShare(), IntraNodePath.FREE);
    }

    @Test
    void send_aloneInTheNetwork_endsAfterItsGap() {
        Recorder recorder = network();
        recorder.send(0, 1, 0, 1, 7, 42);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("42@7.0");
    }

    @Test
    void averagePenalty_aloneAtAnyDate_isOneToTheLastBit() {
        List<Double> penalties = new ArrayList<>();
        NetworkEngine[] network = new NetworkEngine[1];
        network[0] = NetworkEngine.builder(kernel, Cluster.of(4, 2), new TestModels.NodeShare(), COST)
                .build();
        NetworkUser user = network[0].join(
                (messages, from, to) -> {
                    for (int i = from; i < to; i++) {
                        penalties.add(network[0].times().averagePenalty(messages[i]));
                    }
                },
                2,
                null);
        // 1e9 / 7 + 3 - 1e9 / 7 is not 3
        for (int i = 1; i <= 20; i++) {
            kernel.timer(EventKernel.Order.NORMAL, () -> network[0].send(user, 0, 1, 0, 1, 3, 1, COST))
                    .at(i * 1e9 / 7);
        }
        kernel.runToEnd();

        assertThat(penalties).hasSize(20).containsOnly(1.0);
    }

    @Test
    void warnings_clockTooLateForTheMessages_countsThem() {
        Recorder recorder = network();
        // steps of 16 s
        kernel.timer(EventKernel.Order.NORMAL, () -> {
                    recorder.send(0, 1, 0, 1, 3, 1);
                    recorder.send(0, 1, 0, 1, 5, 1);
                    recorder.send(0, 1, 0, 1, 1_000_000, 1);
                })
                .at(1e17);
        recorder.send(0, 1, 0, 1, 3, 1);
        kernel.runToEnd();

        assertThat(recorder.network.warnings(recorder.user))
                .singleElement()
                .asString()
                .startsWith("The clock hardly resolves 2 messages: without contention they take from 3 s on,"
                        + " but a step of the clock grows to 16 s with the time");
    }

    @Test
    void send_twoFromOneNode_halfRateUntilTheShorterEnds() {
        // 4 and 10 bytes at rate 1/2: the first ends at 8; the other has moved 4 and moves the last 6 alone: 14.
        Recorder recorder = network();
        recorder.send(0, 1, 0, 1, 4, 1);
        recorder.send(0, 2, 0, 2, 10, 2);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("1@8.0", "2@14.0");
        assertThat(recorder.user.totals().outgoing()).isEqualTo(2);
        assertThat(recorder.user.totals().withoutConflict()).isZero();
    }

    @Test
    void send_startedLater_slowsTheOneInFlight() {
        // Alone for 3 s, then both at 1/2: 10 - 3 = 7 left take until 3 + 14 = 17, but the 2-byte message ends at 7;
        // then 5 left.
        Recorder recorder = network();
        recorder.send(0, 1, 0, 1, 10, 1);
        kernel.timer(EventKernel.Order.NORMAL, () -> recorder.send(2, 1, 2, 1, 2, 2))
                .at(3);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("2@7.0", "1@12.0");
        assertThat(recorder.user.totals().incoming()).isEqualTo(2);
    }

    @Test
    void send_incomingWhileSending_meetsIncomeOutgo() {
        Recorder recorder = network();
        recorder.send(0, 1, 0, 1, 4, 1);
        recorder.send(2, 0, 2, 0, 4, 2);
        kernel.runToEnd();

        assertThat(recorder.user.totals().incomeOutgo()).isEqualTo(2);
        assertThat(recorder.user.totals().outgoing()).isZero();
        assertThat(recorder.user.totals().incoming()).isZero();
    }

    @Test
    void send_oneAfterTheOtherFromOneNode_meetsNoConflict() {
        Recorder recorder = network();
        recorder.send(0, 1, 0, 1, 4, 1);
        kernel.timer(EventKernel.Order.NORMAL, () -> recorder.send(0, 2, 0, 2, 4, 2))
                .at(4);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("1@4.0", "2@8.0");
        assertThat(recorder.user.totals().withoutConflict()).isEqualTo(2);
    }

    @Test
    void send_thousandsAtOneInstant_oneRecomputationPerInstant() {
        TestModels.NodeShare sharing = new TestModels.NodeShare();
        Recorder recorder = network(sharing, IntraNodePath.FREE);
        for (int i = 0; i < 4000; i++) {
            recorder.send(i % 4, (i + 1) % 4, i % 4, (i + 1) % 4, 1, i);
        }
        kernel.runToEnd();

        // All share equally and end together: one recomputation after the starts, one after the ends.
        assertThat(recorder.ends).hasSize(4000);
        assertThat(sharing.recomputations).isEqualTo(2);
        assertThat(recorder.user.totals().instants()).isEqualTo(1);
    }

    @Test
    void transfersEnded_severalAtOneInstant_bySenderThenPostingOrder() {
        Recorder recorder = network();
        recorder.send(3, 2, 3, 2, 5, 30);
        recorder.send(1, 0, 1, 0, 5, 10);
        recorder.send(3, 2, 3, 2, 5, 31);
        recorder.send(1, 0, 1, 0, 5, 11);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("10@10.0", "11@10.0", "30@10.0", "31@10.0");
    }

    @Test
    void send_zeroBytes_endsAtOnceAndDisturbsNobody() {
        Recorder recorder = network();
        recorder.send(0, 1, 0, 1, 4, 1);
        recorder.send(0, 2, 0, 2, 0, 2);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("2@0.0", "1@4.0");
        assertThat(recorder.user.totals().withoutConflict()).isEqualTo(2);
    }

    @Test
    void send_insideANode_usesTheIntraNodePathAndContendsWithNothing() {
        TestModels.NodeShare sharing = new TestModels.NodeShare();
        Recorder recorder = network(sharing, new IntraNodePath(0.5, 2, false));
        int inside = recorder.send(0, 4, 0, 0, 4, 1);
        recorder.send(0, 5, 0, 0, 4, 2);
        recorder.send(0, 1, 0, 1, 4, 3);

        assertThat(recorder.network.latency(inside)).isEqualTo(0.5);
        kernel.runToEnd();
        assertThat(recorder.ends).containsExactly("1@2.0", "2@2.0", "3@4.0");
    }

    @Test
    void send_insideANodeThatIsShared_dividesTheMemoryBandwidth() {
        // 2 B/s for two: 1 B/s each; 2 bytes end at 2 s, the other has 2 of 4 left and gets 2 B/s: 3 s.
        Recorder recorder = network(new TestModels.NodeShare(), new IntraNodePath(0, 2, true));
        recorder.send(0, 4, 0, 0, 2, 1);
        recorder.send(4, 0, 0, 0, 4, 2);
        recorder.send(1, 5, 1, 1, 4, 3);
        kernel.runToEnd();

        assertThat(recorder.ends).containsExactly("1@2.0", "3@2.0", "2@3.0");
    }

    @Test
    void twoNetworks_onOneClockBesideHostEvents_doNotKnowOfEachOther() {
        Recorder first = network();
        Recorder second = network();
        List<Double> hostEvents = new ArrayList<>();
        kernel.timer(EventKernel.Order.NORMAL, () -> {
                    hostEvents.add(kernel.now());
                    first.send(0, 1, 0, 1, 3, 1);
                    second.send(0, 1, 0, 1, 3, 2);
                })
                .at(1.5);
        kernel.runToEnd();

        assertThat(hostEvents).containsExactly(1.5);
        assertThat(first.ends).containsExactly("1@4.5");
        assertThat(second.ends).containsExactly("2@4.5");
    }

    @Test
    void transferSeconds_comparesWithLoneSeconds() {
        List<Double> penalties = new ArrayList<>();
        NetworkEngine[] network = new NetworkEngine[1];
        network[0] = NetworkEngine.builder(kernel, Cluster.of(4, 1), new TestModels.NodeShare(), COST)
                .build();
        NetworkUser user = network[0].join(
                (messages, from, to) -> {
                    for (int i = from; i < to; i++) {
                        penalties.add(network[0].times().transferSeconds(messages[i])
                                / network[0].times().uncontendedSeconds(messages[i]));
                    }
                },
                4,
                null);
        network[0].send(user, 0, 1, 0, 1, 4, 1, COST);
        network[0].send(user, 0, 2, 0, 2, 4, 2, COST);
        network[0].send(user, 0, 3, 0, 3, 4, 3, COST);
        kernel.runToEnd();

        assertThat(penalties).hasSize(3).allSatisfy(p -> assertThat(p).isEqualTo(3, within(1e-12)));
    }

    @Test
    void join_twoUsersOnOneNode_shareItAndHearOfTheirOwnMessagesOnly() {
        // 4 bytes of each leave node 0 together: both at 1/2, both end at 8
        Recorder one = network();
        Recorder other = new Recorder();
        other.network = one.network;
        other.user = one.network.join(other, 4, null);
        one.send(0, 1, 0, 1, 4, 1);
        other.send(0, 1, 0, 2, 4, 2);
        kernel.runToEnd();

        assertThat(one.ends).containsExactly("1@8.0");
        assertThat(other.ends).containsExactly("2@8.0");
        assertThat(one.user.totals().outgoing()).isEqualTo(1);
        assertThat(other.user.totals().outgoing()).isEqualTo(1);
    }
}
