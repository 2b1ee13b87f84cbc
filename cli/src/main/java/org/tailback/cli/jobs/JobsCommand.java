package org.tailback.cli.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.OverrideOptions;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.study.jobs.JobsResult;
import org.tailback.study.jobs.JobsStudy;
import org.tailback.study.jobs.JobsStudy.Dividing;
import picocli.CommandLine;
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
            "subsets of up to 6 jobs (Shapley value), of single jobs, pairs and all but one beyond."
        })
public final class JobsCommand extends Command {
    @Parameters(index = "0", paramLabel = "FILE", description = "jobs file (YAML)")
    private Path file;

    @Option(
            names = "--platform",
            paramLabel = "FILE|NAME",
            description = "platform file or name, instead of the jobs file's")
    private @Nullable Path platform;

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "bandwidth sharing, instead of the platform's")
    private @Nullable String model;

    @Mixin
    private final OverrideOptions others = new OverrideOptions();

    @Option(
            names = "--blame",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "divide losses among the jobs: auto (up to 12 jobs), always or never (default: auto)")
    private String blame = "auto";

    @Option(
            names = "--replications",
            paramLabel = "N",
            description = "run with N seeds: other random nodes, starts and traffic (default: 1)")
    private @Nullable Integer replications;

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Override
    public void run() {
        pictures.check();
        Dividing dividing = dividing();
        int count = replications == null ? 1 : replications;
        if (count < 1) {
            throw InputException.at("--replications", "at least 1 is needed, found " + count, "");
        }
        JobsStudy study = JobsStudy.read(file);
        List<JobsResult> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long seed = common.seed() + i;
            results.add(
                    Progress.during(console, () -> study.runsDone() + " runs done", () -> run(study, seed, dividing)));
        }
        write(results);
    }

    private JobsResult run(JobsStudy study, long seed, Dividing dividing) {
        Path path = platform == null ? study.platform() : platform;
        if (path == null) {
            throw InputException.at(file.toString(), "names no platform", "Add platform: FILE, or --platform FILE");
        }
        PlatformChoice choice = PlatformChoice.of(path, Registry.load());
        Overrides overrides = others.with(model, null, seed);
        Platform chosen = choice.onRanks(1, overrides);
        return study.run(
                chosen, choice.traceOptions(overrides), new JobsStudy.Settings(seed, threads.count(), dividing));
    }

    private Dividing dividing() {
        return switch (blame) {
            case "auto" -> Dividing.AUTO;
            case "always" -> Dividing.ALWAYS;
            case "never" -> Dividing.NEVER;
            default -> throw InputException.at("--blame", "expected auto, always or never, found '" + blame + "'", "");
        };
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
