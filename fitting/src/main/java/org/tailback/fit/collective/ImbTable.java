package org.tailback.fit.collective;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.csv.CsvRow;
import org.tailback.error.InputException;

/**
 * Results of the Intel MPI Benchmarks as CSV; additional columns and any order of columns are allowed:
 *
 * <pre>
 * machine,nodes,benchmark,processes,bytes,t_max_us,t_avg_us
 * archer,16,Allreduce,384,8,13.65,13.40
 * archer,16,PingPong,2,8,,0.33
 * </pre>
 *
 * <p>The time is {@code t_max_us}; if that column is empty, as for PingPong, the time is {@code t_avg_us}. Ranks fill
 * one node after the other, with {@code processes / nodes} ranks on each. PingPong runs on two ranks of one node.
 */
final class ImbTable {
    private static final List<String> COLUMNS = List.of("nodes", "benchmark", "processes", "bytes", "t_max_us");

    private ImbTable() {}

    static boolean recognises(String text) {
        String header = text.lines().findFirst().orElse("");
        return Splitter.on(',').trimResults().splitToList(header).containsAll(COLUMNS);
    }

    /**
     * Returns the cells of all rows.
     *
     * @param run algorithm, and the numbers of nodes and ranks of the rows to read; null if unknown
     * @throws InputException with the invalid line, or if rows are of several machines
     */
    static List<MeasuredCollective> cells(String text, String source, @Nullable BenchmarkRun run) {
        List<MeasuredCollective> cells = new ArrayList<>();
        String machine = null;
        for (CsvRow row : CsvRow.read(text, source)) {
            String its = row.text("machine");
            if (machine != null && !machine.equals(its)) {
                throw InputException.at(
                        row.place(),
                        "found machine '" + its + "' after '" + machine + "'",
                        "Keep the rows of one machine");
            }
            machine = its;
            cells.addAll(cells(row, run));
        }
        if (cells.isEmpty()) {
            throw InputException.at(source, "no row has a time" + (run == null ? "" : " of such a run"), "");
        }
        return cells;
    }

    private static List<MeasuredCollective> cells(CsvRow row, @Nullable BenchmarkRun run) {
        String benchmark = row.text("benchmark");
        int nodes = (int) row.number("nodes");
        int processes = (int) row.number("processes");
        boolean isPair = benchmark.equals("PingPong") || benchmark.equals("PingPing");
        if (nodes < 1 || processes < 1 || !isPair && processes % nodes != 0) {
            throw InputException.at(row.place(), "expected the same number of processes on each node", "");
        }
        BenchmarkRun its = new BenchmarkRun(
                isPair ? 1 : nodes, isPair ? 2 : processes / nodes, run == null ? "" : run.algorithm());
        if (run != null && run.isKnown() && !isPair && !its.equals(run)) {
            return List.of();
        }
        BenchmarkTitle title = BenchmarkTitle.imb(benchmark)
                .orElseThrow(() -> InputException.at(
                        row.place(),
                        "found the benchmark '" + benchmark + "', expected messages between pairs or a collective"
                                + " operation with one size for all ranks",
                        "Leave its rows out"));
        double time = row.number(row.text("t_max_us").isEmpty() ? "t_avg_us" : "t_max_us");
        return ImbTextTable.cells(its, title, benchmark, (long) row.number("bytes"), time, row.place());
    }
}
