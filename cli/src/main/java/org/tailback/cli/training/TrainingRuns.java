package org.tailback.cli.training;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.GpuPlatforms;
import org.tailback.simulation.Platforms;
import org.tailback.study.training.GroupTimes;
import org.tailback.study.training.MeasuredSteps;
import org.tailback.study.training.TrainingEvaluation.Prepared;
import org.tailback.study.training.TrainingMemory;
import org.tailback.study.training.TrainingStep;

/**
 * Measured training steps on their platforms, for {@code fit training} and {@code evaluate training}.
 *
 * @param runs measured steps in the order of the file
 * @param warnings assumptions, and steps that do not fit into memory
 * @param validity domain of the platforms' numbers, by platform
 */
public record TrainingRuns(List<Prepared> runs, Set<String> warnings, List<PlatformValidity> validity) {
    private record Machine(Platforms choice, GroupTimes groups) {}

    /**
     * Reads a file and times its communication; steps for which the formula may differ from a replay are replayed.
     *
     * @param platform for rows without a platform
     * @param gpu file with a GPU that replaces the GPUs of the rows, or null
     * @throws InputException if a row cannot be used
     */
    public static TrainingRuns read(
            Path file, @Nullable Path platform, @Nullable Path gpu, CollectiveSelector selector) {
        MeasuredSteps measured = MeasuredSteps.read(file);
        Map<String, Machine> machines = new HashMap<>();
        List<Prepared> runs = new ArrayList<>();
        Set<String> warnings = new LinkedHashSet<>(measured.warnings());
        List<PlatformValidity> validity = new ArrayList<>();
        int beyond = 0;
        for (MeasuredSteps.Row row : measured.rows()) {
            String place = file + ", row " + row.number();
            String name = row.platform() != null ? row.platform() : platform == null ? "" : platform.toString();
            if (name.isEmpty()) {
                throw InputException.at(
                        place,
                        "no platform",
                        "Give --platform, or the column 'platform': " + String.join(", ", GpuPlatforms.names()));
            }
            Machine machine = machines.computeIfAbsent(name, key -> machine(key, selector));
            TrainingStep step = TrainingStep.of(row.settings(), machine.choice.gpu(), gpu);
            Platform of = machine.choice.forJob(step.parallelism().ranks(), Overrides.NONE);
            runs.add(Prepared.of(
                    row,
                    step,
                    machine.groups,
                    machine.choice.cluster(Overrides.NONE).gpusPerMachine(),
                    of,
                    place));
            validity.add(PlatformValidity.of(machine.choice.name(), of.validity(), step.outside(of)));
            if (!step.gpu().origin().isEmpty()) {
                warnings.add(step.gpu().origin());
            }
            beyond += TrainingMemory.of(step).fits(step.gpu()) ? 0 : 1;
        }
        if (beyond > 0) {
            warnings.add(beyond + " of " + runs.size() + (beyond == 1 ? " rows needs" : " rows need")
                    + " more memory than the GPU has, with the given 'recompute' and 'sharding', but "
                    + (beyond == 1 ? "is" : "are") + " predicted.");
        }
        List<Prepared> all =
                runs.parallelStream().map(run -> run.replayed(selector)).toList();
        long uncertain = all.stream().filter(Prepared::isUncertain).count();
        if (uncertain > 0) {
            warnings.add(uncertain + (uncertain == 1 ? " row is" : " rows are") + " predicted by the formula, which may"
                    + " differ from a replay by more than 1 %: a replay would need all GPUs, more than 1,024.");
        }
        List<PlatformValidity> each = PlatformValidity.byPlatform(validity);
        each.forEach(its -> warnings.addAll(its.outside()));
        return new TrainingRuns(all, warnings, each);
    }

    private static Machine machine(String name, CollectiveSelector selector) {
        Platforms choice = Platforms.named(name);
        GpuPlatforms.require(choice.whole(), "training steps");
        return new Machine(choice, new GroupTimes(ranks -> choice.forJob(ranks, Overrides.NONE), selector));
    }
}
