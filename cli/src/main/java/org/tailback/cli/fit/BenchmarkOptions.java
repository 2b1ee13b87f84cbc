package org.tailback.cli.fit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.collective.BenchmarkRun;
import org.tailback.fit.collective.MeasuredCollective;
import org.tailback.fit.collective.MeasuredCollectivesFile;

/** Options for properties missing in the text output of collective benchmarks. */
public final class BenchmarkOptions extends Options {
    private final Given<@Nullable Integer> ranksPerNode = option(Integer.class, null, "--ranks-per-node", "P");

    private final Given<@Nullable String> algorithm = text("--algorithm", "NAME");

    @Nullable
    Integer ranksPerNode() {
        return ranksPerNode.value();
    }

    /** Returns the run of a file, as described by the options and {@code --nodes}; null if none of these is given. */
    public @Nullable BenchmarkRun run(@Nullable Integer nodes, Path file) {
        if (nodes == null && ranksPerNode.value() == null) {
            return algorithm.value() == null ? null : new BenchmarkRun(0, 0, algorithm.value());
        }
        if (nodes == null || ranksPerNode.value() == null) {
            String missing = nodes == null ? "--nodes" : "--ranks-per-node";
            throw MeasuredCollectivesFile.saysNodes(file)
                    ? InputException.at(
                            file.toString(),
                            "the file has the nodes and ranks of each row. --nodes and --ranks-per-node together"
                                    + " select rows of a CSV table, but " + missing + " is missing",
                            "Leave both out to read all rows")
                    : new InputException(
                            "Text output of benchmarks needs --nodes and --ranks-per-node; missing: " + missing);
        }
        Require.that(nodes >= 1, "--nodes", "1 or more", nodes);
        int most = MeasuredCollective.MOST_RANKS;
        Require.that(
                ranksPerNode.value() >= 1 && (long) nodes * ranksPerNode.value() <= most,
                "--ranks-per-node",
                "1 or more, and at most " + most + " ranks in all",
                ranksPerNode.value());
        return new BenchmarkRun(nodes, ranksPerNode.value(), algorithm.value() == null ? "" : algorithm.value());
    }
}
