package org.tailback.cli.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Converters;
import org.tailback.cli.option.OverrideOptions;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformAndModel;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.Require;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.study.jobs.JobsResult;
import org.tailback.study.jobs.JobsStudy;
import org.tailback.study.jobs.JobsStudy.Dividing;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs several programs and background traffic in one network. */
@CommandLine.Command(
        name = "jobs",
        description = "Runs the jobs and the background traffic of a jobs file in one network.",
        footer = {
            "",
            "Each job is also run alone on the same nodes. What it loses is divided among the others: by runs of all",
            "subsets of up to " + JobsStudy.MOST_EXACT + " jobs (Shapley value), of single jobs, pairs and all but one"
                    + " beyond.",
            "--platform replaces the platform of the jobs file."
        })
public final class JobsCommand extends Command {
    /** Names as users write them. */
    static final class ToDividing implements ITypeConverter<Dividing> {
        @Override
        public Dividing convert(String name) {
            return Converters.named(Dividing.class, name);
        }
    }

    @Parameters(index = "0", paramLabel = "FILE", description = "jobs file (YAML)")
    private Path file;

    @Mixin
    private final PlatformAndModel platform = new PlatformAndModel();

    @Mixin
    private final OverrideOptions others = new OverrideOptions();

    @Option(
            names = "--blame",
            paramLabel = "auto|always|never",
            converter = ToDividing.class,
            description = "divide losses among the jobs; auto (the default): up to " + JobsStudy.MOST_BLAMED + " jobs")
    private Dividing blame = Dividing.AUTO;

    @Option(
            names = "--replications",
            paramLabel = "N",
            description = "run with N seeds: other random nodes, starts and traffic (default: ${DEFAULT-VALUE})")
    private int replications = 1;

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Override
    public void run() {
        pictures.check();
        Require.that(replications >= 1, "--replications", "1 or more", replications);
        JobsStudy study = JobsStudy.read(file);
        List<JobsResult> results = new ArrayList<>();
        for (int i = 0; i < replications; i++) {
            long seed = common.seed() + i;
            results.add(Progress.during(console, () -> study.runsDone() + " runs done", () -> run(study, seed)));
        }
        write(results);
    }

    private JobsResult run(JobsStudy study, long seed) {
        Path path = platform.platform() == null ? study.platform() : platform.platform();
        if (path == null) {
            throw InputException.at(file.toString(), "names no platform", "Add platform: FILE, or --platform FILE");
        }
        PlatformChoice choice = PlatformChoice.of(path, Registry.load());
        Overrides overrides = others.with(platform.model(), null, seed);
        Platform chosen = choice.onRanks(1, overrides);
        return study.run(chosen, choice.traceOptions(overrides), new JobsStudy.Settings(seed, threads.count(), blame));
    }

    private void write(List<JobsResult> results) {
        JobsResult first = results.get(0);
        pictures.write(() -> JobsReport.content(String.valueOf(file.getFileName()), first, common));
        output(
                out -> JobsText.write(results, out),
                json -> JobsOutput.json(json, results),
                out -> JobsOutput.csv(results, out));
        common.warn(
                results.stream()
                        .flatMap(result -> result.warnings().stream())
                        .distinct()
                        .toList(),
                console);
        console.flush();
    }
}
