package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;

/** One byte takes one second alone; the latency is 2 s. */
class DisturbanceTest {
    private static final Platform PLATFORM = TestModels.platform(4, 2).build();

    private final List<Integer> asked = new ArrayList<>();

    private ReplayResult run(ScriptedProgram program, double[] starts, double extra) {
        return Replay.builder(program, PLATFORM)
                .disturbance(new Disturbance() {
                    @Override
                    public double startDelay(int rank) {
                        return starts[rank];
                    }

                    @Override
                    public double extraLatency(int sender) {
                        asked.add(sender);
                        return extra * asked.size();
                    }
                })
                .build()
                .run();
    }

    @Test
    void startDelay_ofTheSender_movesEverythingAndBlocksTheReceiverOnly() {
        ReplayResult result = run(
                new ScriptedProgram(2).add(0, s -> s.send(1, 0, 5)).add(1, s -> s.recv(0, 0, 5)),
                new double[] {3, 0},
                0);

        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(8.0, 10.0);
        assertThat(result.ranks()).extracting(RankResult::blocked).containsExactly(5.0, 10.0);
    }

    @Test
    void extraLatency_delaysTheReceiverAndNotTheSender() {
        ReplayResult result = run(
                new ScriptedProgram(2)
                        .add(0, s -> s.send(1, 0, 5))
                        .add(0, s -> s.send(1, 0, 5))
                        .add(1, s -> s.recv(0, 0, 5))
                        .add(1, s -> s.recv(0, 0, 5)),
                new double[2],
                0.5);

        // the second message ends at 10; 2 of latency and twice 0.5
        assertThat(result.ranks()).extracting(RankResult::finish).containsExactly(10.0, 13.0);
        assertThat(asked).containsExactly(0, 0);
    }

    @Test
    void extraLatency_lastReplaysMessages_leaveNoTrace() {
        // numbers of messages and communications are used again: the third message must not inherit
        ReplayResult result = run(
                new ScriptedProgram(2)
                        .add(0, s -> s.send(1, 0, 1))
                        .add(1, s -> s.recv(0, 0, 1))
                        .add(1, s -> s.send(0, 0, 1))
                        .add(0, s -> s.recv(1, 0, 1)),
                new double[2],
                1);

        // there: 1 + 2 + 1 = 4; back: 1 + 2 + 2 = 5
        assertThat(result.makespan()).isEqualTo(9);
        assertThat(asked).containsExactly(0, 1);
    }
}
