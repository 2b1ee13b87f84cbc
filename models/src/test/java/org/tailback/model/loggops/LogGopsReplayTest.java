package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

class LogGopsReplayTest {
    private final RankGraph graph = new RankGraph();
    private final PackedSchedule.Builder builder = PackedSchedule.builder();

    /** LogGopsSimulation's worked example, with a calculation of 506 ns behind the receive: 12 us. */
    @Test
    void run_workedExample_isInSeconds() {
        graph.send(1000, 1, 0);
        append();
        int receive = graph.receive(1000, 0, 0);
        graph.afterCompletion(graph.calculate(506), receive);
        append();

        ReplayResult result = LogGopsReplay.run(builder.build(), LogGops.DEFAULT, 7);

        assertThat(result.makespan()).isEqualTo(12e-6);
        assertThat(result.ranks())
                .containsExactly(
                        new RankResult(0, 1.5e-6, 0, 1.5e-6, 1, 1000, 1, 0, 0),
                        new RankResult(1, 12e-6, 506e-9, 11494e-9, 0, 0, 1, 0, 0));
        assertThat(result.traffic().messages()).isEqualTo(1);
        assertThat(result.traffic().bytes()).isEqualTo(1000);
        assertThat(result.models().seed()).isEqualTo(7);
        assertThat(result.warnings()).isEmpty();
    }

    /** Two CPUs compute 300 and 200 ns side by side: 600 ns of CPU time, 500 of them computing. */
    @Test
    void run_severalCpus_sumsOverThem() {
        graph.add(Schedule.Kind.CALCULATION, 300, 0, 0, 0, 0);
        graph.add(Schedule.Kind.CALCULATION, 200, 0, 0, 1, 0);
        append();

        RankResult rank =
                LogGopsReplay.run(builder.build(), LogGops.DEFAULT, 1).ranks().get(0);

        assertThat(rank.finish()).isEqualTo(300e-9);
        assertThat(rank.compute()).isEqualTo(500e-9);
        assertThat(rank.blocked()).isEqualTo(100e-9);
    }

    @Test
    void run_emptyMessages_areReported() {
        graph.send(0, 1, 0);
        append();
        graph.receive(0, 0, 0);
        append();

        assertThat(LogGopsReplay.run(builder.build(), LogGops.DEFAULT, 1).warnings())
                .singleElement()
                .asString()
                .startsWith("1 messages have 0 bytes");
    }

    private void append() {
        builder.append(graph);
        graph.clear();
    }
}
