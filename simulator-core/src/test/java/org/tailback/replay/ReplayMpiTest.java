package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tailback.program.OperationSink.ANY_SOURCE;
import static org.tailback.program.OperationSink.ANY_TAG;
import static org.tailback.program.OperationSink.WORLD;

import org.junit.jupiter.api.Test;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.network.TestModels;
import org.tailback.program.ScriptedProgram;
import org.tailback.program.SendMode;

/** MPI's point-to-point semantics: one byte takes one second alone, the latency is 2 s. */
class ReplayMpiTest {
    private static ReplayResult run(ScriptedProgram program) {
        return Replay.builder(program, TestModels.platform(8, 2).build())
                .build()
                .run();
    }

    private static ReplayResult runWithLibrary(ScriptedProgram program) {
        return Replay.builder(
                        program,
                        TestModels.platform(8, 2)
                                .cost(LibraryCost.BUFFERED_UP_TO_10)
                                .build())
                .build()
                .run();
    }

    private static ScriptedProgram program(int ranks) {
        return new ScriptedProgram(ranks);
    }

    @Test
    void eagerBuffered_senderGoesOnAfterItsOverhead() {
        // Starts at 0.5, moved at 10.5, there at 12.5, taken until 12.75.
        ReplayResult result =
                runWithLibrary(program(2).add(0, s -> s.send(1, 0, 10)).add(1, s -> s.recv(0, 0, 10)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(0.5, 12.75);
    }

    @Test
    void rendezvous_receivePostedLate_startsThenPlusHandshakeAndSenderWaitsForTheEnd() {
        // Posted at 0 and 20: moves from 21 to 32, there at 34, taken until 34.25.
        ReplayResult result = runWithLibrary(program(2)
                .add(0, s -> s.send(1, 0, 11))
                .add(1, s -> s.compute(20))
                .add(1, s -> s.recv(0, 0, 11)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(32.0, 34.25);
    }

    @Test
    void rendezvous_receivePostedEarly_startsAfterOverheadAndHandshake() {
        ReplayResult result =
                runWithLibrary(program(2).add(0, s -> s.send(1, 0, 11)).add(1, s -> s.recv(0, 0, 11)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(12.5, 14.75);
    }

    @Test
    void startDelay_oneMessageLaterThanTheOther_takesNoPartBefore() {
        MessageCost late = new MessageCost() {
            @Override
            public String name() {
                return "late";
            }

            @Override
            public double gap(long bytes) {
                return bytes;
            }

            @Override
            public double latency(long bytes) {
                return 0;
            }

            @Override
            public double startDelay(long bytes, double pathLatency) {
                return Double.isNaN(pathLatency) ? 1 + bytes : pathLatency;
            }

            @Override
            public Protocol protocol(long bytes) {
                return Protocol.RENDEZVOUS;
            }
        };
        ReplayResult result = Replay.builder(
                        program(3)
                                .add(0, s -> s.send(2, 0, 3))
                                .add(1, s -> s.send(2, 0, 2))
                                .add(2, s -> s.irecv(0, 0, 0, 3))
                                .add(2, s -> s.irecv(1, 1, 0, 2))
                                .add(2, s -> s.awaitAll(new int[] {0, 1}, 2)),
                        TestModels.platform(3, 0).cost(late).build())
                .build()
                .run();

        // 1: 1 B alone from 3 to 4, then 1 B at half rate until 6; 0: 1 B by 6, 2 B alone until 8
        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(8.0, 6.0, 8.0);
    }

    @Test
    void waitall_severalReceives_paysTheOverheadOneAfterAnother() {
        // Both messages are there at 0.5 + 1 + 2 = 3.5 (different senders, 1/2 rate into rank 2: moved at 2.5, there at
        // 4.5).
        ReplayResult result = runWithLibrary(program(3)
                .add(0, s -> s.send(2, 0, 1))
                .add(1, s -> s.send(2, 0, 1))
                .add(2, s -> s.irecv(0, 0, 0, 1))
                .add(2, s -> s.irecv(1, 1, 0, 1))
                .add(2, s -> s.awaitAll(new int[] {0, 1}, 2)));

        assertThat(result.ranks().get(2).finish()).isEqualTo(5.0);
    }

    @Test
    void ssend_smallMessage_waitsForTheReceive() {
        ReplayResult result = run(program(2)
                .add(0, s -> s.send(1, 0, WORLD, 3, SendMode.SYNCHRONOUS))
                .add(1, s -> s.compute(10))
                .add(1, s -> s.recv(0, 0, 3)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(13.0, 15.0);
    }

    @Test
    void bsend_largeMessage_returnsAtOnce() {
        ReplayResult result = run(program(2)
                .add(0, s -> s.send(1, 0, WORLD, 300, SendMode.BUFFERED))
                .add(1, s -> s.recv(0, 0, 300)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(0.0, 302.0);
    }

    @Test
    void anySource_takesTheMessageSentFirst() {
        // Rank 1 sends at 5, rank 0 at 6; the first receive gets rank 1's although both are posted before.
        ReplayResult result = run(program(3)
                .add(0, s -> s.compute(6))
                .add(0, s -> s.send(2, 3, 1))
                .add(1, s -> s.compute(5))
                .add(1, s -> s.send(2, 4, 1))
                .add(2, s -> s.recv(ANY_SOURCE, ANY_TAG, 1))
                .add(2, s -> s.recv(0, 3, 1)));

        assertThat(result.ranks().get(2).finish()).isEqualTo(9);
    }

    @Test
    void anySource_unexpectedMessages_takesThemInTheOrderOfSending() {
        ReplayResult result = run(program(3)
                .add(0, s -> s.compute(1))
                .add(0, s -> s.send(2, 0, 1))
                .add(1, s -> s.send(2, 0, 1))
                .add(2, s -> s.compute(50))
                .add(2, s -> s.recv(ANY_SOURCE, 0, 1))
                .add(2, s -> s.recv(0, 0, 1)));

        assertThat(result.makespan()).isEqualTo(50);
    }

    @Test
    void communicators_separateMessagesWithEqualTags() {
        ReplayResult result = run(program(2)
                .add(0, s -> s.isend(0, 1, 0, 7, 9, SendMode.STANDARD))
                .add(0, s -> s.isend(1, 1, 0, 8, 1, SendMode.STANDARD))
                .add(0, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(1, s -> s.recv(0, 0, 8, 1)) // rate 1/2: 1 byte at 2, there at 4
                .add(1, s -> s.compute(1))
                .add(1, s -> s.recv(0, 0, 7, 9)));

        assertThat(result.ranks().get(1).finish()).isEqualTo(12); // 10 bytes over one link, + 2
    }

    @Test
    void waitany_leavesWithTheFirstAndKeepsTheOthers() {
        // Rank 1's message: 2 bytes, there at 4; rank 0's: sent at 10, there at 13.
        ReplayResult result = run(program(3)
                .add(0, s -> s.compute(10))
                .add(0, s -> s.send(2, 0, 1))
                .add(1, s -> s.send(2, 0, 2))
                .add(2, s -> s.irecv(0, 0, 0, 1))
                .add(2, s -> s.irecv(1, 1, 0, 2))
                .add(2, s -> s.awaitAny(new int[] {0, 1}, 2))
                .add(2, s -> s.compute(0.5))
                .add(2, s -> s.await(0)));

        assertThat(result.ranks().get(2).finish()).isEqualTo(13);
        assertThat(result.ranks().get(2).blocked()).isEqualTo(4 + 13 - 4.5);
    }

    @Test
    void waitsome_endsAllThatAreFinished() {
        ReplayResult result = run(program(3)
                .add(0, s -> s.send(2, 0, 1))
                .add(1, s -> s.send(2, 0, 1))
                .add(2, s -> s.irecv(0, 0, 0, 1))
                .add(2, s -> s.irecv(1, 1, 0, 1))
                .add(2, s -> s.awaitSome(new int[] {0, 1}, 2)) // both at 2 + 2
                .add(2, s -> s.irecv(0, 0, 1, 1))
                .add(2, s -> s.irecv(1, 1, 1, 1))
                .add(2, s -> s.cancel(0))
                .add(2, s -> s.cancel(1)));

        assertThat(result.ranks().get(2).finish()).isEqualTo(4);
    }

    @Test
    void waitany_asOftenAsThereAreRequests_leavesOutTheFinishedOnes() {
        ReplayResult result = run(program(3)
                .add(0, s -> s.compute(10))
                .add(0, s -> s.send(2, 0, 1))
                .add(1, s -> s.send(2, 0, 2))
                .add(2, s -> s.irecv(0, 0, 0, 1))
                .add(2, s -> s.irecv(1, 1, 0, 2))
                .add(2, s -> s.awaitAny(new int[] {0, 1}, 2))
                .add(2, s -> s.awaitAny(new int[] {0, 1}, 2))
                .add(2, s -> s.awaitAny(new int[] {0, 1}, 2)));

        assertThat(result.ranks().get(2).finish()).isEqualTo(13);
    }

    @Test
    void waitall_ofRequestsOfWhichAWaitanyEndedOne_waitsForTheOther() {
        ReplayResult result = run(program(3)
                .add(0, s -> s.compute(10))
                .add(0, s -> s.send(2, 0, 1))
                .add(1, s -> s.send(2, 0, 2))
                .add(2, s -> s.irecv(0, 0, 0, 1))
                .add(2, s -> s.irecv(1, 1, 0, 2))
                .add(2, s -> s.awaitAny(new int[] {0, 1}, 2))
                .add(2, s -> s.awaitAll(new int[] {0, 1}, 2)));

        assertThat(result.ranks().get(2).finish()).isEqualTo(13);
    }

    @Test
    void wait_forARequestThatHasEnded_isOverAtOnce() {
        ReplayResult result = run(program(2)
                .add(0, s -> s.send(1, 0, 1))
                .add(1, s -> s.irecv(0, 0, 0, 1))
                .add(1, s -> s.await(0)) // at 1 + 2
                .add(1, s -> s.await(0))
                .add(1, s -> s.awaitSome(new int[] {0}, 1))
                .add(1, s -> s.compute(1))
                .add(1, s -> s.awaitAll(new int[] {0, 0}, 2)));

        assertThat(result.ranks().get(1).finish()).isEqualTo(4);
    }

    @Test
    void waitall_ofANumberAboveAllRequests_isRefused() {
        assertThatThrownBy(() -> run(program(2)
                        .add(0, s -> s.send(1, 0, 1))
                        .add(1, s -> s.irecv(0, 0, 0, 1))
                        .add(1, s -> s.awaitAll(new int[] {0, 1}, 2))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "rank 1, operation 1 waitall: waits for request 1, which is not in use and never was");
    }

    @Test
    void probe_blocksUntilTheEnvelopeIsThere() {
        ReplayResult result = run(program(2)
                .add(0, s -> s.compute(7))
                .add(0, s -> s.send(1, 5, 100))
                .add(1, s -> s.probe(ANY_SOURCE, 5, WORLD))
                .add(1, s -> s.compute(0.5))
                .add(1, s -> s.recv(0, 5, 100)));

        assertThat(result.ranks().get(1).blocked()).isEqualTo(9 + (109 - 9.5));
        assertThat(result.makespan()).isEqualTo(109);
    }

    @Test
    void probe_thatNobodyAnswers_isReported() {
        assertThatThrownBy(() -> run(program(2).add(1, s -> s.probe(ANY_SOURCE, ANY_TAG, WORLD))))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("rank 1, operation 0 probe, waits for a message from any rank with any tag");
    }

    @Test
    void cancel_receiveWithoutMessage_isForgotten() {
        ReplayResult result = run(program(2)
                .add(1, s -> s.irecv(0, 0, 0, 1))
                .add(1, s -> s.irecv(1, 0, 0, 1))
                .add(1, s -> s.cancel(0))
                .add(1, s -> s.await(1))
                .add(0, s -> s.compute(1))
                .add(0, s -> s.send(1, 0, 1)));

        assertThat(result.makespan()).isEqualTo(4);
    }

    @Test
    void free_requestsEndByThemselves() {
        ReplayResult result = run(program(2)
                .add(0, s -> s.isend(0, 1, 0, 5))
                .add(0, s -> s.free(0))
                .add(0, s -> s.isend(0, 1, 1, 5))
                .add(0, s -> s.await(0))
                .add(1, s -> s.irecv(0, 0, 0, 5))
                .add(1, s -> s.free(0))
                .add(1, s -> s.recv(0, 1, 5)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(10.0, 12.0);
    }

    @Test
    void rendezvous_bothRanksSendFirst_isADeadlockThatNamesTheMissingReceives() {
        ScriptedProgram program = program(2)
                .add(0, s -> s.send(1, 0, 100))
                .add(0, s -> s.recv(1, 0, 100))
                .add(1, s -> s.send(0, 0, 100))
                .add(1, s -> s.recv(0, 0, 100));

        assertThatThrownBy(() -> runWithLibrary(program))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining(
                        "rank 0, operation 0 send, waits for rank 1 to receive its message of 100 B with tag 0")
                .hasMessageContaining(
                        "rank 1, operation 0 send, waits for rank 0 to receive its message of 100 B with tag 0");
    }

    @Test
    void eager_bothRanksSendFirst_isFine() {
        ReplayResult result = runWithLibrary(program(2)
                .add(0, s -> s.send(1, 0, 10))
                .add(0, s -> s.recv(1, 0, 10))
                .add(1, s -> s.send(0, 0, 10))
                .add(1, s -> s.recv(0, 0, 10)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(12.75, 12.75);
    }
}
