package org.tailback.cli.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.OverrideOptions;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformOptions.PlatformAndModel;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.Words;
import org.tailback.cli.verdict.Verdict;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.output.Inline;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.Platforms;
import org.tailback.study.jobs.JobPlacement;
import org.tailback.study.jobs.JobsResult;
import org.tailback.study.jobs.JobsResult.Job;
import org.tailback.study.jobs.JobsStudy;
import org.tailback.study.jobs.JobsStudy.Dividing;
import org.tailback.study.jobs.JobsSweep;

/** Command that runs several programs and background traffic in one network. */
public final class JobsCommand extends Command {
    /**
     * Run of the jobs with one seed.
     *
     * @param seed seed of nodes, starts and traffic
     */
    record Run(@Inline JobsResult result, long seed) {}

    /**
     * Runs of the jobs with several seeds.
     *
     * @param replications one run per seed
     */
    record Replications(List<Run> replications) {}

    private record Row(long seed, Job job) {}

    private final Given<Path> file = argument(Path.class, null, "0", "", "FILE");

    private final PlatformAndModel platform = with(new PlatformAndModel());
    private final OverrideOptions others = with(new OverrideOptions());

    private final Given<Dividing> blame = choice(Dividing.class, Dividing.AUTO, "--blame", "auto|always|never");

    private final Given<Boolean> why = flag("--why");

    private final Given<Integer> replications = option(Integer.class, 1, "--replications", "N");

    private final Given<List<String>> placements = list(String.class, ",", new ArrayList<>(), "--placement", "P");

    private final ThreadsOption threads = with(new ThreadsOption());
    private final PictureOptions pictures = with(new PictureOptions());

    @Override
    public void run() {
        pictures.check();
        Require.that(replications.value() >= 1, "--replications", "1 or more", replications.value());
        JobsStudy study = JobsStudy.read(file.value());
        Path path = platform.platform() == null ? study.platform() : platform.platform();
        if (path == null) {
            throw InputException.at(
                    file.value().toString(), "no platform given", "Add platform: FILE, or --platform FILE");
        }
        Platforms platforms = PlatformAndModel.choice(path);
        Overrides overrides = others.with(platform.model(), null, common.seed());
        JobsStudy.Settings settings =
                new JobsStudy.Settings(common.seed(), threads.count(), blame.value(), null, why.value());
        List<JobPlacement> tried = placements.value().isEmpty()
                ? study.placements()
                : JobPlacement.parseAll(placements.value(), "--placement");
        if (!tried.isEmpty()) {
            Require.that(!why.value(), "--why", "no placements to compare", Words.count(tried.size(), "placement"));
            List<JobsSweep.Case> cases = during(
                    study, () -> JobsSweep.run(study, tried, platforms, overrides, settings, replications.value()));
            writeSweep(cases, platforms, overrides);
            return;
        }
        List<JobsResult> results = LongStream.range(0, replications.value())
                .mapToObj(i ->
                        during(study, () -> study.run(platforms, overrides, settings.withSeed(common.seed() + i))))
                .toList();
        write(results, platforms, overrides);
    }

    private <T> T during(JobsStudy study, Supplier<T> work) {
        return Progress.during(console, () -> study.runsDone() + " runs done", work);
    }

    private void writeSweep(List<JobsSweep.Case> cases, Platforms platforms, Overrides overrides) {
        List<JobsResult> results = cases.stream()
                .map(JobsSweep.Case::result)
                .filter(Objects::nonNull)
                .toList();
        holdsFor(platforms, overrides, results);
        PlacementsOutput result = new PlacementsOutput(cases, platforms.name());
        if (results.isEmpty()) {
            throw new InputException(result.failures().get(0));
        }
        decides(result.verdict());
        pictures.write(() -> result.page(String.valueOf(file.value().getFileName()), facts(platforms)));
        output(result::text, result.data(), result::csv);
        warn(results);
        if (!result.failures().isEmpty()) {
            throw new UnfinishedProgramException(
                    result.failures().size() + " of " + cases.size() + " cases failed:", result.failures());
        }
    }

    private void write(List<JobsResult> results, Platforms platforms, Overrides overrides) {
        holdsFor(platforms, overrides, results);
        JobsResult first = results.get(0);
        List<Run> runs =
                results.stream().map(result -> new Run(result, result.seed())).toList();
        List<Row> rows = results.stream()
                .flatMap(result -> result.jobs().stream().map(job -> new Row(result.seed(), job)))
                .toList();
        String verdict = JobsText.verdict(first, platforms.name());
        decides(Verdict.of(verdict));
        pictures.write(
                () -> JobsText.page(String.valueOf(file.value().getFileName()), verdict, first, facts(platforms)));
        output(
                out -> JobsText.write(results, out),
                runs.size() == 1 ? runs.get(0) : new Replications(runs),
                out -> new TableColumns<Row>()
                        .add("seed", Row::seed)
                        .addAll(TableColumns.of(Job.class).without("messages"), Row::job)
                        .add("outside", row -> String.join("; ", row.job().outside()))
                        .csv(out, rows));
        warn(results);
    }

    private Map<String, String> facts(Platforms platforms) {
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("platform", platforms.name());
        facts.put("platform's validity", platforms.validityInWords());
        return facts;
    }

    private void holdsFor(Platforms platforms, Overrides overrides, List<JobsResult> results) {
        holdsFor(PlatformValidity.of(
                platforms.name(),
                platforms.validity(overrides),
                results.stream()
                        .flatMap(result -> result.outside().stream())
                        .distinct()
                        .toList()));
    }

    private void warn(List<JobsResult> results) {
        common.warn(
                results.stream()
                        .flatMap(result -> result.warnings().stream())
                        .distinct()
                        .toList(),
                console);
        console.flush();
    }
}
