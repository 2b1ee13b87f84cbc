package org.tailback.fit.collective;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.fit.measure.NumberLine;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The output of one run of nccl-tests or rccl-tests ({@code all_reduce_perf} and its siblings):
 *
 * <pre>
 * # Collective test starting: all_reduce_perf
 * # Using devices
 * #  Rank  0 Group  0 Pid   6000 on hosta device  0 [0000:04:00] NVIDIA H100 80GB HBM3
 * #
 * #                                                              out-of-place                       in-place
 * #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
 * #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
 *      1048576        262144     float     sum      -1    200.0    5.24    9.83      0    210.0    4.99    9.36      0
 * </pre>
 *
 * <p>Nodes and ranks are taken from the list of devices. The out-of-place time is used. A size is the size of the whole
 * buffer, which allgather, reduce_scatter, alltoall, gather and scatter divide among the ranks. Older versions do not
 * print the program's name; a command line before the table or the file's name must then identify the operation. The
 * ratio of bus bandwidth to algorithm bandwidth depends on operation and ranks. It is checked in each row.
 */
final class NcclTable extends BenchmarkTable {
    /**
     * Pattern of the program's name in a command line, in a file's name or in the output itself. Another word and a "_"
     * may precede the name.
     */
    static final Pattern PROGRAM =
            Pattern.compile("(?:^|[^a-z])(all_reduce|all_gather|reduce_scatter|alltoallv?|broadcast"
                    + "|reduce|gather|scatter|sendrecv|hypercube|[a-z]+(?:_[a-z]+)?)_perf(?![a-z])");

    private static final Pattern FIRST =
            Pattern.compile("# (nThread \\d|Using devices|(nccl|rccl)-tests|Collective test starting).*");
    private static final Pattern STARTING = Pattern.compile("# Collective test starting: (.*)");
    private static final Pattern DEVICE =
            Pattern.compile("# +Rank +(\\d{1,9})(?: +Group +(\\d{1,9}))? +Pid +\\d+ on +(\\S+) +device +\\d+ .*");
    private static final Pattern LAST =
            Pattern.compile("#\\W*|# (Out of bounds|Avg bus bandwidth|Collective test concluded).*");

    private final @Nullable BenchmarkRun given;
    private final String source;
    private final Map<String, Integer> ranksOfHost = new LinkedHashMap<>();
    private final Set<Integer> ranks = new TreeSet<>();
    private final Set<String> groups = new HashSet<>();
    private String program;
    private String devicesAt = "";
    private @Nullable BenchmarkRun run;

    /**
     * Creates a table without rows.
     *
     * @param given the run as given by options or by a line before the table; null if neither exists
     * @param program name of the program, without {@code _perf}; empty if unknown
     */
    NcclTable(@Nullable BenchmarkRun given, String program, String source) {
        this.given = given;
        this.program = program;
        this.source = source;
    }

    static boolean starts(String line) {
        return FIRST.matcher(line).matches();
    }

    /** Returns the name of the program, for messages. */
    private String name() {
        return program + "_perf";
    }

    /** Reads a line of the table; returns false for the first lines of the next run. */
    @Override
    boolean text(String line, String place) {
        Matcher starting = STARTING.matcher(line);
        Matcher device = DEVICE.matcher(line);
        if (hasRows() && starts(line)) {
            return false;
        }
        if (starting.matches()) {
            Matcher named = PROGRAM.matcher(starting.group(1));
            program = named.find() ? named.group(1) : starting.group(1).strip();
        } else if (device.matches()) {
            devicesAt = devicesAt.isEmpty() ? place : devicesAt;
            ranksOfHost.merge(device.group(3), 1, Integer::sum);
            groups.add(String.valueOf(device.group(2)));
            if (!ranks.add(Integer.parseInt(device.group(1)))) {
                throw InputException.at(
                        place,
                        "rank " + device.group(1) + " is listed twice: each process ran alone",
                        "Compile nccl-tests with MPI=1 and measure again");
            }
        } else if (line.startsWith("#") && line.contains(" size ") && line.contains(" time ")) {
            header(line.substring(1).strip().split("\\s+"));
        }
        if (line.startsWith("# Avg bus bandwidth")) {
            header();
        }
        return line.startsWith("#") && (!hasRows() || LAST.matcher(line).matches());
    }

    @Override
    List<MeasuredCollective> cells(Row row) throws LeftOut {
        String place = row.place();
        // an extra column without a header may follow, such as a time of day
        if (row.words().size() < columns().size()) {
            throw InputException.at(
                    place,
                    "expected " + columns().size() + " values, found "
                            + row.words().size(),
                    "");
        }
        String time = row.word("time");
        if (time.equals("N/A")) {
            throw new LeftOut("without an out-of-place time");
        }
        run = run == null ? run(place) : run;
        long size = (long) NumberLine.of(row.words().get(0), place)[0];
        double microseconds = row.number("time");
        double algorithmic = row.number("algbw");
        double bus = row.number("busbw");
        double computed = size / (microseconds * 1e3);
        // the time has at least three significant digits, and the bandwidth has two digits after the decimal point
        if (Math.abs(algorithmic - computed) > 0.006 + 0.006 * computed) {
            throw InputException.at(
                    place,
                    "size over time is not the algorithm bandwidth: " + size + " B in " + time + " us are "
                            + (float) computed + " GB/s, but the column algbw has " + row.word("algbw"),
                    "Sizes in bytes, times in us and bandwidths in GB/s are expected, as nccl-tests 2 prints them");
        }
        String redop = row.word("redop");
        boolean reduces = !redop.isEmpty() && !redop.equals("none");
        if (program.isEmpty()) {
            throw InputException.at(
                    place,
                    "the output does not name the program of nccl-tests that printed it",
                    "Name the file after it (all_reduce_perf.txt), or write its command line before the table");
        }
        Kind operation = operation();
        double factor = operation == null ? 1 : MeasuredCollective.busFactor(operation, run.ranks());
        // both bandwidths have two digits after the decimal point
        if (Math.abs(bus - factor * algorithmic) > 0.006 * (1 + factor) + 0.002 * bus) {
            throw InputException.at(
                    place,
                    "the bus bandwidth over the algorithm bandwidth is not " + factor + ", the ratio of " + name()
                            + " on " + run.ranks() + " ranks: " + bus + " over " + algorithmic + " GB/s",
                    "Correct the ranks, or name the program in a line before the table");
        }
        if (!redop.isEmpty() && operation != null && reduces != program.contains("reduce")) {
            throw InputException.at(
                    place,
                    "found the reduction '" + redop + "' in the output of " + name(),
                    "Name the program in a line before the table");
        }
        if (size == 0) {
            return List.of();
        }
        if (operation == null) {
            return List.of(run.messages("sendrecv", size, microseconds, place));
        }
        run.requireAlgorithm(operation, place);
        // cells of reduce_scatter have the size of the whole buffer, as OSU prints it
        boolean isWhole = operation.bufferBytes(1, run.ranks()) == 1 || operation == Kind.REDUCE_SCATTER;
        long bytes = isWhole ? size : size / run.ranks();
        return run.cells(operation, "", bytes, microseconds, place);
    }

    /** Returns whether nccl-tests marked the results of a row as wrong. */
    boolean isWrong(String[] words) {
        return IntStream.range(0, Math.min(columns().size(), words.length))
                .anyMatch(i -> columns().get(i).equals("#wrong") && words[i].matches("[1-9]\\d*(e\\+\\d+)?"));
    }

    /** Returns the operation; null for messages between ring neighbours. */
    private @Nullable Kind operation() throws LeftOut {
        return program.equals("sendrecv")
                ? null
                : BenchmarkTitle.operation(program)
                        .filter(kind -> MeasuredCollective.busFactor(kind, 2) > 0)
                        .orElseThrow(() -> new LeftOut("of " + name() + ", which is not predicted"));
    }

    private BenchmarkRun run(String place) {
        String algorithm = given == null || given.isOfLibrary() ? CollectiveProgram.NCCL : given.algorithm();
        if (ranksOfHost.isEmpty()) {
            if (given == null || !given.isKnown()) {
                throw InputException.at(
                        place,
                        "the lines '# Rank … Pid … on HOST device …' with nodes and ranks are missing",
                        "Give --nodes and --ranks-per-node, or a line '"
                                + new BenchmarkRun(4, 8, CollectiveProgram.NCCL).line() + "' before the table");
            }
            return new BenchmarkRun(given.nodes(), given.ranksPerNode(), algorithm);
        }
        if (groups.size() > 1) {
            throw InputException.at(
                    devicesAt, "found " + groups.size() + " groups of ranks that run at the same time", "Measure one");
        }
        Set<Integer> perNode = new TreeSet<>(ranksOfHost.values());
        if (perNode.size() > 1) {
            throw InputException.at(
                    devicesAt,
                    "found hosts with " + perNode + " ranks; every node must have the same number",
                    "Leave the table out");
        }
        int nodes = ranksOfHost.size();
        int ranksPerNode = perNode.iterator().next();
        if (given != null && given.isKnown() && (given.nodes() != nodes || given.ranksPerNode() != ranksPerNode)) {
            throw InputException.at(
                    devicesAt,
                    "found " + nodes + " hosts with " + ranksPerNode + " ranks each, but --nodes and --ranks-per-node"
                            + " are " + given.nodes() + " and " + given.ranksPerNode(),
                    "Leave the options out: " + source + " has both");
        }
        return new BenchmarkRun(nodes, ranksPerNode, algorithm);
    }
}
