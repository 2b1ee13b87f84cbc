package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.network.TestModels;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.ScriptedProgram;

/** Progress threads that perform a program beside their rank: one byte takes one second alone, the latency is 2 s. */
class ProgressThreadTest {
    private static ReplayResult run(ScriptedProgram program) {
        return Replay.builder(program, TestModels.platform(8, 2).build())
                .build()
                .run();
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
    void progressThread_continuesWhileItsRankComputes() {
        // Rank 1's progress thread has the message at 10 + 2 and passes it on until 22 + 2, while rank 1 computes for
        // 23.
        ReplayResult result = run(new ScriptedProgram(3)
                .add(0, s -> s.send(1, 0, 10))
                .add(1, s -> s.start(0, progressThread(h -> h.recv(0, 0, 10), h -> h.send(2, 0, 10))))
                .add(1, s -> s.compute(23))
                .add(1, s -> s.await(0))
                .add(2, s -> s.recv(1, 0, 10)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(10.0, 23.0, 24.0);
        assertThat(result.ranks().get(1).blocked()).isZero();
        assertThat(result.ranks().get(1).messages()).isEqualTo(1);
    }

    @Test
    void await_progressThreadStillAtWork_endsWithIt() {
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.start(0, progressThread(h -> h.compute(3), h -> h.send(1, 0, 10))))
                .add(0, s -> s.await(0))
                .add(0, s -> s.compute(1))
                .add(1, s -> s.recv(0, 0, 10)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(14.0, 15.0);
        assertThat(result.ranks().get(0).blocked()).isEqualTo(13);
    }

    @Test
    void awaitAny_progressThreadAmongMessages_takesTheFirstToEnd() {
        // The progress thread ends at 4, the message comes at 12.
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.send(1, 0, 10))
                .add(1, s -> s.irecv(0, 0, 0, 10))
                .add(1, s -> s.start(1, progressThread(h -> h.compute(4))))
                .add(1, s -> s.awaitAny(new int[] {0, 1}, 2))
                .add(1, s -> s.compute(1))
                .add(1, s -> s.start(1, progressThread()))
                .add(1, s -> s.awaitAll(new int[] {0, 1}, 2)));

        assertThat(result.ranks().get(1).finish()).isEqualTo(12);
        assertThat(result.ranks().get(1).blocked()).isEqualTo(4 + 12 - 5);
    }

    @Test
    void progressThreads_manyAtOnceAndOneAfterAnother_haveIndividualRequests() {
        ScriptedProgram program = new ScriptedProgram(2);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 10; i++) {
                int request = i;
                program.add(0, s -> s.start(request, progressThread(h -> h.isend(0, 1, request, 1), h -> h.await(0))));
                program.add(1, s -> s.start(request, progressThread(h -> h.irecv(0, 0, request, 1), h -> h.await(0))));
            }
            int[] all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
            program.add(0, s -> s.awaitAll(all, 10)).add(1, s -> s.awaitAll(all, 10));
        }

        // Rank 0 need not wait for the latency: 30 bytes over one link, and 2 at the end of the last message.
        assertThat(run(program).makespan()).isEqualTo(32);
    }

    @Test
    void free_progressThread_endsByItself() {
        ReplayResult result = run(new ScriptedProgram(2)
                .add(0, s -> s.start(0, progressThread(h -> h.compute(3), h -> h.send(1, 0, 10))))
                .add(0, s -> s.free(0))
                .add(1, s -> s.recv(0, 0, 10)));

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(0.0, 15.0);
    }

    @Test
    void progressThread_thatCannotFinish_isReported() {
        assertThatThrownBy(() -> run(new ScriptedProgram(2)
                        .add(0, s -> s.start(0, progressThread(h -> h.recv(1, 5, 10))))
                        .add(0, s -> s.await(0))))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("rank 0, operation 1 wait, waits for the end of its progress thread")
                .hasMessageContaining("rank 0, progress thread, operation 0 recv, waits for a message from rank 1");
    }
}
