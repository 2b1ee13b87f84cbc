package org.tailback.cli.training;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.NodeOptions;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import org.tailback.study.training.TrainingProgram;
import org.tailback.study.training.TrainingStep;
import org.tailback.study.training.TrainingTimes;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays training steps and divides the time of their GPUs. */
@CommandLine.Command(
        name = "training",
        description = {
            "Predicts the time of training steps, and what their GPUs wait for.",
            "Communication counts where computation does not hide it, by kind of parallelism."
        },
        footer = {"", "FILE says what the model is and how GPUs divide it. Best first if there are several divisions."})
public final class TrainingCommand extends Command {
    /** A division of the work, and its times. */
    record Row(Path file, TrainingTimes times) {}

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "descriptions of training steps (YAML)")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--parallelism",
            paramLabel = "KIND=N,...",
            description = "instead of that of the files, such as data=16,tensor=8,pipeline=8; several")
    private List<String> divisions = new ArrayList<>();

    @Mixin
    private final CollectivesOption collectives = new CollectivesOption();

    @Mixin
    private final PlatformOptions platformOptions = new PlatformOptions();

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Override
    public void run() {
        PlatformChoice platforms = PlatformChoice.of(platformOptions.platform(), Registry.load());
        Overrides chosen = platformOptions.overrides(common.seed());
        Overrides overrides = chosen.withPlacement(nodes.rule(chosen.placement()));
        Set<String> warnings = new LinkedHashSet<>(platforms.warnings());
        List<Row> rows = new ArrayList<>();
        List<PlatformValidity> runs = new ArrayList<>();
        for (Path file : files) {
            for (@Nullable String division : PlatformChoice.orOwn(divisions)) {
                TrainingStep step = division == null ? TrainingStep.read(file) : TrainingStep.read(file, division);
                Platform platform = platforms.forRun(step.parallelism().ranks(), overrides);
                warnings.addAll(new TrainingProgram(step).approximations());
                TrainingTimes times = Progress.during(
                        console,
                        () -> "replaying " + TrainingOutput.text(step.parallelism()),
                        () -> TrainingTimes.of(step, collectives.selector(), platform, common.seed()));
                warnings.addAll(times.warnings());
                runs.add(platforms.validity(platform, step.parallelism().ranks()));
                rows.add(new Row(file, times));
            }
        }
        rows.sort(
                (a, b) -> Double.compare(b.times().tokensPerSecond(), a.times().tokensPerSecond()));
        holdsFor(PlatformValidity.byPlatform(runs).get(0));
        output(
                out -> TrainingOutput.text(rows, platforms.name(), out),
                json -> TrainingOutput.json(rows, List.copyOf(warnings), json),
                out -> TrainingOutput.csv(rows, out));
        common.warn(warnings, console);
    }
}
