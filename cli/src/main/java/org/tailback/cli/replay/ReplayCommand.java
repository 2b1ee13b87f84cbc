package org.tailback.cli.replay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.JitterOptions;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.option.TraceArguments;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.replay.DerivativeOptions.DerivativeReport;
import org.tailback.cli.replay.WhyOptions.WhyReport;
import org.tailback.cli.verdict.Setting;
import org.tailback.cli.verdict.Verdict;
import org.tailback.error.InputException;
import org.tailback.explain.CriticalChain;
import org.tailback.model.loggops.LogGops;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.platformfile.Overrides;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.replication.Replications;
import org.tailback.replication.Sample;
import org.tailback.report.Page;
import org.tailback.report.ReplayPage;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Simulation;
import org.tailback.simulation.Workload;
import org.tailback.simulation.WorkloadCache;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.study.whatif.NamedChange;
import org.tailback.timeline.TimelineCut;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;
import org.tailback.trace.measured.MeasuredComparison;
import org.tailback.trace.measured.MeasuredRun;

/** Command that replays a trace on a platform and reports the finish time of every rank. */
public final class ReplayCommand extends Command {
    /** Largest number of messages of a replay that is repeated for comparison without an option. */
    static final long COMPARISON_MESSAGES = 200_000;

    private final TraceArguments trace = with(new TraceArguments());
    private final CollectivesOption collectives = with(new CollectivesOption());
    private final PlatformOptions platformOptions = with(new PlatformOptions());
    private final JitterOptions jitter = with(new JitterOptions());
    private final ThreadsOption threads = with(new ThreadsOption());
    private final Given<@Nullable Path> page = path("--report", "FILE.html");

    private final Given<@Nullable Boolean> compareUncontended = negatable("--compare-uncontended");

    private final Given<@Nullable Boolean> sensitivity = negatable("--sensitivity");

    private final Given<Boolean> allRanks = flag("--all-ranks");

    private final WhyOptions why = with(new WhyOptions());
    private final DerivativeOptions derivatives = with(new DerivativeOptions());
    private final LinkOptions links = with(new LinkOptions());
    private final TimelineOptions timeline = with(new TimelineOptions());
    private final MeasuredOptions measured = with(new MeasuredOptions());

    @Override
    public void run() {
        Replications plan = jitter.plan();
        threads.check();
        Page.checkName(page.value());
        why.check();
        TimelineCut cut = timeline.cut();
        measured.check();
        derivatives.check();
        if (derivatives.areAsked() && !why.changes().isEmpty()) {
            throw InputException.at(
                    "--change",
                    "derivatives exist only for the numbers of the unchanged platform file",
                    "Leave out --derivatives and --tolerance, or write the change into the platform file");
        }
        Overrides overrides = platformOptions.overrides(common.seed());
        ReplayReport report = !platformOptions.isGiven()
                        && ExactLogGops.isAskedFor(overrides)
                        && Traces.formatOf(trace.path(), trace.format()) instanceof ScheduleReader schedules
                ? exactReport(schedules, overrides)
                : trace.replaying(() -> report(overrides, cut, plan));
        decides(Verdict.of(ReplayText.verdict(report)));
        output(out -> ReplayText.write(report, out), report, out -> csv(report, out));
        common.warn(report.warnings(), console);
    }

    private static void csv(ReplayReport report, PrintWriter out) {
        TableColumns<RankResult> columns = TableColumns.of(RankResult.class);
        MeasuredRun times = report instanceof ReplayReport.OnPlatform run ? run.measured() : null;
        if (times != null) {
            columns.add("recorded", rank -> times.ranks().get(rank.rank()).recorded())
                    .add("leftOut", rank -> times.ranks().get(rank.rank()).leftOut())
                    .add("relativeError", rank -> times.ranks().get(rank.rank()).relativeError());
        }
        columns.csv(out, report.result().ranks());
    }

    private ReplayReport.Origin origin(String format, @Nullable String platformName, @Nullable String placement) {
        return new ReplayReport.Origin(
                CommonOptions.programVersion(),
                common.commandLine(),
                trace.path().toString(),
                format,
                platformName,
                placement);
    }

    private ReplayReport exactReport(ScheduleReader schedules, Overrides overrides) {
        if (measured.areAsked()) {
            throw noTimes(schedules.name());
        }
        ExactLogGops.reject(
                "--timeline",
                timeline.files().isEmpty() ? null : timeline.files().get(0));
        ExactLogGops.reject("--report", page.value());
        ExactLogGops.reject("--why, --what-if and --efficiencies", why.areAskedForAnything() ? "" : null);
        ExactLogGops.reject("--change", why.changes().isEmpty() ? null : "");
        ExactLogGops.reject("--link-loads", links.areAsked() ? "" : null);
        ExactLogGops.reject("--derivatives and --tolerance", derivatives.areAsked() ? "" : null);
        LogGops parameters = ExactLogGops.parameters(overrides);
        ReplayResult result = ExactLogGops.run(
                schedules.open(
                        trace.path(),
                        collectives.selector(),
                        trace.on(platformOptions.choice().traceOptions(overrides))),
                parameters,
                overrides.seed(),
                console);
        List<String> warnings = new ArrayList<>(result.warnings());
        if (jitter.repeats()) {
            warnings.add(jitter.nothingRandom());
        }
        if (compareUncontended.value() != null && compareUncontended.value()) {
            warnings.add("--compare-uncontended has no effect: LogGOPS has no contention in the network");
        }
        return new ReplayReport.Exact(result.withWarnings(warnings), origin(schedules.name(), null, null), parameters);
    }

    private ReplayReport report(Overrides overrides, TimelineCut cut, Replications plan) {
        Platforms platforms = platformOptions.choice();
        // traces in the cache have no recorded times
        WorkloadCache source = measured.areAsked() ? new WorkloadCache(0) : traces;
        try (Workload workload = source.open(
                trace.path(),
                trace.format(),
                collectives.selector(),
                measured.on(trace.on(platforms.traceOptions(overrides))))) {
            TraceOnPlatform run = new TraceOnPlatform(disturbed(workload), platforms, why.changes(), console);
            Platform platform = run.platform(overrides);
            links.check(platform, common.seed());
            Use use = workload.use(platform, null);
            holdsFor(PlatformValidity.of(platforms.name(), platform, use));
            try (MeasuredComparison comparison = measured.areAsked() ? comparison(workload) : null) {
                CriticalChain chain = why.chain(run, platform, common.seed());
                Simulation replay = run.on(platform, common.seed());
                ReplayResult result = simulate(run, replay, cut, comparison, chain);
                MeasuredRun compared = comparison == null ? null : comparison.result();
                measured.writeChart(compared, trace.path());
                List<String> warnings = new ArrayList<>(result.warnings());
                Sample spread = spread(run, overrides, plan, result, warnings);
                WhyReport explained = why.report(run, platform, chain, result, common.seed());
                warnings.addAll(explained == null ? List.of() : explained.notComputed());
                DerivativeReport slopes = derivatives.report(run, platform, result, overrides, threads.count());
                warnings.addAll(slopes == null ? List.of() : slopes.warnings());
                warnings.addAll(platforms.warnings());
                warnings.addAll(effects(run, platform, overrides));
                ReplayReport.OnPlatform report = new ReplayReport.OnPlatform(
                        result.withWarnings(warnings),
                        origin(
                                workload.format(),
                                platforms.name(),
                                platform.placement().name()),
                        platform,
                        setting(platforms.name(), platform, use, result),
                        allRanks.value(),
                        isWanted(compareUncontended, result) ? run.uncontended(platform, common.seed()) : null,
                        replay.recorded(),
                        isWanted(sensitivity, result) ? run.sensitivity(result, platform, common.seed()) : null,
                        compared,
                        explained,
                        why.efficiencies(run, platform, common.seed()),
                        slopes,
                        links.report(replay),
                        spread);
                if (page.value() != null) {
                    ReplayPage.write(page.value(), new PageContent(run, overrides, report).content(common));
                }
                return report;
            }
        }
    }

    private static Setting setting(String name, Platform platform, Use use, ReplayResult result) {
        return Setting.of(name, platform, use, platform.outside(use), result.shareInsideNodes(), result.interval());
    }

    /**
     * Returns whether another replay is performed: as the option requests, or by default for the text of a short
     * replay.
     */
    private boolean isWanted(Given<@Nullable Boolean> option, ReplayResult result) {
        return option.value() == null
                ? common.format() == OutputFormat.TEXT && result.traffic().messages() <= COMPARISON_MESSAGES
                : option.value();
    }

    /** Returns warnings about changes, whose error is unknown, and about options without effect. */
    private static List<String> effects(TraceOnPlatform run, Platform platform, Overrides overrides) {
        List<String> warnings = new ArrayList<>();
        if (!run.changes().isEmpty()) {
            warnings.add("The platform or program is changed, and its error with the change is unknown: "
                    + run.changes().stream().map(NamedChange::words).collect(Collectors.joining(", ")));
        }
        if (overrides.computeSpeed() != null && !run.workload().dependsOnComputeSpeed(platform)) {
            warnings.add("--compute-speed has no effect: the trace has times of computation and no operations, or"
                    + " calls kernels whose times are the platform's; a schedule keeps the compute speed of its"
                    + " conversion (tailback convert --compute-speed)");
        }
        return warnings;
    }

    private Workload disturbed(Workload workload) {
        Jitter.Scaled scaled = jitter.jitter();
        try {
            return workload.disturbedBy(scaled);
        } catch (InputException e) {
            throw e.at("--jitter");
        }
    }

    private MeasuredComparison comparison(Workload workload) {
        RecordedTimes times = workload.recordedTimes().orElseThrow(() -> noTimes(workload.format()));
        return MeasuredComparison.of(times, workload.ranks());
    }

    /** Performs one replay, observed by a timeline and a comparison with recorded times if they are requested. */
    private ReplayResult simulate(
            TraceOnPlatform run,
            Simulation replay,
            TimelineCut cut,
            @Nullable MeasuredComparison comparison,
            @Nullable CriticalChain chain) {
        if (links.areAsked()) {
            replay.measureLinks();
        }
        long begin = System.nanoTime();
        ReplayResult result = timeline.recorded(run, replay, cut, chain == null ? List.of() : chain.path(), comparison);
        console.detail("replayed " + result.traffic().messages() + " messages in "
                + (System.nanoTime() - begin) / 1_000_000 + " ms");
        return result;
    }

    private InputException noTimes(String format) {
        List<String> formats = Traces.readers().stream()
                .filter(reader -> reader.carries().contains(TraceContent.TIMES))
                .map(TraceFormat::name)
                .sorted()
                .toList();
        return new InputException("--measured: " + trace.path() + " has no recorded times; it is a trace of format "
                + format + ". These formats can have times: " + String.join(", ", formats));
    }

    private @Nullable Sample spread(
            TraceOnPlatform run, Overrides overrides, Replications plan, ReplayResult first, List<String> warnings) {
        if (!jitter.repeats()) {
            return null;
        }
        if (jitter.jitter().isNone()
                && !Replications.isRandom(seed -> run.platform(overrides.withSeed(seed)), overrides.seed())) {
            warnings.add(jitter.nothingRandom());
            return null;
        }
        AtomicInteger done = new AtomicInteger();
        return Progress.during(
                console,
                () -> done + " of up to " + plan.most() + " replays",
                () -> plan.seed(overrides.seed()).threads(threads.count()).run(seed -> {
                    double makespan =
                            seed == overrides.seed() ? first.makespan() : run.makespan(overrides.withSeed(seed));
                    done.incrementAndGet();
                    return makespan;
                }));
    }
}
