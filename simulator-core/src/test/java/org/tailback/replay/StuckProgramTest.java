package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.tailback.cost.Protocol;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.OperationSink;
import org.tailback.program.ScriptedProgram;
import org.tailback.program.SendMode;

/** What is said about programs that cannot finish. */
class StuckProgramTest {
    private static final long EAGER_LIMIT = 1000;

    private static final LibraryCost COST = LibraryCost.of(1, 0).withEagerUpTo(EAGER_LIMIT, Protocol.EAGER_BUFFERED);

    private static UnfinishedProgramException failure(ScriptedProgram program) {
        Platform platform = TestModels.platform(program.ranks(), 0).cost(COST).build();
        return catchThrowableOfType(
                UnfinishedProgramException.class,
                () -> Replay.builder(program, platform).build().run());
    }

    @Test
    void message_cycleOfThreeAmongThreeHundred_comesFirstAndWhole() {
        ScriptedProgram program = new ScriptedProgram(300);
        for (int rank = 0; rank < 300; rank++) {
            int source = rank == 150 ? 152 : rank == 151 || rank == 152 ? rank - 1 : 150;
            program.add(rank, s -> s.recv(source, 7, 1));
        }

        UnfinishedProgramException failure = failure(program);

        assertThat(failure.getMessage().lines().limit(6))
                .containsExactly(
                        "The program cannot finish: 300 of 300 ranks wait for events that never occur, 3 of them "
                                + "for each other in a cycle",
                        "  rank 150, operation 0 recv, waits for a message from rank 152 with tag 7",
                        "  rank 152, operation 0 recv, waits for a message from rank 151 with tag 7",
                        "  rank 151, operation 0 recv, waits for a message from rank 150 with tag 7",
                        "297 other ranks wait:",
                        "  rank 0, operation 0 recv, waits for a message from rank 150 with tag 7");
        assertThat(failure.getMessage()).endsWith("  … and 277 more");
        assertThat(failure.lines()).hasSize(300);
    }

    @Test
    void message_cycleBehindADeadEnd_isTheShortestThroughItsRanks() {
        ScriptedProgram program = new ScriptedProgram(5)
                .add(0, s -> s.recv(1, 0, 1))
                .add(1, s -> {
                    s.irecv(0, 4, 0, 1);
                    s.irecv(1, 2, 0, 1);
                })
                .add(1, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(2, s -> {
                    s.irecv(0, 3, 0, 1);
                    s.irecv(1, 1, 0, 1);
                })
                .add(2, s -> s.awaitAll(new int[] {0, 1}, 2))
                .add(3, s -> s.recv(1, 0, 1));

        UnfinishedProgramException failure = failure(program);

        assertThat(failure).hasMessageContaining("4 of 5 ranks").hasMessageContaining("2 of them for each other");
        assertThat(failure.lines().get(0))
                .isEqualTo(
                        "rank 1, operation 2 waitall, waits for a message from rank 4 (which has ended) with tag 0, a message "
                                + "from rank 2 with tag 0");
        assertThat(failure.lines().get(1)).startsWith("rank 2,");
    }

    @Test
    void message_noCycle_saysWhichRankHasEnded() {
        assertThat(failure(new ScriptedProgram(2).add(0, s -> s.recv(1, 3, 1))))
                .hasMessage("The program cannot finish: 1 of 2 ranks waits for an event that never occurs\n"
                        + "  rank 0, operation 0 recv, waits for a message from rank 1 (which has ended) with tag 3");
    }

    private static ScriptedProgram exchange(long bytes, SendMode mode) {
        ScriptedProgram program = new ScriptedProgram(3);
        for (int rank = 0; rank < 2; rank++) {
            int other = 1 - rank;
            program.add(rank, s -> s.send(other, 0, OperationSink.WORLD, bytes + other, mode))
                    .add(rank, s -> s.recv(other, 0, bytes + 1));
        }
        return program;
    }

    @Test
    void message_sendsAboveTheEagerLimitInTheCycle_areTheLikelyCauseAndTheLimitIsNamed() {
        assertThat(failure(exchange(5000, SendMode.STANDARD)))
                .hasMessageContaining(
                        "rank 0, operation 0 send, waits for rank 1 to receive its message of 5001 B with tag 0")
                .hasMessageContaining("set --eager-limit 5001. Otherwise");
    }

    @Test
    void message_synchronousSends_areNotBlamedOnTheEagerLimit() {
        assertThat(failure(exchange(5000, SendMode.SYNCHRONOUS)))
                .hasMessageContaining("in a cycle")
                .hasMessageNotContaining("eager limit");
    }

    @Test
    void run_limitThatWasNamed_freesTheProgram() {
        assertThat(failure(exchange(EAGER_LIMIT - 1, SendMode.STANDARD))).isNull();
    }

    @Test
    void run_messageLargerThanItsReceive_isAnErrorInWhateverOrderTheyArePosted() {
        for (double late : new double[] {0, 1}) {
            assertThat(failure(new ScriptedProgram(2)
                            .add(0, s -> s.compute(late))
                            .add(0, s -> s.send(1, 4, 8))
                            .add(1, s -> s.compute(1 - late))
                            .add(1, s -> s.recv(OperationSink.ANY_SOURCE, OperationSink.ANY_TAG, 4))))
                    .hasMessage("A message is larger than its receive (MPI_ERR_TRUNCATE)\n"
                            + "  rank 0 sends 8 B to rank 1 with tag 4\n"
                            + "  rank 1 receives at most 4 B\n"
                            + "  Make the receive at least as large as its message");
        }
    }

    @Test
    void run_receivesThatAreLargerOrOfUnknownSize_takeTheirMessages() {
        assertThat(failure(new ScriptedProgram(2)
                        .add(0, s -> s.send(1, 0, 8))
                        .add(0, s -> s.send(1, 0, 8))
                        .add(1, s -> s.recv(0, 0, 100))
                        .add(1, s -> s.recv(0, 0, OperationSink.ANY_SIZE))))
                .isNull();
    }

    @Test
    void result_beforeStart_saysThatNothingHasStarted() {
        Replay replay = Replay.builder(
                        new ScriptedProgram(2).add(0, s -> s.send(1, 0, 1)).add(1, s -> s.recv(0, 0, 1)),
                        TestModels.platform(2, 0).build())
                .build();

        assertThatThrownBy(replay::result)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the replay has not started");
    }
}
