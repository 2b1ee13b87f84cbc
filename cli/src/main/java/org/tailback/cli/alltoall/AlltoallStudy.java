package org.tailback.cli.alltoall;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.cli.console.Console;
import org.tailback.cli.run.PlatformChoice;
import org.tailback.cli.run.Randomness;
import org.tailback.cli.run.Replications;
import org.tailback.cli.run.TraceRun;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.ReplayResult;

/** Simulates all-to-all algorithms on one platform, row by row. */
final class AlltoallStudy {
    private final List<Platform> platformOfRun = new ArrayList<>();
    private final long seed;
    private final boolean closedForm;
    private final Console console;
    private final ClosedForms forms;
    private final List<AlltoallRow> rows = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    /**
     * @param replications how many runs per row, if anything is random
     * @param closedForm whether rows have the formulas too
     */
    AlltoallStudy(
            PlatformChoice platforms, Overrides overrides, int replications, boolean closedForm, Console console) {
        this.seed = overrides.seed();
        this.closedForm = closedForm;
        this.console = console;
        boolean random = Randomness.of(any -> platforms.onRanks(1, overrides.withSeed(any)), seed);
        for (int i = 0; i < (random ? replications : 1); i++) {
            platformOfRun.add(platforms.onRanks(1, overrides.withSeed(seed + i)));
        }
        this.forms = new ClosedForms(platformOfRun.get(0));
        if (replications > 1 && !random) {
            warnings.add("--replications " + replications
                    + " has no effect: nothing here is random, so that every run would be the same");
        }
    }

    /** Simulates one row. */
    void add(Algorithm algorithm, int ranks, long bytes) {
        ParallelProgram program = algorithm.program(ranks, bytes);
        String what = algorithm.name() + " on " + ranks + " ranks (row " + (rows.size() + 1) + ")";
        double[] times = new double[platformOfRun.size()];
        long timeouts = 0;
        for (int i = 0; i < times.length; i++) {
            ReplayResult result = TraceRun.replay(program, platformOfRun.get(i), seed + i, console, what);
            times[i] = result.makespan();
            if (i == 0) {
                timeouts = result.retransmissionTimeouts();
                warnings.addAll(result.warnings());
            }
        }
        Map<String, Double> formulas = closedForm ? forms.of(algorithm, ranks, bytes) : Map.of();
        rows.add(new AlltoallRow(algorithm.name(), ranks, bytes, Replications.of(times), timeouts, formulas));
    }

    /** The rows so far. */
    List<AlltoallRow> rows() {
        return List.copyOf(rows);
    }

    /** What the user should know, each sentence once. */
    List<String> warnings() {
        Set<String> all = new LinkedHashSet<>(warnings);
        all.addAll(forms.missing());
        return List.copyOf(all);
    }
}
