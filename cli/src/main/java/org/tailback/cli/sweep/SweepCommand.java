package org.tailback.cli.sweep;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Interruption;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.study.sweep.Sweep;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;

/** Command that performs the replays of a study file. */
public final class SweepCommand extends Command {
    private static final int FAILURES_SHOWN = 20;
    private static final Pattern SHARD = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

    private final Given<Path> file = argument(Path.class, null, "0", "", "FILE");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    private final Given<Boolean> resume = flag("--resume");

    private final Given<@Nullable String> shard = text("--shard", "I/N");

    private final ThreadsOption threads = with(new ThreadsOption());

    private final Given<String> engine = option(String.class, SweepEngine.LOCAL.name(), "--engine", "NAME");

    private final Given<@Nullable String> sparkMaster = text("--spark-master", "URL");

    private final PictureOptions pictures = with(new PictureOptions());

    @Override
    public void run() {
        pictures.check();
        SweepPlan plan = SweepPlan.read(file.value());
        Sweep sweep = sweep(plan);
        Interruption.during(sweep::stop, () -> perform(plan, sweep));
    }

    private void perform(SweepPlan plan, Sweep sweep) {
        Sweep.Summary summary = Progress.during(console, Progress.of(sweep::done, sweep::asked, "runs"), sweep::run);
        if (!summary.complete()) {
            console.warning("stopped after " + summary.done() + " of " + sweep.asked() + " runs"
                    + (output.value() == null ? "" : "; continue with --resume"));
        }
        holdFor(plan.holdings().stream()
                .map(each -> PlatformValidity.of(each.platform(), each.validity(), each.outside()))
                .toList());
        pictures.write(() -> {
            SweepOutput.leftOut(summary).forEach(console::warning);
            return SweepOutput.page(String.valueOf(file.value().getFileName()), plan, summary, common);
        });
        output(
                out -> SweepOutput.text(summary, output.value(), out),
                SweepOutput.data(summary, output.value(), plan, outside()),
                out -> SweepOutput.csv(summary, output.value(), out));
        common.warn(summary.warnings(), console);
        common.warn(outside(), console);
        console.flush();
        List<String> lines = summary.failed().stream()
                .map(row -> "run " + row.run() + ": " + row.field("problem"))
                .toList();
        if (!lines.isEmpty()) {
            String headline = lines.size() + " of " + summary.rows().size() + " runs failed:";
            if (lines.size() == summary.rows().size()) {
                throw new UnfinishedProgramException(headline, lines);
            }
            console.warning(headline
                    + lines.stream()
                            .limit(FAILURES_SHOWN)
                            .map(line -> "\n  " + line)
                            .collect(Collectors.joining())
                    + (lines.size() > FAILURES_SHOWN ? "\n  … and " + (lines.size() - FAILURES_SHOWN) + " more" : ""));
        }
    }

    private Sweep sweep(SweepPlan plan) {
        if (resume.value() && output.value() == null) {
            throw new InputException("--resume continues a file of results: add --output FILE");
        }
        if (sparkMaster.value() != null && engine.value().equals(SweepEngine.LOCAL.name())) {
            throw new InputException("--spark-master needs --engine spark");
        }
        Sweep sweep = new Sweep(plan)
                .output(output.value())
                .resume(resume.value())
                .threads(threads.chosen().orElse(0))
                .engine(SweepEngine.named(engine.value()), sparkMaster.value());
        if (shard.value() != null) {
            Matcher matcher = SHARD.matcher(shard.value());
            int i = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
            int n = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
            if (i < 1 || i > n) {
                throw InputException.at(
                        "--shard", "expected I/N with I from 1 to N, found '" + shard.value() + "'", "");
            }
            sweep.shard(i, n);
        }
        return sweep;
    }
}
