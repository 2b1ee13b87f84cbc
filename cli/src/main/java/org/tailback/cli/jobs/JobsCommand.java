package org.tailback.cli.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
     * One run.
     *
     * @param seed of its nodes, starts and traffic
     */
    record Run(@Inline JobsResult result, long seed) {}

    /**
     * Several runs.
     *
     * @param replications one with each seed
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
        List<JobPlacement> tried = placements.value().isEmpty()
                ? study.placements()
                : JobPlacement.parseAll(placements.value(), "--placement");
        if (!tried.isEmpty()) {
            Require.that(!why.value(), "--why", "left out where placements are compared; it explains one", "given");
            sweep(study, tried);
            return;
        }
        List<JobsResult> results = new ArrayList<>();
        for (int i = 0; i < replications.value(); i++) {
            long seed = common.seed() + i;
            results.add(Progress.during(console, () -> study.runsDone() + " runs done", () -> run(study, seed)));
        }
        write(study, results);
    }

    private void sweep(JobsStudy study, List<JobPlacement> tried) {
        List<JobsSweep.Case> cases = Progress.during(
                console,
                () -> study.runsDone() + " runs done",
                () -> JobsSweep.run(
                        study,
                        tried,
                        choice(study),
                        overrides(),
                        new JobsStudy.Settings(common.seed(), threads.count(), blame.value(), null, false),
                        replications.value()));
        holdsFor(
                study,
                cases.stream().flatMap(each -> each.result() == null ? Stream.empty() : Stream.of(each.result())));
        Platforms platforms = choice(study);
        PlacementsOutput result = new PlacementsOutput(cases, platforms.name());
        if (result.failures().size() == cases.size()) {
            throw new InputException(result.failures().get(0));
        }
        decides(result.verdict());
        pictures.write(() -> result.page(String.valueOf(file.value().getFileName()), facts(study)));
        output(result::text, result.data(), result::csv);
        common.warn(
                cases.stream()
                        .flatMap(each -> each.result() == null ? Stream.empty() : each.result().warnings().stream())
                        .distinct()
                        .toList(),
                console);
        console.flush();
        if (!result.failures().isEmpty()) {
            throw new UnfinishedProgramException(
                    result.failures().size() + " of " + cases.size() + " cases failed:", result.failures());
        }
    }

    private JobsResult run(JobsStudy study, long seed) {
        return study.run(
                choice(study),
                overrides(),
                new JobsStudy.Settings(seed, threads.count(), blame.value(), null, why.value()));
    }

    private Platforms choice(JobsStudy study) {
        Path path = platform.platform() == null ? study.platform() : platform.platform();
        if (path == null) {
            throw InputException.at(
                    file.value().toString(), "no platform given", "Add platform: FILE, or --platform FILE");
        }
        return PlatformAndModel.choice(path);
    }

    private Map<String, String> facts(JobsStudy study) {
        Platforms choice = choice(study);
        Map<String, String> facts = new LinkedHashMap<>(common.provenance());
        facts.put("platform", choice.name());
        facts.put("platform's validity", choice.validityInWords());
        return facts;
    }

    private Overrides overrides() {
        return others.with(platform.model(), null, common.seed());
    }

    private void holdsFor(JobsStudy study, Stream<JobsResult> results) {
        holdsFor(PlatformValidity.of(
                choice(study).name(),
                choice(study).validity(overrides()),
                results.flatMap(result -> result.outside().stream()).distinct().toList()));
    }

    private void write(JobsStudy study, List<JobsResult> results) {
        holdsFor(study, results.stream());
        JobsResult first = results.get(0);
        List<Run> runs =
                results.stream().map(result -> new Run(result, result.seed())).toList();
        List<Row> rows = results.stream()
                .flatMap(result -> result.jobs().stream().map(job -> new Row(result.seed(), job)))
                .toList();
        Platforms platforms = choice(study);
        String said = JobsText.verdict(first, platforms.name());
        decides(Verdict.of(said));
        pictures.write(() -> JobsText.page(String.valueOf(file.value().getFileName()), said, first, facts(study)));
        output(
                out -> JobsText.write(results, out),
                runs.size() == 1 ? runs.get(0) : new Replications(runs),
                out -> new TableColumns<Row>()
                        .add("seed", Row::seed)
                        .addAll(TableColumns.of(Job.class).without("messages"), Row::job)
                        .add("outside", row -> String.join("; ", row.job().outside()))
                        .csv(out, rows));
        common.warn(
                results.stream()
                        .flatMap(result -> result.warnings().stream())
                        .distinct()
                        .toList(),
                console);
        console.flush();
    }
}
