package org.tailback.model.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KernelTableTest {
    private static KernelTable.Row row(String kernel, int node, int cpu, double mnk, double deviation) {
        return new KernelTable.Row(
                kernel,
                node,
                cpu,
                ImmutableList.of(0.0, 0.0, 0.0, 0.0, mnk),
                ImmutableList.of(0.0, 0.0, 0.0, 0.0, deviation));
    }

    @Test
    void seconds_workedExample_meanLessWhatNoNoiseTakes() {
        KernelTable table = new KernelTable(1, 1, List.of(row("dgemm", -1, -1, 7.5e-11, 2.5e-12)));
        assertEquals(9.1764e-3, table.seconds(0, 0, "dgemm", 1000, 1000, 128, 0), 1e-7);
    }

    @Test
    void seconds_manyDraws_haveTheMeanAndTheDeviationOfTheTable() {
        KernelTable table = new KernelTable(1, 1, List.of(row("dgemm", -1, -1, 2e-3, 5e-4)));
        Random random = new Random(3);
        int draws = 200_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double seconds = table.seconds(0, 0, "dgemm", 1, 1, 1, Math.abs(random.nextGaussian()));
            sum += seconds;
            squares += seconds * seconds;
        }
        double mean = sum / draws;
        assertEquals(2e-3, mean, 1e-5);
        assertEquals(5e-4, Math.sqrt(squares / draws - mean * mean), 1e-5);
    }

    @Test
    void seconds_rowOfACpu_countsThereOnly() {
        KernelTable table = new KernelTable(
                2, 2, List.of(row("dgemm", -1, -1, 1, 0), row("dgemm", 1, 0, 3, 0), row("dtrsm", -1, -1, 5, 0)));
        assertEquals(1, table.seconds(0, 0, "dgemm", 1, 1, 1, 0.7), 1e-12);
        assertEquals(3, table.seconds(1, 0, "dgemm", 1, 1, 1, 0.7), 1e-12);
        assertEquals(1, table.seconds(1, 1, "dgemm", 1, 1, 1, 0.7), 1e-12);
        assertEquals(5, table.seconds(1, 1, "dtrsm", 1, 1, 1, 0.7), 1e-12);
        assertTrue(Double.isNaN(table.seconds(0, 0, "dger", 1, 1, 1, 0.7)));
    }

    @Test
    void seconds_polynomial_hasATermForEachPairOfSizes() {
        KernelTable.Row row = new KernelTable.Row(
                "dgemm",
                -1,
                -1,
                ImmutableList.of(1.0, 10.0, 100.0, 1000.0, 10000.0),
                ImmutableList.of(0.0, 0.0, 0.0, 0.0, 0.0));
        double seconds = new KernelTable(1, 1, List.of(row)).seconds(0, 0, "dgemm", 2, 3, 5, 0);
        assertEquals(1 + 10 * 6 + 100 * 10 + 1000 * 15 + 10000 * 30, seconds, 1e-9);
    }
}
