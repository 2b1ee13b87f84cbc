package org.tailback.cli.sweep;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Interruption;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.study.sweep.Sweep;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Performs the replays that a study file describes. */
@CommandLine.Command(
        name = "sweep",
        description = "Replays traces or generated programs with all combinations of what a study file lists.",
        footer = {
            "",
            "Rows are appended to --output as runs end; when all are done they are sorted by their run number,",
            "so that the file is the same whatever threads, shards, engines or interruptions. --resume continues",
            "after a kill. Shards are put together with: cat shard*.csv > all.csv, and --output all.csv --resume."
        })
public final class SweepCommand extends Command {
    private static final Pattern SHARD = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

    @Parameters(index = "0", paramLabel = "FILE", description = "study file (YAML)")
    private Path file;

    @Option(names = "--output", paramLabel = "FILE", description = "results as CSV, appended row by row")
    private @Nullable Path output;

    @Option(names = "--resume", description = "continue --output: runs that are there are not performed again")
    private boolean resume;

    @Option(names = "--shard", paramLabel = "I/N", description = "only every N-th run, from the I-th")
    private @Nullable String shard;

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description = "local, or spark where it is on the class path (default: local)")
    private String engine = SweepEngine.LOCAL.name();

    @Option(
            names = "--spark-master",
            paramLabel = "URL",
            description = "Spark's master, such as spark://host:7077"
                    + " (default: what spark.master says, else this machine)")
    private @Nullable String sparkMaster;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Override
    public void run() {
        pictures.check();
        SweepPlan plan = SweepPlan.read(file);
        Sweep sweep = sweep(plan);
        Interruption.during(sweep::stop, () -> perform(plan, sweep));
    }

    private void perform(SweepPlan plan, Sweep sweep) {
        Sweep.Summary summary =
                Progress.during(console, () -> sweep.done() + " of " + sweep.asked() + " runs", sweep::run);
        if (!summary.complete()) {
            console.warning("stopped after " + summary.done() + " of " + sweep.asked() + " runs"
                    + (output == null ? "" : "; continue with --resume"));
        }
        holdFor(plan.uses().stream()
                .map(each -> PlatformValidity.of(each.platform(), each.validity(), each.use()))
                .toList());
        pictures.write(() -> {
            SweepOutput.leftOut(summary).forEach(console::warning);
            return SweepOutput.page(String.valueOf(file.getFileName()), plan, summary, common);
        });
        output(
                out -> SweepOutput.text(summary, output, out),
                SweepOutput.data(summary, output, plan, outside()),
                out -> SweepOutput.csv(summary, output, out));
        common.warn(summary.warnings(), console);
        common.warn(outside(), console);
        console.flush();
        if (!summary.failed().isEmpty()) {
            List<String> lines = summary.failed().stream()
                    .map(row -> "run " + row.run() + ": " + row.field("problem"))
                    .toList();
            throw new UnfinishedProgramException(
                    summary.failed().size() + " of " + summary.rows().size() + " runs failed:", lines);
        }
    }

    private Sweep sweep(SweepPlan plan) {
        if (resume && output == null) {
            throw new InputException("--resume continues a file of results: add --output FILE");
        }
        if (sparkMaster != null && engine.equals(SweepEngine.LOCAL.name())) {
            throw new InputException("--spark-master is for --engine spark");
        }
        Sweep sweep = new Sweep(plan)
                .output(output)
                .resume(resume)
                .threads(threads.chosen().orElse(0))
                .engine(SweepEngine.named(engine), sparkMaster);
        if (shard != null) {
            Matcher matcher = SHARD.matcher(shard);
            int i = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
            int n = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
            if (i < 1 || i > n) {
                throw InputException.at("--shard", "expected I/N with I from 1 to N, found '" + shard + "'", "");
            }
            sweep.shard(i, n);
        }
        return sweep;
    }
}
