package org.tailback.cli.fit;

import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.collective.BenchmarkRun;
import org.tailback.fit.collective.MeasuredCollective;
import picocli.CommandLine.Option;

/** What the text output of collective benchmarks does not say. */
public final class BenchmarkOptions {
    @Option(names = "--ranks-per-node", paramLabel = "P", description = "text output of benchmarks: ranks on each node")
    private @Nullable Integer ranksPerNode;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "text output of benchmarks: the algorithm, as 'tailback models' names it, or the library that"
                    + " chose it: mpich, openmpi")
    private @Nullable String algorithm;

    @Nullable
    Integer ranksPerNode() {
        return ranksPerNode;
    }

    /** Returns the run that the options and {@code --nodes} describe; null if none is given. */
    public @Nullable BenchmarkRun run(@Nullable Integer nodes) {
        if (nodes == null && ranksPerNode == null) {
            return algorithm == null ? null : new BenchmarkRun(0, 0, algorithm);
        }
        if (nodes == null || ranksPerNode == null) {
            throw new InputException("Text output of benchmarks needs --nodes and --ranks-per-node; missing: "
                    + (nodes == null ? "--nodes" : "--ranks-per-node"));
        }
        Require.that(nodes >= 1, "--nodes", "1 or more", nodes);
        int most = MeasuredCollective.MOST_RANKS;
        Require.that(
                ranksPerNode >= 1 && (long) nodes * ranksPerNode <= most,
                "--ranks-per-node",
                "1 or more, and at most " + most + " ranks in all",
                ranksPerNode);
        return new BenchmarkRun(nodes, ranksPerNode, algorithm == null ? "" : algorithm);
    }
}
