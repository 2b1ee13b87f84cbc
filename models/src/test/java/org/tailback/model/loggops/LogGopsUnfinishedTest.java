package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/** Schedules that cannot finish: what is said of whom. */
class LogGopsUnfinishedTest {
    private final RankGraph graph = new RankGraph();
    private final PackedSchedule.Builder builder = PackedSchedule.builder();

    @Test
    void run_receiveWithoutSend_namesTheReceive() {
        graph.receive(10, 1, 7);
        graph.receive(20, Schedule.ANY, Schedule.ANY);
        append();
        append();
        UnfinishedProgramException e = failure(LogGops.DEFAULT);
        assertThat(e).hasMessageContaining("2 receives without a message, 0 messages without a receive");
        assertThat(e.lines())
                .containsExactly("rank 0: waits for 10 B from rank 1 with tag 7 (operation 0) and 1 more receive");
    }

    @Test
    void run_sendWithoutReceive_namesTheSend() {
        append();
        graph.send(10, 0, 7);
        append();
        UnfinishedProgramException e = failure(LogGops.DEFAULT);
        assertThat(e.lines())
                .containsExactly("rank 0: has no receive for the 10 B from rank 1 with tag 7 (operation 0)");
    }

    @Test
    void run_operationsWaitForEachOther_namesTheFirst() {
        graph.calculate(5);
        graph.calculate(6);
        graph.calculate(7);
        graph.afterCompletion(1, 2);
        graph.afterCompletion(2, 1);
        append();
        UnfinishedProgramException e = failure(LogGops.DEFAULT);
        assertThat(e.lines())
                .containsExactly(
                        "rank 0: 2 operations never started, the first of them a calculation (operation 1) that"
                                + " still waits for 1 other");
    }

    @Test
    void run_operationBehindReceiveThatNeverCompletes_isInTheSameLine() {
        graph.receive(10, 1, 7);
        graph.calculate(6);
        graph.afterCompletion(1, 0);
        append();
        append();
        assertThat(failure(LogGops.DEFAULT).lines())
                .containsExactly(
                        "rank 0: waits for 10 B from rank 1 with tag 7 (operation 0), 1 operation never started,"
                                + " the first of them a calculation (operation 1) that still waits for 1 other");
    }

    /**
     * The send of 10 B is above S = 5 and waits for its receive, which is late, and declared with 5 B: by the rules it
     * is the receive's size that decides whether the sender hears of it. LogGOPSim prints times and drops the
     * calculation.
     */
    @Test
    void run_lateReceiveDeclaredSmallerThanTheSend_saysThatTheSendNeverCompletes() {
        graph.send(10, 1, 0);
        graph.calculate(3);
        graph.afterCompletion(1, 0);
        append();
        graph.calculate(1_000_000);
        graph.receive(5, 0, 0);
        graph.afterCompletion(1, 0);
        append();
        assertThat(failure(new LogGops(1, 1, 1, 1, 0, 5)))
                .hasMessageContaining(
                        "1 send of more than 5 B matched a late receive declared with less and never completed");
    }

    @Test
    void run_thousandWaitingRanks_showsTwentyAndCountsTheRest() {
        for (int rank = 0; rank < 1_000; rank++) {
            graph.receive(1, (rank + 1) % 1_000, 0);
            append();
        }
        UnfinishedProgramException e = failure(LogGops.DEFAULT);
        assertThat(e.lines()).hasSize(1_000);
        assertThat(e.getMessage().lines()).hasSize(22);
        assertThat(e).hasMessageContaining("… and 980 more");
    }

    private void append() {
        builder.append(graph);
        graph.clear();
    }

    private UnfinishedProgramException failure(LogGops parameters) {
        PackedSchedule schedule = builder.build();
        return catchThrowableOfType(
                UnfinishedProgramException.class, () -> LogGopsSimulation.run(schedule, parameters));
    }
}
