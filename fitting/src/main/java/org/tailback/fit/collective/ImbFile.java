package org.tailback.fit.collective;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.fit.measure.NumberLine;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Text output of the Intel MPI Benchmarks (IMB-MPI1), one table or several:
 *
 * <pre>
 * # Benchmarking Allreduce
 * # #processes = 32
 * #----------------------------------------------------------------
 *        #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
 *             8         1000         4.50        18.59        11.69
 * </pre>
 *
 * <p>The time of the slowest rank is taken. A file may have tables of fewer processes; those of the run are read, and a
 * warning counts the rows of the others. Sizes are those of a block for allgather, alltoall, gather and scatter, and of the whole buffer for bcast, reduce,
 * allreduce and reduce_scatter. PingPong and PingPing are of two ranks: of one node if the run has several a node.
 */
final class ImbFile {
    private static final Pattern TITLE = Pattern.compile("# Benchmarking (\\S+)\\s*");
    private static final Pattern PROCESSES = Pattern.compile("# #processes = (\\d{1,9})\\s*(\\(.*)?");
    private static final List<String> TIMES = List.of("t_max[usec]", "t[usec]");
    private static final List<String> PAIRS = List.of("PingPong", "PingPing");

    private ImbFile() {}

    static boolean recognises(String text) {
        return text.lines().anyMatch(line -> TITLE.matcher(line.strip()).matches());
    }

    /**
     * Returns the cells of the tables with the run's number of processes, and of pairs.
     *
     * @param first number of the first line
     * @param warnings takes a sentence about the rows of other tables
     * @throws InputException with the line that is wrong, or if there is no such table
     */
    static List<MeasuredCollective> cells(
            List<String> lines, int first, String source, BenchmarkRun run, Consumer<String> warnings) {
        ImmutableList.Builder<MeasuredCollective> cells = ImmutableList.builder();
        TreeSet<Integer> processes = new TreeSet<>();
        String benchmark = "";
        List<String> columns = List.of();
        boolean isOfRun = false;
        int others = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String place = source + ":" + (first + i);
            Matcher title = TITLE.matcher(line);
            Matcher count = PROCESSES.matcher(line);
            if (title.matches()) {
                benchmark = title.group(1);
                columns = List.of();
                isOfRun = false;
            } else if (count.matches()) {
                int ranks = Integer.parseInt(count.group(1));
                processes.add(ranks);
                isOfRun = ranks == run.ranks() || PAIRS.contains(benchmark);
            } else if (line.startsWith("#") && line.contains("[usec]")) {
                columns = Arrays.asList(line.split("\\s+"));
            } else if (!columns.isEmpty() && !line.isEmpty() && Character.isDigit(line.charAt(0))) {
                if (!isOfRun) {
                    others++;
                    continue;
                }
                double[] values = NumberLine.of(line, place);
                int time = TIMES.stream().mapToInt(columns::indexOf).max().orElse(-1);
                if (values.length != columns.size() || time < 0) {
                    throw InputException.at(
                            place,
                            "expected numbers for " + String.join(", ", columns) + " with " + TIMES.get(0) + ", found "
                                    + values.length + " numbers",
                            "");
                }
                long bytes = columns.contains("#bytes") ? (long) values[columns.indexOf("#bytes")] : 0;
                cells.addAll(cells(run, benchmark, bytes, values[time], place));
            }
        }
        List<MeasuredCollective> found = cells.build();
        if (found.isEmpty() && !processes.contains(run.ranks())) {
            throw InputException.at(
                    source,
                    "no table has " + run.ranks() + " processes (nodes times ranks per node); found "
                            + words(processes),
                    "");
        }
        if (others > 0) {
            processes.remove(run.ranks());
            warnings.accept(source + ": tables of other numbers of processes (" + words(processes)
                    + ") are left out, rows: " + others + ". The run has " + run.ranks()
                    + ", nodes times ranks per node");
        }
        return found;
    }

    private static String words(Set<Integer> processes) {
        return processes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Returns the cell of a row, or nothing if libraries return at once for its size. */
    static List<MeasuredCollective> cells(
            BenchmarkRun run, String benchmark, long bytes, double microseconds, String place) {
        switch (benchmark) {
            case "PingPong", "PingPing" -> {
                BenchmarkRun pair = run.ranksPerNode() > 1 ? new BenchmarkRun(1, 2, "") : new BenchmarkRun(2, 1, "");
                String pattern = benchmark.equals("PingPong") ? "ping-pong" : "sendrecv";
                return List.of(pair.messages(pattern, bytes, microseconds, place));
            }
            case "Sendrecv", "Exchange" -> {
                String pattern = benchmark.equals("Sendrecv") ? "sendrecv" : "linear";
                return List.of(run.messages(pattern, bytes, microseconds, place));
            }
            default -> {
                Kind operation = run.operation(benchmark, place);
                return run.hasData(operation, bytes)
                        ? List.of(run.cell(operation, bytes, microseconds, place))
                        : List.of();
            }
        }
    }
}
