package org.tailback.trace.measured;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.network.TestModels;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.trace.RecordedTimes;

/**
 * One byte takes one second alone, the latency is 2 s. Rank 0 computes until 1, sends 4 bytes until 5, which rank 1
 * has at 7, and is then in a barrier until rank 1's message of it is there, at 9.
 */
class MeasuredComparisonTest {
    private record Row(
            long operation,
            double enter,
            double leave,
            double seconds,
            @Nullable String call,
            long number) {}

    private static final List<List<Row>> RECORDED = List.of(
            List.of(
                    new Row(0, 10, 11.5, 1, null, 1),
                    new Row(1, 11.5, 16, 4.5, "MPI_Send", 1),
                    new Row(2, 16, 18, 2, "MPI_Barrier", 2)),
            List.of(new Row(0, 3, 11, 8, "MPI_Recv", 1), new Row(1, 11, 12, 1, "MPI_Barrier", 2)));

    private static final ScriptedProgram PROGRAM = new ScriptedProgram(2)
            .add(0, s -> s.compute(1))
            .add(0, s -> s.send(1, 0, 4))
            .add(0, s -> s.collective(CollectiveCall.uniform(CollectiveCall.Kind.BARRIER, 0, 0)))
            .add(1, s -> s.recv(0, 0, 4))
            .add(1, s -> s.collective(CollectiveCall.uniform(CollectiveCall.Kind.BARRIER, 0, 0)));

    private static RecordedTimes.Cursor cursor(int rank) {
        var rows = RECORDED.get(rank).iterator();
        return new RecordedTimes.Cursor() {
            @Override
            public boolean next() {
                if (!rows.hasNext()) {
                    return false;
                }
                Row row = rows.next();
                operation = row.operation();
                enter = row.enter();
                leave = row.leave();
                seconds = row.seconds();
                call = row.call();
                callNumber = row.number();
                return true;
            }
        };
    }

    private static MeasuredRun measured() {
        try (MeasuredComparison comparison = MeasuredComparison.of(MeasuredComparisonTest::cursor, 2)) {
            Replay.builder(
                            CollectiveExpansion.of(PROGRAM, new BasicSelector(), comparison),
                            TestModels.platform(2, 2).build())
                    .observer(comparison)
                    .build()
                    .run();
            return comparison.result();
        }
    }

    @Test
    void calls_recordedAndSimulatedTimesOfEachKind() {
        assertThat(measured().calls())
                .containsExactly(
                        new MeasuredRun.CallTime("MPI_Barrier", 2, 3, 4),
                        new MeasuredRun.CallTime("MPI_Recv", 1, 8, 7),
                        new MeasuredRun.CallTime("MPI_Send", 1, 4.5, 4),
                        new MeasuredRun.CallTime("compute", 1, 1, 1));
    }

    @Test
    void ranks_timeInCallsThatAreNotReplayedIsLeftOut() {
        MeasuredRun run = measured();

        assertThat(run.ranks())
                .containsExactly(new MeasuredRun.RankTime(0, 7.5, 9, 0.5), new MeasuredRun.RankTime(1, 9, 7, 0));
        assertThat(run.span()).isEqualTo(15);
        assertThat(run.recorded()).isEqualTo(9);
        assertThat(run.simulated()).isEqualTo(9);
        assertThat(run.relativeError()).isZero();
        assertThat(run.ranks().get(0).relativeError()).isEqualTo(0.2);
    }

    /** The receive was left at 11 by rank 1's clock, the send entered at 11.5 by rank 0's. */
    @Test
    void clocks_messageReceivedBeforeItWasSent_isFound() {
        MeasuredRun run = measured();

        assertThat(run.clocks().messages()).isEqualTo(1);
        assertThat(run.clocks().violations()).isEqualTo(1);
        assertThat(run.clocks().leastDelay()).isEqualTo(-0.5);
    }
}
