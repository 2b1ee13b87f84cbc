package org.tailback.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.cost.Protocol;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Disturbance;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.LossAtNode2;
import org.tailback.replay.Replay;

/**
 * Chains of programs that can be worked out by hand: one byte takes one second alone, nodes divide themselves equally
 * among their messages, and the latency is 2 s.
 */
class ChainSearchTest {
    private static final Platform.Builder PLAIN = TestModels.platform(4, 2);

    private static CriticalChain chain(ScriptedProgram program, Platform.Builder platform) {
        return chain(program, platform, segment -> {});
    }

    private static CriticalChain chain(ScriptedProgram program, Platform.Builder builder, Consumer<Segment> segments) {
        Platform platform = builder.build();
        Placement placement = platform.placement().place(platform.cluster(), program.ranks());
        return ChainSearch.of(placement)
                .segments(segments)
                .find(observer -> Replay.builder(program, platform)
                        .placement(placement)
                        .observer(observer)
                        .build()
                        .run());
    }

    /** Kind, rank, from, to of each segment. */
    private static List<String> lines(CriticalChain chain) {
        return chain.path().stream()
                .map(s -> s.kind().label() + " " + s.rank() + " " + s.from() + " " + s.to())
                .toList();
    }

    @SafeVarargs
    private static Program progressThread(Consumer<OperationSink>... operations) {
        Iterator<Consumer<OperationSink>> left = List.of(operations).iterator();
        return sink -> {
            if (!left.hasNext()) {
                return false;
            }
            left.next().accept(sink);
            return true;
        };
    }

    @Test
    void oneMessage_isTransferAndLatency() {
        CriticalChain chain =
                chain(new ScriptedProgram(2).add(0, s -> s.send(1, 3, 5)).add(1, s -> s.recv(0, 3, 5)), PLAIN);

        assertThat(lines(chain)).containsExactly("transfer 0 0.0 5.0", "latency 1 5.0 7.0");
        assertThat(chain.path()).extracting(Segment::message).containsOnly(new ChainMessage(0, 1, 3, 5));
        assertThat(chain.rank()).isEqualTo(1);
        assertThat(chain.makespan()).isEqualTo(7);
        assertThat(chain.seconds(PartKind.TRANSFER)).isEqualTo(5);
        assertThat(chain.seconds(PartKind.LATENCY)).isEqualTo(2);
        assertThat(chain.parts()).containsOnlyKeys(PartKind.values());
        assertThat(chain.culprits()).isEmpty();
    }

    @Test
    void computations_onBothSidesOfAMessage_areThoseOfItsRanks() {
        // Rank 1 computes 4 s before the message and is ready for it at 4, when it still moves.
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.compute(3))
                        .add(0, s -> s.send(1, 0, 5))
                        .add(1, s -> s.compute(4))
                        .add(1, s -> s.recv(0, 0, 5))
                        .add(1, s -> s.compute(6)),
                PLAIN);

        assertThat(lines(chain))
                .containsExactly(
                        "compute 0 0.0 3.0", "transfer 0 3.0 8.0", "latency 1 8.0 10.0", "compute 1 10.0 16.0");
        assertThat(chain.compute()).containsEntry(0, 3.0).containsEntry(1, 6.0).hasSize(2);
    }

    @Test
    void lateReceiver_isAllThatCounts() {
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.send(1, 0, 5))
                        .add(1, s -> s.compute(100))
                        .add(1, s -> s.recv(0, 0, 5)),
                PLAIN);

        assertThat(lines(chain)).containsExactly("compute 1 0.0 100.0");
    }

    @Test
    void twoMessagesIntoOneNode_loseHalfToEachOther() {
        // 5 bytes at rate 1/2 until 10 s; of equal ends that of the first receive counts.
        CriticalChain chain = chain(
                new ScriptedProgram(3)
                        .add(0, s -> s.send(2, 0, 5))
                        .add(1, s -> s.send(2, 0, 5))
                        .add(2, s -> s.recv(0, 0, 5))
                        .add(2, s -> s.recv(1, 0, 5)),
                PLAIN);

        assertThat(lines(chain)).containsExactly("transfer 0 0.0 5.0", "contention 0 5.0 10.0", "latency 2 10.0 12.0");
        assertThat(chain.path().get(1).link()).isEqualTo("into node 2");
        assertThat(chain.culprits())
                .containsExactly(
                        new Culprit(Culprit.Type.LINK, "into node 2", 5, 0),
                        new Culprit(Culprit.Type.PAIR, "1>2", 5, 0),
                        new Culprit(Culprit.Type.OPERATION, "send of 5 B", 5, 0));
    }

    @Test
    void messagesOutOfOneNode_areBlamedByTheTimeForWhichTheyShared() {
        // 4 and 10 bytes leave rank 0 at rate 1/2 until 8 s, the rest of 10 alone until 14 s: 4 s lost.
        CriticalChain chain = chain(
                new ScriptedProgram(3)
                        .add(0, s -> s.isend(0, 1, 0, 4))
                        .add(0, s -> s.isend(1, 2, 0, 10))
                        .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                        .add(1, s -> s.recv(0, 0, 4))
                        .add(2, s -> s.recv(0, 0, 10)),
                PLAIN);

        assertThat(lines(chain))
                .containsExactly("transfer 0 0.0 10.0", "contention 0 10.0 14.0", "latency 2 14.0 16.0");
        assertThat(chain.culprits(Culprit.Type.LINK))
                .containsExactly(new Culprit(Culprit.Type.LINK, "out of node 0", 4, 0));
        assertThat(chain.culprits(Culprit.Type.PAIR)).containsExactly(new Culprit(Culprit.Type.PAIR, "0>1", 4, 0));
    }

    @Test
    void timeout_isOnTheChainOfItsMessage() {
        CriticalChain chain = chain(
                new ScriptedProgram(3).add(1, s -> s.send(2, 0, 10)).add(2, s -> s.recv(1, 0, 10)),
                TestModels.platform(4, 2).loss(new LossAtNode2()));

        assertThat(lines(chain)).containsExactly("transfer 1 0.0 10.0", "timeout 1 10.0 17.0", "latency 2 17.0 19.0");
        assertThat(chain.culprits())
                .containsExactly(
                        new Culprit(Culprit.Type.LINK, "into node 2", 0, 7),
                        new Culprit(Culprit.Type.PAIR, "1>2", 0, 7),
                        new Culprit(Culprit.Type.OPERATION, "send of 10 B", 0, 7));
    }

    @Test
    void rendezvous_withALateReceiver_continuesInTheReceiver() {
        // Handshake 1 s, overheads 0.5 and 0.25 s; the sender would be ready at 0.5.
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.send(1, 0, 20))
                        .add(1, s -> s.compute(3))
                        .add(1, s -> s.recv(0, 0, 20)),
                TestModels.platform(2, 2).cost(library()));

        assertThat(lines(chain))
                .containsExactly(
                        "compute 1 0.0 3.0",
                        "rendezvous 1 3.0 3.0",
                        "handshake 0 3.0 4.0",
                        "transfer 0 4.0 24.0",
                        "latency 1 24.0 26.0",
                        "receive overhead 1 26.0 26.25");
        assertThat(chain.seconds(PartKind.OVERHEAD)).isEqualTo(1.25);
        assertThat(chain.seconds(PartKind.PROTOCOL)).isZero();
    }

    @Test
    void rendezvous_withALateSender_continuesInTheSender() {
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.compute(3))
                        .add(0, s -> s.send(1, 0, 20))
                        .add(1, s -> s.recv(0, 0, 20)),
                TestModels.platform(2, 2).cost(library()));

        assertThat(lines(chain))
                .containsExactly(
                        "compute 0 0.0 3.0",
                        "send overhead 0 3.0 3.5",
                        "handshake 0 3.5 4.5",
                        "transfer 0 4.5 24.5",
                        "latency 1 24.5 26.5",
                        "receive overhead 1 26.5 26.75");
    }

    @Test
    void bufferedSends_costTheirSenderOnlyTheOverhead() {
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.send(1, 0, 5))
                        .add(0, s -> s.isend(0, 1, 1, 5))
                        .add(0, s -> s.await(0))
                        .add(0, s -> s.compute(100))
                        .add(1, s -> s.recv(0, 0, 5))
                        .add(1, s -> s.recv(0, 1, 5)),
                TestModels.platform(2, 2).cost(library()));

        assertThat(lines(chain))
                .containsExactly("send overhead 0 0.0 0.5", "send overhead 0 0.5 1.0", "compute 0 1.0 101.0");
    }

    @Test
    void interfaceGap_separatesTheStartsOfMessages() {
        // g = 3 s: the second message, ready at once, leaves at 3 s and then has the link alone.
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.isend(0, 1, 0, 1))
                        .add(0, s -> s.isend(1, 1, 1, 1))
                        .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                        .add(1, s -> s.recv(0, 0, 1))
                        .add(1, s -> s.recv(0, 1, 1)),
                TestModels.platform(2, 2).cost(LibraryCost.of(1, 2).withGapOfInterface(3)));

        assertThat(lines(chain)).containsExactly("interface 0 0.0 3.0", "transfer 0 3.0 4.0", "latency 1 4.0 6.0");
    }

    @Test
    void probe_waitsForTheEnvelope() {
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.compute(4))
                        .add(0, s -> s.send(1, 0, 5))
                        .add(1, s -> s.probe(0, 0, OperationSink.WORLD))
                        .add(1, s -> s.compute(50))
                        .add(1, s -> s.recv(0, 0, 5)),
                PLAIN);

        assertThat(lines(chain)).containsExactly("compute 0 0.0 4.0", "latency 1 4.0 6.0", "compute 1 6.0 56.0");
    }

    @Test
    void waitany_endsWithTheFirstOfItsRequests() {
        CriticalChain chain = chain(
                new ScriptedProgram(3)
                        .add(0, s -> s.compute(10))
                        .add(0, s -> s.send(2, 0, 5))
                        .add(1, s -> s.send(2, 0, 5))
                        .add(2, s -> s.irecv(0, 0, 0, 5))
                        .add(2, s -> s.irecv(1, 1, 0, 5))
                        .add(2, s -> s.awaitAny(new int[] {0, 1}, 2))
                        .add(2, s -> s.compute(100))
                        .add(2, s -> s.await(0)),
                PLAIN);

        assertThat(lines(chain)).containsExactly("transfer 1 0.0 5.0", "latency 2 5.0 7.0", "compute 2 7.0 107.0");
    }

    @Test
    void progressThread_continuesWhereItWasStarted() {
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.compute(2))
                        .add(0, s -> s.start(0, progressThread(h -> h.compute(3), h -> h.send(1, 0, 10))))
                        .add(0, s -> s.await(0))
                        .add(0, s -> s.compute(7))
                        .add(1, s -> s.recv(0, 0, 10)),
                PLAIN);

        assertThat(lines(chain))
                .containsExactly(
                        "compute 0 0.0 2.0", "compute 0 2.0 5.0", "transfer 0 5.0 15.0", "compute 0 15.0 22.0");
    }

    /** The progress thread of the last rank computes 1 to 5, beside its rank and the one before. */
    @Test
    void progressThreadNextToItsRank_hasAnOwnChain() {
        CriticalChain chain = chain(
                new ScriptedProgram(3)
                        .add(0, s -> s.recv(2, 0, 10))
                        .add(1, s -> s.compute(3))
                        .add(1, s -> s.compute(3))
                        .add(2, s -> s.compute(1))
                        .add(2, s -> s.start(0, progressThread(h -> h.compute(4), h -> h.send(0, 0, 10))))
                        .add(2, s -> s.compute(2))
                        .add(2, s -> s.await(0)),
                PLAIN);

        assertThat(lines(chain))
                .containsExactly(
                        "compute 2 0.0 1.0", "compute 2 1.0 5.0", "transfer 2 5.0 15.0", "latency 0 15.0 17.0");
    }

    @Test
    void messageToItself_takesNoTime() {
        CriticalChain chain = chain(
                new ScriptedProgram(1)
                        .add(0, s -> s.isend(0, 0, 0, 20))
                        .add(0, s -> s.compute(4))
                        .add(0, s -> s.recv(0, 0, 20))
                        .add(0, s -> s.await(0)),
                TestModels.platform(1, 2).cost(library()));

        // overhead 0.5, computation 4, handshake 1, receive overhead 0.25
        assertThat(lines(chain))
                .containsExactly(
                        "send overhead 0 0.0 0.5",
                        "compute 0 0.5 4.5",
                        "rendezvous 0 4.5 4.5",
                        "handshake 0 4.5 5.5",
                        "receive overhead 0 5.5 5.75");
    }

    @Test
    void startDelay_isTheBeginning() {
        Platform platform = PLAIN.build();
        CriticalChain chain = ChainSearch.of(platform.placement().place(platform.cluster(), 2))
                .find(observer -> Replay.builder(
                                new ScriptedProgram(2)
                                        .add(0, s -> s.send(1, 0, 5))
                                        .add(1, s -> s.recv(0, 0, 5)),
                                platform)
                        .disturbance(new Disturbance() {
                            @Override
                            public double startDelay(int rank) {
                                return 3;
                            }

                            @Override
                            public double extraLatency(int sender) {
                                return 0.5;
                            }
                        })
                        .observer(observer)
                        .build()
                        .run());

        assertThat(lines(chain)).containsExactly("start 0 0.0 3.0", "transfer 0 3.0 8.0", "latency 1 8.0 10.5");
    }

    @Test
    void emptyProgram_hasNoChain() {
        CriticalChain chain = chain(new ScriptedProgram(3), PLAIN);

        assertThat(chain.path()).isEmpty();
        assertThat(chain.rank()).isZero();
        assertThat(chain.makespan()).isZero();
    }

    @Test
    void segments_areThoseOfTheChain() {
        ScriptedProgram program = new ScriptedProgram(3);
        for (int round = 0; round < 20; round++) {
            int tag = round;
            program.add(0, s -> s.compute(1 + tag % 3))
                    .add(1, s -> s.compute(1 + tag % 4))
                    .add(0, s -> s.send(2, tag, 5 + tag % 7))
                    .add(1, s -> s.send(2, tag, 6))
                    .add(2, s -> s.recv(0, tag, 5 + tag % 7))
                    .add(2, s -> s.recv(1, tag, 6));
        }
        List<Segment> all = new ArrayList<>();
        CriticalChain chain = chain(program, PLAIN, all::add);

        assertThat(chain.segments()).isGreaterThan(40).isEqualTo(all.size());
        assertThat(chain.seconds(PartKind.CONTENTION)).isPositive();
    }

    @Test
    void path_hasTheLatestSegments() {
        ScriptedProgram program = new ScriptedProgram(1);
        int count = CriticalChain.MOST_SEGMENTS + 5;
        Stream.generate(() -> 1).limit(count).forEach(i -> program.add(0, s -> s.compute(0.5)));

        CriticalChain chain = chain(program, PLAIN);

        assertThat(chain.segments()).isEqualTo(count);
        assertThat(chain.path()).hasSize(CriticalChain.MOST_SEGMENTS);
        assertThat(chain.path().get(0).from()).isEqualTo(2.5);
        assertThat(chain.seconds(PartKind.COMPUTE)).isEqualTo(0.5 * count);
    }

    @Test
    void replays_thatDiffer_areRefused() {
        List<Integer> runs = new ArrayList<>();
        Platform platform = PLAIN.build();

        assertThatThrownBy(() -> ChainSearch.of(platform.placement().place(platform.cluster(), 3))
                        .find(observer -> {
                            runs.add(1);
                            // two messages of 4 bytes that share their node: 8 s, and 2 s of latency
                            ScriptedProgram program = new ScriptedProgram(3)
                                    .add(0, s -> s.compute(runs.size()))
                                    .add(0, s -> s.isend(0, 1, 0, 4))
                                    .add(0, s -> s.isend(1, 2, 0, 4))
                                    .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                                    .add(1, s -> s.recv(0, 0, 4))
                                    .add(2, s -> s.recv(0, 0, 4));
                            return Replay.builder(program, platform)
                                    .observer(observer)
                                    .build()
                                    .run();
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("took 11.0 s, then 12.0 s");
    }

    @Test
    void oppositeMessages_inTurn_followEachOther() {
        // 0>1 moves first; 1>0 waits until it has arrived.
        CriticalChain chain = chain(
                new ScriptedProgram(2)
                        .add(0, s -> s.irecv(1, 1, 0, 20))
                        .add(0, s -> s.send(1, 0, 20))
                        .add(0, s -> s.await(1))
                        .add(1, s -> s.irecv(1, 0, 0, 20))
                        .add(1, s -> s.send(0, 0, 20))
                        .add(1, s -> s.await(1)),
                TestModels.platform(2, 2)
                        .cost(LibraryCost.of(1, 2)
                                .withEagerUpTo(10, Protocol.EAGER)
                                .halfDuplex()));

        assertThat(lines(chain))
                .containsExactly(
                        "transfer 0 0.0 20.0",
                        "latency 1 20.0 22.0",
                        "rendezvous 1 22.0 22.0",
                        "transfer 1 22.0 42.0",
                        "latency 0 42.0 44.0");
    }

    private static LibraryCost library() {
        return LibraryCost.of(1, 2)
                .withOverheads(0.5, 0.25)
                .withEagerUpTo(10, Protocol.EAGER_BUFFERED)
                .withHandshake(1);
    }
}
