package org.tailback.fit.collective;

import com.google.common.base.Preconditions;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Properties of a benchmark's run that its text output does not contain. A line added to the text defines them for the
 * tables that follow:
 *
 * <pre>
 * # tailback: nodes 4, ranks-per-node 24, algorithm mpich
 * </pre>
 *
 * <p><b>Algorithms.</b> If the library was set to use an algorithm, {@code algorithm} names it. If the library chose
 * the algorithm itself, {@code algorithm} is the selector of the library, {@code openmpi} or {@code mpich}: each cell
 * then has the algorithm that the selector chooses for its operation, ranks and size. {@code nccl} is NCCL's choice,
 * which tables of nccl-tests have unless the run names an algorithm. Other cells of collective operations are not
 * predicted without an algorithm. Messages between pairs do not require an algorithm.
 *
 * @param nodes number of nodes, >= 1; 0 if it is not known
 * @param ranksPerNode number of ranks on each node, >= 1; 0 if {@code nodes} is 0
 * @param algorithm name in Tailback of the algorithm that the library used, perhaps with a segment size, or of a
 *     selector; may be empty
 */
public record BenchmarkRun(int nodes, int ranksPerNode, String algorithm) {
    private static final double MICROSECOND = 1e-6;
    private static final List<String> SELECTORS = List.of("openmpi", "mpich");
    private static final Pattern LINE =
            Pattern.compile("# tailback: nodes (\\d{1,9}), ranks-per-node (\\d{1,9})(?:, algorithm (\\S+))?");

    public BenchmarkRun {
        Preconditions.checkArgument(
                nodes >= 0
                        && ranksPerNode >= Math.min(nodes, 1)
                        && (long) nodes * ranksPerNode <= MeasuredCollective.MOST_RANKS,
                "nodes and ranks-per-node must be >= 1 and their product at most " + MeasuredCollective.MOST_RANKS);
    }

    int ranks() {
        return nodes * ranksPerNode;
    }

    boolean isKnown() {
        return nodes > 0;
    }

    /** Returns whether the library chose the algorithm: the run names no algorithm, or the selector of a library. */
    boolean isOfLibrary() {
        return algorithm.isEmpty() || SELECTORS.contains(algorithm);
    }

    /** Returns the line that {@link #ofLine} reads. */
    String line() {
        return "# tailback: nodes " + nodes + ", ranks-per-node " + ranksPerNode
                + (algorithm.isEmpty() ? "" : ", algorithm " + algorithm);
    }

    /**
     * Returns the run that a line describes; null if the line does not describe a run.
     *
     * @throws InputException if a number in the line is out of its domain
     */
    static @Nullable BenchmarkRun ofLine(String line, String place) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        try {
            BenchmarkRun run = new BenchmarkRun(
                    Integer.parseInt(matcher.group(1)),
                    Integer.parseInt(matcher.group(2)),
                    Objects.requireNonNullElse(matcher.group(3), ""));
            Preconditions.checkArgument(run.isKnown(), "nodes must be >= 1");
            return run;
        } catch (IllegalArgumentException e) {
            throw InputException.at(place, String.valueOf(e.getMessage()), "");
        }
    }

    /**
     * Checks that an operation has the algorithm of this run.
     *
     * @throws InputException if an operation has no such algorithm
     */
    void requireAlgorithm(Kind kind, String place) {
        String name = algorithm.replaceFirst("/.*", "");
        if (!name.isEmpty()
                && !SELECTORS.contains(name)
                && !name.equals(CollectiveProgram.NCCL)
                && !CollectiveProgram.algorithms(kind).contains(name)) {
            throw InputException.at(
                    place,
                    kind.label() + " has no algorithm '" + name + "'",
                    "Algorithms: " + String.join(", ", CollectiveProgram.algorithms(kind))
                            + "; of a library's own choice: " + String.join(", ", SELECTORS) + ", "
                            + CollectiveProgram.NCCL);
        }
    }

    /**
     * Returns a measured cell. The algorithms of a library's non-blocking and persistent operations are unknown, so
     * cells of such operations have an algorithm only if the run names it.
     *
     * @param mode of the benchmark, as in {@link BenchmarkTitle}; it becomes the name of the run, which separates cells
     *     of different modes
     * @param bytes size as the benchmarks print it: the whole buffer for bcast, reduce, allreduce, reduce_scatter and
     *     reduce_scatter_block, otherwise one block
     * @throws InputException if a number is out of its domain
     */
    MeasuredCollective cell(Kind operation, String mode, long bytes, double microseconds, String place) {
        long size = isDivided(operation) ? bytes / ranks() : bytes;
        boolean selects = SELECTORS.contains(algorithm);
        String used = !selects
                ? algorithm
                : mode.isEmpty()
                        ? CollectiveProgram.selected(operation, CollectiveSelectors.parse(algorithm), ranks(), size)
                        : "";
        return cell(
                mode,
                operation,
                used,
                algorithm.isEmpty() || selects && !mode.isEmpty() ? "default" : algorithm,
                size,
                microseconds,
                place);
    }

    /**
     * Returns a cell of messages between ranks: operation neighbor_alltoall, and the pattern as its algorithm.
     *
     * @param pattern of {@link org.tailback.generator.MessageBenchmark}, or {@code linear} with both neighbours of a
     *     ring
     * @param bytes of a message
     * @param microseconds of the pattern
     */
    MeasuredCollective messages(String pattern, long bytes, double microseconds, String place) {
        return cell("", Kind.NEIGHBOR_ALLTOALL, pattern, pattern, bytes, microseconds, place);
    }

    private MeasuredCollective cell(
            String run, Kind operation, String used, String label, long bytes, double microseconds, String place) {
        try {
            return new MeasuredCollective(
                    run, operation, used, label, nodes, ranksPerNode, bytes, microseconds * MICROSECOND);
        } catch (IllegalArgumentException e) {
            throw InputException.at(place, String.valueOf(e.getMessage()), "");
        }
    }

    /** Returns the measured cell as a list, empty for sizes without data, for which libraries return at once. */
    List<MeasuredCollective> cells(Kind operation, String mode, long bytes, double microseconds, String place) {
        boolean hasData = operation == Kind.BARRIER || bytes >= (isDivided(operation) ? ranks() : 1);
        return hasData ? List.of(cell(operation, mode, bytes, microseconds, place)) : List.of();
    }

    private static boolean isDivided(Kind operation) {
        return operation == Kind.REDUCE_SCATTER || operation == Kind.REDUCE_SCATTER_BLOCK;
    }
}
