package org.tailback.fit.collective;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * Results of the Intel MPI Benchmarks as a table of values separated by commas, with more columns in any order:
 *
 * <pre>
 * machine,nodes,benchmark,processes,bytes,t_max_us,t_avg_us
 * archer,16,Allreduce,384,8,13.65,13.40
 * archer,16,PingPong,2,8,,0.33
 * </pre>
 *
 * <p>The time is {@code t_max_us}, and {@code t_avg_us} where that is empty, as for PingPong. Ranks fill node after
 * node: {@code processes / nodes} on each; PingPong is of two ranks of a node.
 */
final class ImbTable {
    private static final Splitter COMMAS = Splitter.on(',').trimResults();

    private ImbTable() {}

    static boolean recognises(String text) {
        String first = text.lines().findFirst().orElse("");
        return COMMAS.splitToList(first).containsAll(List.of("nodes", "benchmark", "processes", "bytes", "t_max_us"));
    }

    /**
     * Returns the cells of all rows.
     *
     * @param run gives the algorithm, if it is not null; and the numbers of nodes and ranks of the rows to read, if it
     *     knows them
     * @throws InputException with the line that is wrong, or if rows are of several machines
     */
    static List<MeasuredCollective> cells(String text, String source, @Nullable BenchmarkRun run) {
        ImmutableList.Builder<MeasuredCollective> cells = ImmutableList.builder();
        List<String> lines = text.lines().toList();
        List<String> columns = COMMAS.splitToList(lines.get(0));
        String machine = null;
        for (int i = 1; i < lines.size(); i++) {
            String place = source + ":" + (i + 1);
            if (lines.get(i).isBlank()) {
                continue;
            }
            List<String> values = COMMAS.splitToList(lines.get(i));
            if (values.size() != columns.size()) {
                throw InputException.at(place, "expected " + columns.size() + " values, found " + values.size(), "");
            }
            if (columns.contains("machine")) {
                String its = values.get(columns.indexOf("machine"));
                if (!Objects.requireNonNullElse(machine, its).equals(its)) {
                    throw InputException.at(
                            place,
                            "found machine '" + its + "' after '" + machine + "'",
                            "Keep the rows of one machine");
                }
                machine = its;
            }
            String benchmark = values.get(columns.indexOf("benchmark"));
            int nodes = number(values, columns, "nodes", place).intValue();
            int processes = number(values, columns, "processes", place).intValue();
            boolean isPair = benchmark.equals("PingPong") || benchmark.equals("PingPing");
            if (nodes < 1 || processes < 1 || !isPair && processes % nodes != 0) {
                throw InputException.at(place, "expected as many processes on each of the nodes", "");
            }
            BenchmarkRun itsRun = new BenchmarkRun(
                    isPair ? 1 : nodes, isPair ? 2 : processes / nodes, run == null ? "" : run.algorithm());
            if (run == null || !run.isKnown() || isPair || itsRun.equals(run)) {
                String time = values.get(columns.indexOf("t_max_us")).isEmpty() ? "t_avg_us" : "t_max_us";
                BenchmarkTitle title = BenchmarkTitle.imb(benchmark).orElse(null);
                if (title == null) {
                    throw InputException.at(
                            place,
                            "found the benchmark '" + benchmark + "', expected messages between pairs or a collective"
                                    + " operation with one size for all ranks",
                            "Leave its rows out");
                }
                cells.addAll(ImbTextTable.cells(
                        itsRun,
                        title,
                        benchmark,
                        number(values, columns, "bytes", place).longValue(),
                        number(values, columns, time, place),
                        place));
            }
        }
        List<MeasuredCollective> found = cells.build();
        if (found.isEmpty()) {
            throw InputException.at(source, "no row has a time" + (run == null ? "" : " of such a run"), "");
        }
        return found;
    }

    private static Double number(List<String> values, List<String> columns, String column, String place) {
        int index = columns.indexOf(column);
        try {
            return Double.valueOf(index < 0 ? "" : values.get(index));
        } catch (NumberFormatException e) {
            throw InputException.at(place, "expected a number in column " + column, "");
        }
    }
}
