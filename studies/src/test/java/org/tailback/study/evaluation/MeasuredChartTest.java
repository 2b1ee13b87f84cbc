package org.tailback.study.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.chart.Series;
import org.tailback.trace.measured.ClockCheck;
import org.tailback.trace.measured.MeasuredRun;

class MeasuredChartTest {
    private static MeasuredRun run(int ranks) {
        return new MeasuredRun(
                10,
                IntStream.range(0, ranks)
                        .mapToObj(rank -> new MeasuredRun.RankTime(rank, 8, 9, 1))
                        .toList(),
                List.of(new MeasuredRun.CallTime("MPI_Send", 3, 5, 6), new MeasuredRun.CallTime("compute", 2, 3, 3)),
                new ClockCheck().result());
    }

    @Test
    void byCalls_aPairOfBarsForEachKind() {
        Chart chart = MeasuredChart.byCalls(run(2), "title");

        assertThat(chart.x().categories()).containsExactly("MPI_Send", "compute");
        assertThat(chart.series()).extracting(Series::name).containsExactly("recorded", "predicted");
        assertThat(chart.series().get(0).y()[0]).isEqualTo(5);
        assertThat(chart.series().get(1).y()[0]).isEqualTo(6);
        assertThat(ChartFile.svg(chart)).contains("MPI_Send");
    }

    @Test
    void byRanks_few_bars_many_pointsBesideTheDiagonal() {
        assertThat(MeasuredChart.byRanks(run(2), "").series()).hasSize(2);
        Chart many = MeasuredChart.byRanks(run(100), "");
        assertThat(many.series()).hasSize(1);
        assertThat(many.series().get(0).style()).isEqualTo(Series.Style.POINTS);
        assertThat(many.guides()).hasSize(1);
    }
}
