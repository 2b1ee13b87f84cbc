package org.tailback.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTotalsTest {
    private final RankGraph graph = new RankGraph();
    private final PackedSchedule.Builder builder = PackedSchedule.builder();

    @Test
    void of_smallSchedule_countsAndAdds() {
        int send = graph.send(10, 1, 0);
        graph.send(0, 1, 0);
        int calculation = graph.calculate(7);
        graph.afterCompletion(calculation, send);
        graph.afterStart(1, send);
        append();
        graph.receive(10, 0, 0);
        graph.receive(0, 0, 0);
        graph.calculate(5);
        graph.calculate(6);
        append();

        ScheduleTotals totals = ScheduleTotals.of(builder.build());

        assertThat(totals.sends()).isEqualTo(2);
        assertThat(totals.sends(0)).isEqualTo(2);
        assertThat(totals.sends(1)).isZero();
        assertThat(totals.receives()).isEqualTo(2);
        assertThat(totals.calculations()).isEqualTo(3);
        assertThat(totals.bytes()).isEqualTo(10);
        assertThat(totals.bytes(0)).isEqualTo(10);
        assertThat(totals.calculation(0)).isEqualTo(7);
        assertThat(totals.calculation(1)).isEqualTo(11);
        assertThat(totals.emptyMessages()).isEqualTo(1);
        assertThat(totals.isCapped()).isFalse();
    }

    @Test
    void of_sumsBeyond64Bits_areCapped() {
        graph.send(Long.MAX_VALUE, 0, 0);
        graph.send(1, 0, 0);
        graph.calculate(-1);
        graph.calculate(1);
        append();

        ScheduleTotals totals = ScheduleTotals.of(builder.build());

        assertThat(totals.isCapped()).isTrue();
        assertThat(totals.bytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(totals.calculation(0)).isEqualTo(-1);
    }

    @Test
    void builder_manyRanks_isOfTheirSchedule() {
        ScheduleTotals oneByOne = new ScheduleTotals(0);
        for (int rank = 0; rank < 100; rank++) {
            int send = graph.send(rank, (rank + 1) % 100, 0);
            graph.afterCompletion(graph.receive(99 - rank, 0, 0), send);
            graph.afterStart(graph.calculate(rank * 3L), send);
            oneByOne.append(graph);
            append();
        }

        ScheduleTotals expected = ScheduleTotals.of(builder.build());

        assertThat(oneByOne.ranks()).isEqualTo(expected.ranks());
        assertThat(oneByOne.bytes()).isEqualTo(expected.bytes());
        assertThat(oneByOne.sends()).isEqualTo(expected.sends());
        assertThat(oneByOne.receives()).isEqualTo(expected.receives());
        assertThat(oneByOne.calculations()).isEqualTo(expected.calculations());
        assertThat(expected.ranks()).isEqualTo(100);
        assertThat(oneByOne.bytes(99)).isEqualTo(99);
        assertThat(oneByOne.calculation(98)).isEqualTo(294);
    }

    private void append() {
        builder.append(graph);
        graph.clear();
    }
}
