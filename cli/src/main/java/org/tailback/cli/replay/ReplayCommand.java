package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.run.ExactLogGops;
import org.tailback.cli.run.PlatformChoice;
import org.tailback.cli.run.Randomness;
import org.tailback.cli.run.TraceRun;
import org.tailback.error.InputException;
import org.tailback.model.loggops.LogGops;
import org.tailback.model.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.replay.ReplayResult;
import org.tailback.study.replication.Sample;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Traces;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays a trace on a platform and tells when every rank finishes. */
@CommandLine.Command(
        name = "replay",
        description = "Replays a trace on a platform and tells when every rank finishes.",
        footer = {
            "",
            "Without --platform every rank gets a node of a 10 Gbit/s star. What contention costs comes from",
            "a second replay without contention and losses: unless told otherwise in text output after",
            "runs of less than two seconds. --cost loggops, without platform and model, runs a GOAL schedule",
            "exactly as LogGOPSim does."
        })
public final class ReplayCommand implements Command {
    /** A second replay, for comparison, is started by itself only after a first one shorter than this. */
    private static final long COMPARISON_NANOS = 2_000_000_000L;

    private static final String NOTHING_RANDOM =
            "--replications %d has no effect: nothing here is random, so that every run would be the same";

    private final CommonOptions common;
    private final Console console;

    @Parameters(index = "0", paramLabel = "TRACE", description = "a file or folder; its format is recognised")
    private Path trace;

    @Mixin
    private final PlatformOptions platformOptions = new PlatformOptions();

    @Option(
            names = "--collectives",
            paramLabel = "SELECTOR",
            defaultValue = "basic",
            description = "algorithms of collective operations: basic, openmpi, mpich or fixed:kind=algorithm,…")
    private String collectives = "basic";

    @Option(names = "--input-format", paramLabel = "NAME", description = "the trace's format (see: tailback formats)")
    private @Nullable String inputFormat;

    @Option(
            names = "--replications",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "runs with seeds SEED, SEED+1, … when a model draws random numbers: mean and 95 %% confidence interval")
    private int replications = 1;

    @Option(
            names = "--compare-uncontended",
            negatable = true,
            description = "replay once more without contention and losses, to tell what they cost")
    private @Nullable Boolean compareUncontended;

    /** A command that has not read its options. */
    public ReplayCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    @Override
    public void run() {
        if (replications < 1) {
            throw new InputException("--replications: at least 1 is needed, found " + replications);
        }
        Overrides overrides = platformOptions.overrides(common.seed());
        ReplayReport report = ExactLogGops.isAskedFor(platformOptions.platform(), overrides)
                        && Traces.formatOf(trace, inputFormat) instanceof ScheduleReader schedules
                ? exactReport(schedules, overrides)
                : report(overrides);
        switch (common.format()) {
            case TEXT -> ReplayText.write(report, console.results());
            case JSON -> ReplayJson.write(report, console.results());
            case CSV -> ReplayCsv.write(report, console.results());
        }
    }

    private ReplayReport exactReport(ScheduleReader schedules, Overrides overrides) {
        LogGops parameters = ExactLogGops.parameters(overrides);
        ReplayResult result = ExactLogGops.run(schedules.open(trace), parameters, overrides.seed(), console);
        List<String> warnings = new ArrayList<>(result.warnings());
        if (replications > 1) {
            warnings.add(NOTHING_RANDOM.formatted(replications));
        }
        if (compareUncontended != null && compareUncontended) {
            warnings.add("--compare-uncontended has no effect: LogGOPS has no contention in the network");
        }
        return new ReplayReport(
                trace.toString(), schedules.name(), null, null, parameters, result, null, Double.NaN, warnings);
    }

    private ReplayReport report(Overrides overrides) {
        PlatformChoice platforms = PlatformChoice.of(platformOptions.platform(), Registry.load());
        ReplayReport report;
        try (TraceRun run = TraceRun.open(trace, inputFormat, collectives, platforms, overrides, console)) {
            report = report(run, platforms, overrides);
        }
        for (String warning : platforms.warnings()) {
            console.warning(warning);
        }
        return report;
    }

    private ReplayReport report(TraceRun run, PlatformChoice platforms, Overrides overrides) {
        Platform platform = run.platform(overrides);
        long begin = System.nanoTime();
        ReplayResult result = run.replay(platform, overrides.seed());
        long nanos = System.nanoTime() - begin;
        console.detail("replayed " + result.messages() + " messages in " + nanos / 1_000_000 + " ms");

        List<String> warnings = new ArrayList<>(result.warnings());
        Sample spread = spread(run, overrides, result, warnings);
        boolean compare = compareUncontended != null
                ? compareUncontended
                : common.format() == OutputFormat.TEXT && nanos < COMPARISON_NANOS;
        double uncontended = compare ? uncontended(run, overrides) : Double.NaN;
        warnings.addAll(platforms.warnings());
        return new ReplayReport(
                trace.toString(),
                run.format(),
                platforms.name(),
                platform,
                null,
                result,
                spread,
                uncontended,
                warnings);
    }

    private @Nullable Sample spread(TraceRun run, Overrides overrides, ReplayResult first, List<String> warnings) {
        if (replications == 1) {
            return null;
        }
        if (!Randomness.of(seed -> run.platform(overrides.withSeed(seed)), overrides.seed())) {
            warnings.add(NOTHING_RANDOM.formatted(replications));
            return null;
        }
        double[] makespans = new double[replications];
        makespans[0] = first.makespan();
        for (int i = 1; i < replications; i++) {
            makespans[i] = run.replay(overrides.withSeed(overrides.seed() + i)).makespan();
        }
        return Sample.of(makespans);
    }

    private static double uncontended(TraceRun run, Overrides overrides) {
        return run.replay(overrides.withModel(Uncontended.NAME).withLoss(NoLoss.NAME))
                .makespan();
    }
}
