package org.tailback.study.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.chart.ChartFile;
import org.tailback.replication.Sample;
import org.tailback.replication.Share;
import org.tailback.simulation.jitter.Jitter;

class CollectiveChartsTest {
    private static final CollectiveStudy.Variant NETWORK = new CollectiveStudy.Variant(
            "none",
            1,
            (ranks, seed) -> {
                throw new AssertionError("nothing is replayed");
            },
            false,
            false);

    private static List<CollectiveRow> rows(int... ranks) {
        List<CollectiveRow> rows = new ArrayList<>();
        for (String algorithm : List.of("A", "B", "bruck", "linear")) {
            for (int count : ranks) {
                for (long bytes : new long[] {1024, 2048}) {
                    rows.add(new CollectiveRow(
                            new CollectiveStudy.Case(NETWORK, Jitter.NONE.scaledBy(0), algorithm, count, bytes),
                            1,
                            Sample.of(1e-6 * count * bytes),
                            null,
                            new Share(0, 1, false),
                            0,
                            Map.of("plogp", 1e-6 * bytes),
                            0,
                            null));
                }
            }
        }
        return rows;
    }

    private static String times(int... ranks) {
        return ChartFile.svg(CollectiveCharts.times("times", rows(ranks)));
    }

    @Test
    void times_fewRankCounts_areDashes() {
        String svg = times(4, 8);

        assertThat(svg).containsOnlyOnce(">bruck</text>").containsOnlyOnce(">4 ranks</text>");
        assertThat(svg).contains(">8 ranks, formula plogp</text>");
        assertThat(svg.lines().filter(line -> line.contains(">time</text>")))
                .as("one vertical axis: panels only for many")
                .hasSize(1);
        assertThat(svg.lines()
                        .filter(line -> line.contains("stroke=\"#0072b2\"") && line.contains("stroke-width=\"1.8\"")))
                .as("A and its formula for two numbers of ranks, and the legend")
                .hasSize(5);
    }

    @Test
    void times_manyRankCounts_arePanelsWithOneColorForEachAlgorithm() {
        String svg = times(2, 4, 8, 16, 32, 64, 128);

        assertThat(svg)
                .containsOnlyOnce(">A</text>")
                .containsOnlyOnce(">2 ranks</text>")
                .containsOnlyOnce(">128 ranks</text>");
        assertThat(svg).containsOnlyOnce(">formula plogp</text>");
        assertThat(svg.lines()
                        .filter(line -> line.contains("stroke=\"#0072b2\"") && line.contains("stroke-width=\"1.8\"")))
                .as("A and its formula in seven panels, and the legend")
                .hasSize(15);
    }
}
