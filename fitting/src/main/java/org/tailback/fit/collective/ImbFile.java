package org.tailback.fit.collective;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.fit.measure.DataFile;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Text output of the collective Intel MPI Benchmarks (IMB-MPI1), one table or several:
 *
 * <pre>
 * # Benchmarking Allreduce
 * # #processes = 32
 * #----------------------------------------------------------------
 *        #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
 *             8         1000         4.50        18.59        11.69
 * </pre>
 *
 * <p>The time of the slowest rank is taken. A file may have tables of fewer processes; those of the run are read. Sizes
 * are those of a block for allgather, alltoall, gather and scatter, and of the whole buffer for bcast, reduce,
 * allreduce and reduce_scatter.
 */
final class ImbFile {
    private static final Pattern TITLE = Pattern.compile("# Benchmarking (\\S+)\\s*");
    private static final Pattern PROCESSES = Pattern.compile("# #processes = (\\d{1,9})\\s*");
    private static final String TIME = "t_max[usec]";

    private ImbFile() {}

    static boolean recognises(String text) {
        return text.lines().anyMatch(line -> TITLE.matcher(line.strip()).matches());
    }

    /**
     * Returns the cells of the tables with the run's number of processes.
     *
     * @throws InputException with the line that is wrong, or if there is no such table
     */
    static List<MeasuredCollective> cells(String text, String source, BenchmarkRun run) {
        ImmutableList.Builder<MeasuredCollective> cells = ImmutableList.builder();
        TreeSet<Integer> processes = new TreeSet<>();
        String benchmark = "";
        List<String> columns = List.of();
        boolean isOfRun = false;
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            String place = source + ":" + ++number;
            Matcher title = TITLE.matcher(line);
            Matcher count = PROCESSES.matcher(line);
            if (title.matches()) {
                benchmark = title.group(1);
                columns = List.of();
                isOfRun = false;
            } else if (count.matches()) {
                int ranks = Integer.parseInt(count.group(1));
                processes.add(ranks);
                isOfRun = ranks == run.ranks();
            } else if (line.startsWith("#") && line.contains("[usec]")) {
                columns = Arrays.asList(line.split("\\s+"));
            } else if (isOfRun && !columns.isEmpty() && !line.isEmpty() && Character.isDigit(line.charAt(0))) {
                Kind operation = run.operation(benchmark, place);
                double[] values = new DataFile.Line(line, place).numbers();
                if (values.length != columns.size() || !columns.contains(TIME)) {
                    throw InputException.at(
                            place,
                            "expected numbers for " + String.join(", ", columns) + " with " + TIME + ", found "
                                    + values.length + " numbers",
                            "");
                }
                long bytes = columns.contains("#bytes") ? (long) values[columns.indexOf("#bytes")] : 0;
                if (run.hasData(operation, bytes)) {
                    cells.add(run.cell(operation, bytes, values[columns.indexOf(TIME)], place));
                }
            }
        }
        if (!processes.contains(run.ranks())) {
            throw InputException.at(
                    source,
                    "no table has " + run.ranks() + " processes (nodes times ranks per node); found "
                            + processes.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                    "");
        }
        return cells.build();
    }
}
