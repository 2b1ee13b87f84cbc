package org.tailback.study.training;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/**
 * The best divisions of a model among a number of GPUs: all that divide heads, layers and batch are estimated by {@link
 * StepEstimate}; those that fit into memory are ranked.
 */
public final class TrainingSearch {
    /** Largest number of divisions in the result. */
    public static final int BEST = 10;

    private static final int MOST_MICRO_BATCH = 16;
    private static final int MOST_CONTEXT = 16;

    /**
     * A division and its estimate.
     *
     * @param step its description
     * @param estimate its time and memory
     */
    public record Candidate(TrainingStep step, StepEstimate estimate) {}

    /**
     * The result.
     *
     * @param candidates how many divisions there are
     * @param fitting how many of them fit into memory
     * @param best of those, the fastest first; if none fits, those that need least memory
     */
    public record Result(int candidates, int fitting, List<Candidate> best) {}

    private TrainingSearch() {}

    /**
     * Searches the best divisions.
     *
     * @param settings a training file, whose division and micro-batch are ignored
     * @param machineGpu name of the machine's GPUs, for a file that names none
     * @param gpus number of GPUs
     * @param groups times of communication on the platform
     * @throws InputException if no division is possible
     */
    public static Result search(Settings settings, Optional<String> machineGpu, int gpus, GroupTimes groups) {
        Settings complete = TrainingSettings.complete(machineGpu, settings, null);
        int layers = complete.section("model").integer("layers");
        long tokens = complete.section("model").integer("sequence");
        int heads = complete.section("model").integer("heads");
        int batch = complete.integer("batch");
        int experts = complete.section("model").integer("experts", 1, Integer.MAX_VALUE, 1);
        boolean anew = experts > 1 && complete.flag("sequence-parallel", false);
        List<TrainingStep> steps = new ArrayList<>();
        for (int tensor : divisors(gpus, heads)) {
            if (heads % tensor != 0) {
                continue;
            }
            for (int pipeline : divisors(gpus / tensor, layers)) {
                for (int context = 1; context <= MOST_CONTEXT; context *= 2) {
                    int model = tensor * pipeline * context;
                    if (gpus % model == 0 && batch % (gpus / model) == 0 && tokens % context == 0) {
                        for (int[] ofExperts : ofExperts(gpus / pipeline, tensor, experts, anew)) {
                            int[] division = {gpus / model, tensor, pipeline, context, ofExperts[0], ofExperts[1]};
                            addAll(steps, complete, division, batch, layers);
                        }
                    }
                }
            }
        }
        if (steps.isEmpty()) {
            throw complete.problem(
                    "batch",
                    "no division of " + gpus + " GPUs among data, tensor, pipeline and context has a whole number of"
                            + " sequences per replica",
                    "Change --gpus or 'batch'");
        }
        List<Candidate> fitting = new ArrayList<>();
        for (TrainingStep step : steps) {
            if (TrainingMemory.of(step).fits(step.gpu())) {
                fitting.add(new Candidate(step, StepEstimate.of(step, groups)));
            }
        }
        fitting.sort(Comparator.comparingDouble(candidate -> candidate.estimate.seconds()));
        List<Candidate> best = fitting.stream().limit(BEST).toList();
        if (fitting.isEmpty()) {
            best = steps.stream()
                    .sorted(Comparator.comparingDouble(
                            step -> TrainingMemory.of(step).total()))
                    .limit(BEST)
                    .map(step -> new Candidate(step, StepEstimate.of(step, groups)))
                    .toList();
        }
        return new Result(steps.size(), fitting.size(), best);
    }

    /**
     * Returns the groups among which experts may be divided: their number, and GPUs that divide an expert, as many as a
     * tensor group has, or one.
     *
     * @param anew whether GPUs of a tensor group have different tokens
     */
    private static List<int[]> ofExperts(int gpusOfStage, int tensor, int experts, boolean anew) {
        List<int[]> found = new ArrayList<>();
        for (int parts : anew && tensor > 1 ? new int[] {tensor, 1} : new int[] {tensor}) {
            for (int expert : divisors(gpusOfStage / parts, experts)) {
                if (experts % expert == 0) {
                    found.add(new int[] {expert, parts});
                }
            }
        }
        return found;
    }

    private static void addAll(List<TrainingStep> steps, Settings complete, int[] division, int batch, int layers) {
        for (int micro = 1; micro <= MOST_MICRO_BATCH && micro <= batch / division[0]; micro++) {
            int microBatches = batch / division[0] / micro;
            if (batch / division[0] % micro != 0) {
                continue;
            }
            int stages = division[2];
            for (int chunks : divisors(layers / stages, layers)) {
                boolean possible =
                        chunks == 1 || stages > 1 && microBatches % stages == 0 && layers % (stages * chunks) == 0;
                if (possible) {
                    Settings changed = TrainingSettings.ofPaths(
                            "search",
                            Map.of(
                                    "parallelism.data", "" + division[0],
                                    "parallelism.tensor", "" + division[1],
                                    "parallelism.pipeline", "" + stages,
                                    "parallelism.context", "" + division[3],
                                    "parallelism.interleave", "" + chunks,
                                    "parallelism.expert", "" + division[4],
                                    "parallelism.expert-tensor", "" + division[5],
                                    "micro-batch", "" + micro));
                    steps.add(TrainingStep.of(TrainingSettings.merged(complete, changed)));
                }
            }
        }
    }

    /** Returns the divisors of a number up to a limit. */
    private static int[] divisors(int number, int limit) {
        return IntStream.rangeClosed(1, Math.min(number, limit))
                .filter(i -> number % i == 0)
                .toArray();
    }
}
