package org.tailback.fit.collective;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;

/**
 * A table in the text output of the Intel MPI Benchmarks (IMB-MPI1, IMB-NBC):
 *
 * <pre>
 * # Benchmarking Allreduce
 * # #processes = 32
 * #----------------------------------------------------------------
 *        #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
 *             8         1000         4.50        18.59        11.69
 * </pre>
 *
 * <p>The time is the time of the slowest rank; for non-blocking operations it is the time without computation ({@code
 * t_pure}). A file may have tables of fewer processes; only tables with the run's number of processes are read. A size
 * is the size of a block for allgather, alltoall, gather and scatter, and of the whole buffer for bcast, reduce,
 * allreduce and reduce_scatter. PingPong and PingPing run on two ranks, which share a node if the run has several ranks
 * per node.
 */
final class ImbTextTable extends BenchmarkTable {
    /** First line of a table, with the name of the benchmark. */
    static final Pattern TITLE = Pattern.compile("# Benchmarking (\\S+)\\s*");

    private static final Pattern PROCESSES = Pattern.compile("# #processes = (\\d{1,9})\\s*(\\(.*)?");
    private static final Pattern COMMENT = Pattern.compile("#\\W*|# \\( ?\\d+ additional .*");
    private static final List<String> TIMES = List.of("t_pure[usec]", "t_max[usec]", "t[usec]");

    private final String name;
    private final BenchmarkTitle title;
    private final BenchmarkRun run;
    private final Set<Integer> processes;
    private int ranks;

    /**
     * Creates a table without rows.
     *
     * @param processes receives the numbers of processes of all tables
     */
    ImbTextTable(String name, BenchmarkTitle title, BenchmarkRun run, Set<Integer> processes) {
        this.name = name;
        this.title = title;
        this.run = run;
        this.processes = processes;
    }

    @Override
    boolean text(String line, String place) {
        Matcher count = PROCESSES.matcher(line);
        if (hasRows()) {
            return false;
        }
        if (count.matches()) {
            ranks = Integer.parseInt(count.group(1));
            processes.add(ranks);
            return true;
        }
        if (line.startsWith("#") && line.contains("[usec]")) {
            header(line.split("\\s+"));
            return true;
        }
        return COMMENT.matcher(line).matches();
    }

    @Override
    List<MeasuredCollective> cells(Row row) throws LeftOut {
        if (ranks != run.ranks() && !isPair(title, name)) {
            throw new LeftOut("with a number of processes other than the run's " + run.ranks());
        }
        if (String.join(" ", row.words()).matches(".*(out-of-mem|int-overflow|time-out).*")) {
            throw new LeftOut("that the benchmark skipped (memory, overflow or time limit)");
        }
        String time = row.first(TIMES);
        int found = row.words().size();
        if (found != columns().size() || time.isEmpty()) {
            throw InputException.at(
                    row.place(),
                    "expected numbers for " + String.join(", ", columns()) + " with t_max[usec], found " + found
                            + " numbers",
                    "");
        }
        if (row.number("defects") > 0) {
            throw new LeftOut("with wrong results (defects)");
        }
        return cells(run, title, name, (long) row.number("#bytes"), row.number(time), row.place());
    }

    private static boolean isPair(BenchmarkTitle title, String name) {
        return title.operation() == null && name.startsWith("Ping");
    }

    /** Returns a list of the cell of a row. The list is empty for sizes for which libraries return at once. */
    static List<MeasuredCollective> cells(
            BenchmarkRun run, BenchmarkTitle title, String name, long bytes, double microseconds, String place) {
        if (title.operation() != null) {
            run.requireAlgorithm(title.operation(), place);
            return run.cells(title.operation(), title.mode(), bytes, microseconds, place);
        }
        BenchmarkRun its = !isPair(title, name)
                ? run
                : run.ranksPerNode() > 1 ? new BenchmarkRun(1, 2, "") : new BenchmarkRun(2, 1, "");
        return List.of(its.messages(title.pattern(), bytes, microseconds, place));
    }
}
