package org.tailback.fit.collective;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.fit.measure.NumberLine;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Text output of the OSU micro-benchmarks, one table or several:
 *
 * <pre>
 * # OSU MPI Allreduce Latency Test v7.3
 * # Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
 * 4                       1.06              0.93              1.21        1000
 *
 * # OSU MPI Multiple Bandwidth / Message Rate Test v7.3
 * # [ pairs: 24 ] [ window size: 64 ]
 * # Size                  MB/s        Messages/s
 * 1024                 5120.00        5000000.00
 * </pre>
 *
 * <p>With {@code -f} the time of the slowest rank is taken, otherwise the average of all ranks, which is less. Sizes
 * are those of a block for allgather, alltoall, gather and scatter, and of the whole buffer for bcast, reduce,
 * allreduce and reduce_scatter ({@code osu_reduce_scatter} divides the size that it prints among the ranks).
 *
 * <p>A bandwidth B (MB/s, 10^6 bytes per second, of all pairs together and both directions) becomes the time of a window
 * of w messages of m bytes of each of n pairs, {@code n w m / B}, twice that for both ways; w is 64 where no line says
 * another. Example above: 24 pairs times 64 times 1024 B in 307.2 us.
 */
final class OsuFile {
    private static final Pattern TITLE =
            Pattern.compile("# OSU MPI(?:-\\S+)? (.*?) ?(Latency|Bandwidth|/ Message Rate) Test.*");
    private static final Pattern PAIRS =
            Pattern.compile("# \\[ pairs: (\\d{1,9}) \\] \\[ window size: (\\d{1,4}) \\].*");
    private static final String WINDOW = "64";

    private OsuFile() {}

    static boolean recognises(String text) {
        return text.lines().anyMatch(line -> line.startsWith("# OSU MPI"));
    }

    /**
     * Returns the cells of all tables.
     *
     * @param first number of the first line
     * @throws InputException with the line that is wrong
     */
    static List<MeasuredCollective> cells(List<String> lines, int first, String source, BenchmarkRun run) {
        ImmutableList.Builder<MeasuredCollective> cells = ImmutableList.builder();
        String benchmark = "";
        String window = WINDOW;
        List<String> columns = List.of();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String place = source + ":" + (first + i);
            Matcher title = TITLE.matcher(line);
            Matcher pairs = PAIRS.matcher(line);
            if (title.matches()) {
                benchmark = (title.group(1) + " " + title.group(2)).strip();
                window = WINDOW;
                columns = List.of();
                if (benchmark.endsWith(" Latency") && !benchmark.startsWith("Multi")) {
                    run.operation(title.group(1), place);
                } else if (!benchmark.startsWith("Multi") && run.ranks() != 2) {
                    throw InputException.at(
                            place,
                            "this benchmark runs on 2 ranks; the run has " + run.ranks(),
                            "Give --nodes 2 --ranks-per-node 1, or 1 and 2 for ranks of a node");
                }
            } else if (pairs.matches()) {
                window = pairs.group(2);
                if (2 * Integer.parseInt(pairs.group(1)) != run.ranks()) {
                    throw InputException.at(
                            place, "found " + pairs.group(1) + " pairs; the run has " + run.ranks() + " ranks", "");
                }
            } else if (line.startsWith("#") && line.matches(".*(\\(us\\)|MB/s).*")) {
                columns = Arrays.asList(line.substring(1).strip().split("\\s{2,}|\t", -1));
            } else if (!benchmark.isEmpty() && !columns.isEmpty() && startsWithDigit(line)) {
                double[] values = NumberLine.of(line, place);
                if (values.length != columns.size()) {
                    throw InputException.at(
                            place, "expected " + columns.size() + " numbers, found " + values.length, "");
                }
                long bytes = columns.contains("Size") ? (long) values[columns.indexOf("Size")] : 0;
                double value = values[value(columns)];
                switch (benchmark) {
                    case "Latency", "Multi Latency" -> cells.add(run.messages("ping-pong", bytes, value, place));
                    case "Bandwidth", "Multiple Bandwidth / Message Rate" ->
                        cells.add(run.messages("window-" + window, bytes, window(run, window, bytes, value), place));
                    case "Bi-Directional Bandwidth" ->
                        cells.add(run.messages(
                                "both-ways-" + window, bytes, 2 * window(run, window, bytes, value), place));
                    default -> {
                        Kind operation = run.operation(benchmark.replace(" Latency", ""), place);
                        if (run.hasData(operation, bytes)) {
                            cells.add(run.cell(operation, bytes, value, place));
                        }
                    }
                }
            }
        }
        return cells.build();
    }

    /** Returns the time of a window of all pairs, in microseconds, which are bytes over MB/s. */
    private static double window(BenchmarkRun run, String window, long bytes, double megabytesPerSecond) {
        return run.ranks() / 2.0 * Integer.parseInt(window) * bytes / megabytesPerSecond;
    }

    private static int value(List<String> columns) {
        int slowest = columns.indexOf("Max Latency(us)");
        return slowest >= 0
                ? slowest
                : columns.contains("Avg Latency(us)")
                        ? columns.indexOf("Avg Latency(us)")
                        : columns.contains("Size") ? 1 : 0;
    }

    private static boolean startsWithDigit(String line) {
        return !line.isEmpty() && Character.isDigit(line.charAt(0));
    }
}
