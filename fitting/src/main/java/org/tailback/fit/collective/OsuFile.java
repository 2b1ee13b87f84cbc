package org.tailback.fit.collective;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.fit.measure.DataFile;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Text output of the collective OSU micro-benchmarks, one table or several:
 *
 * <pre>
 * # OSU MPI Allreduce Latency Test v7.3
 * # Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
 * 4                       1.06              0.93              1.21        1000
 * </pre>
 *
 * <p>With {@code -f} the time of the slowest rank is taken, otherwise the average of all ranks, which is less. Sizes
 * are those of a block for allgather, alltoall, gather and scatter, and of the whole buffer for bcast, reduce,
 * allreduce and reduce_scatter ({@code osu_reduce_scatter} divides the size that it prints among the ranks).
 */
final class OsuFile {
    private static final Pattern TITLE = Pattern.compile("# OSU MPI(?:-\\S+)? (.*?) ?Latency Test.*");

    private OsuFile() {}

    static boolean recognises(String text) {
        return text.lines().anyMatch(line -> line.startsWith("# OSU MPI"));
    }

    /**
     * Returns the cells of all tables.
     *
     * @throws InputException with the line that is wrong
     */
    static List<MeasuredCollective> cells(String text, String source, BenchmarkRun run) {
        ImmutableList.Builder<MeasuredCollective> cells = ImmutableList.builder();
        Kind operation = null;
        List<String> columns = List.of();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            String place = source + ":" + ++number;
            Matcher title = TITLE.matcher(line);
            if (title.matches()) {
                operation = run.operation(title.group(1), place);
                columns = List.of();
            } else if (line.startsWith("#") && line.contains("Latency(us)")) {
                columns = Arrays.asList(line.substring(1).strip().split("\\s{2,}|\t"));
            } else if (operation != null && !columns.isEmpty() && startsWithDigit(line)) {
                double[] values = new DataFile.Line(line, place).numbers();
                if (values.length != columns.size()) {
                    throw InputException.at(
                            place, "expected " + columns.size() + " numbers, found " + values.length, "");
                }
                long bytes = columns.contains("Size") ? (long) values[columns.indexOf("Size")] : 0;
                if (run.hasData(operation, bytes)) {
                    cells.add(run.cell(operation, bytes, values[time(columns)], place));
                }
            }
        }
        return cells.build();
    }

    private static int time(List<String> columns) {
        int slowest = columns.indexOf("Max Latency(us)");
        return slowest >= 0 ? slowest : Math.max(0, columns.indexOf("Avg Latency(us)"));
    }

    private static boolean startsWithDigit(String line) {
        return !line.isEmpty() && Character.isDigit(line.charAt(0));
    }
}
