package org.tailback.fit.collective;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;

/**
 * A table of the OSU micro-benchmarks, versions 3 to 7:
 *
 * <pre>
 * # OSU MPI All-to-All Personalized Exchange Latency Test v7.5
 * # Datatype: MPI_CHAR.
 * # Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
 * 4                       1.06              0.93              1.21        1000
 *
 * # OSU MPI Multiple Bandwidth / Message Rate Test v7.3
 * # [ pairs: 24 ] [ window size: 64 ]
 * # Size                  MB/s        Messages/s
 * 1024                 5120.00        5000000.00
 * </pre>
 *
 * <p>In tables written with {@code -f}, the time is the time of the slowest rank. Otherwise it is the average of all
 * ranks, which is shorter. For non-blocking operations it is the time without computation ({@code Pure Comm.}). A size
 * is the size of a block for allgather, alltoall, gather and scatter, and of the whole buffer for bcast, reduce,
 * allreduce and reduce_scatter ({@code osu_reduce_scatter} divides the printed size among the ranks).
 *
 * <p>A bandwidth B (MB/s, 10^6 bytes per second, total of all pairs and both directions) is converted to the time in
 * which each of n pairs transfers a window of w messages of m bytes: {@code n w m / B}, or twice this time for
 * bidirectional tests. w is 64 unless a line contains another value. In the example above, 24 pairs transfer 64 times
 * 1024 B each in 307.2 us.
 */
final class OsuTable extends BenchmarkTable {
    private static final Pattern PAIRS =
            Pattern.compile("# \\[ pairs: (\\d{1,9}) \\] \\[ window size: (\\d{1,4}) \\].*");
    private static final Pattern COMMENT = Pattern.compile(
            "#\\W*|#Using .*|# (Overall =|Datatype:|Send Buffer|Using|Window creation|Synchronization).*");
    private static final List<String> TIMES = List.of(
            "Pure Comm.(us)",
            "Max Latency(us)",
            "Avg Latency(us)",
            "Latency (us)",
            "Latency(us)",
            "Bandwidth (MB/s)",
            "MB/s");

    private final BenchmarkTitle title;
    private final BenchmarkRun run;
    private int window = 64;

    /**
     * Creates a table without rows.
     *
     * @throws InputException if the benchmark contradicts the run
     */
    OsuTable(BenchmarkTitle title, String line, BenchmarkRun run, String place) {
        this.title = title;
        this.run = run;
        if (title.operation() != null) {
            run.requireAlgorithm(title.operation(), place);
        } else if (!line.contains("Mult") && run.ranks() != 2) {
            throw InputException.at(
                    place,
                    "the benchmark runs on 2 ranks; the run has " + run.ranks(),
                    "Give --nodes 2 --ranks-per-node 1, or 1 and 2 for ranks on one node; or write the line '"
                            + new BenchmarkRun(2, 1, "").line() + "' before it");
        }
    }

    @Override
    boolean text(String line, String place) {
        Matcher pairs = PAIRS.matcher(line);
        if (line.startsWith("# Datatype:")) {
            clearRows();
        } else if (hasRows()) {
            return false;
        }
        if (pairs.matches()) {
            window = Integer.parseInt(pairs.group(2));
            if (2L * Integer.parseInt(pairs.group(1)) != run.ranks()) {
                throw InputException.at(
                        place,
                        "found " + pairs.group(1) + " pairs; the run has " + run.ranks() + " ranks",
                        "Write a line such as '" + new BenchmarkRun(2, Integer.parseInt(pairs.group(1)), "").line()
                                + "' before the table");
            }
            return true;
        }
        if (line.contains("(us)") || line.contains("MB/s")) {
            header(line.replaceFirst("^#", "").strip().split("\\s{2,}|\t+", -1));
            if (TIMES.stream().noneMatch(columns()::contains)) {
                throw InputException.at(
                        place,
                        "expected a column " + String.join(", ", TIMES) + ", found " + String.join(", ", columns()),
                        "");
            }
            return true;
        }
        return COMMENT.matcher(line).matches();
    }

    @Override
    List<MeasuredCollective> cells(Row row) throws LeftOut {
        int found = row.words().size();
        if (found != columns().size()) {
            throw InputException.at(row.place(), "expected " + columns().size() + " numbers, found " + found, "");
        }
        if (columns().contains("Validation") && !row.word("Validation").equals("Pass")) {
            throw new LeftOut("whose validation failed");
        }
        long bytes = (long) row.number("Size");
        double value = row.number(row.first(TIMES));
        String place = row.place();
        if (title.operation() != null) {
            return run.cells(title.operation(), title.mode(), bytes, value, place);
        }
        // bytes over MB/s are microseconds
        double windowTime = run.ranks() / 2.0 * window * bytes / value;
        return List.of(
                switch (title.pattern()) {
                    case "window" -> run.messages("window-" + window, bytes, windowTime, place);
                    case "both-ways" -> run.messages("both-ways-" + window, bytes, 2 * windowTime, place);
                    default -> run.messages(title.pattern(), bytes, value, place);
                });
    }
}
