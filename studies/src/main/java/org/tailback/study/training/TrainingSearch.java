package org.tailback.study.training;

import com.google.common.math.IntMath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/**
 * Search for the best divisions of a model among a number of GPUs. {@link StepEstimate} estimates all divisions that
 * divide heads, layers and batch evenly. Divisions that fit into memory are ranked.
 */
public final class TrainingSearch {
    /** Largest number of divisions in the result. */
    public static final int BEST = 10;

    private static final int MOST_MICRO_BATCH = 16;
    private static final int MOST_CONTEXT = 16;

    /**
     * Division and its estimate.
     *
     * @param step description of the step
     * @param estimate time and memory of the step
     */
    public record Candidate(TrainingStep step, StepEstimate estimate) {}

    /**
     * Result of a search.
     *
     * @param candidates number of divisions
     * @param fitting number of divisions that fit into memory
     * @param best fastest divisions that fit into memory, in ascending order of time; if no division fits, the
     *     divisions with the smallest memory
     */
    public record Result(int candidates, int fitting, List<Candidate> best) {}

    private TrainingSearch() {}

    /**
     * Searches for the best divisions.
     *
     * @param settings of a training file, whose division and micro-batch are ignored
     * @param machineGpu name of the machine's GPUs, used if the file names no GPU
     * @param gpus number of GPUs
     * @param groups times of communication on the platform
     * @throws InputException if no division is possible
     */
    public static Result search(Settings settings, Optional<String> machineGpu, int gpus, GroupTimes groups) {
        Settings complete = TrainingSettings.complete(machineGpu, settings, null);
        Settings model = complete.section("model");
        int layers = model.integer("layers");
        long tokens = model.integer("sequence");
        int heads = model.integer("heads", 1, Transformer.MOST_WIDTH);
        int batch = complete.integer("batch");
        List<TrainingStep> steps = new ArrayList<>();
        for (int tensor : divisors(IntMath.gcd(gpus, heads), heads)) {
            for (int pipeline : divisors(gpus / tensor, layers)) {
                for (int context = 1; context <= MOST_CONTEXT; context *= 2) {
                    int parts = tensor * pipeline * context;
                    if (gpus % parts == 0 && batch % (gpus / parts) == 0 && tokens % context == 0) {
                        int[] division = {gpus / parts, tensor, pipeline, 1, tensor, context, 1};
                        addAll(steps, complete, division, gpus / pipeline);
                    }
                }
            }
        }
        complete.require(
                !steps.isEmpty(),
                "batch",
                "no division of the " + gpus + " GPUs among data, tensor, pipeline and context yields a whole number of"
                        + " sequences per replica",
                "Change --gpus or 'batch'");
        List<Candidate> fitting = steps.stream()
                .filter(step -> TrainingMemory.of(step).fits(step.gpu()))
                .map(step -> new Candidate(step, StepEstimate.of(step, groups)))
                .sorted(Comparator.comparingDouble(candidate -> candidate.estimate.seconds()))
                .toList();
        List<Candidate> best = fitting.isEmpty()
                ? steps.stream()
                        .sorted(Comparator.comparingDouble(
                                step -> TrainingMemory.of(step).total()))
                        .limit(BEST)
                        .map(step -> new Candidate(step, StepEstimate.of(step, groups)))
                        .toList()
                : fitting.stream().limit(BEST).toList();
        return new Result(steps.size(), fitting.size(), best);
    }

    /**
     * Adds the steps of a division of GPUs with all possible divisions of experts. An expert is divided among a tensor
     * group, or is undivided if the GPUs of a tensor group have different tokens.
     */
    private static void addAll(List<TrainingStep> steps, Settings complete, int[] division, int gpusOfStage) {
        int tensor = division[1];
        int experts = complete.section("model").integer("experts", 1, Integer.MAX_VALUE, 1);
        boolean anew = experts > 1 && tensor > 1 && complete.flag("sequence-parallel", false);
        for (int ofExpert : anew ? new int[] {tensor, 1} : new int[] {tensor}) {
            division[4] = ofExpert;
            for (int expert : divisors(IntMath.gcd(gpusOfStage / ofExpert, experts), experts)) {
                division[3] = expert;
                addAll(steps, complete, division);
            }
        }
    }

    /** Adds the steps of a division of GPUs and experts with all possible micro-batches and chunks of stages. */
    private static void addAll(List<TrainingStep> steps, Settings complete, int[] division) {
        int layers = complete.section("model").integer("layers");
        int sequences = complete.integer("batch") / division[0];
        int stages = division[2];
        for (int micro : divisors(sequences, MOST_MICRO_BATCH)) {
            for (int chunks : divisors(layers / stages, layers)) {
                if (chunks == 1 || stages > 1 && sequences / micro % stages == 0 && layers % (stages * chunks) == 0) {
                    division[6] = chunks;
                    Map<String, String> sizes = new LinkedHashMap<>(Map.of("micro-batch", "" + micro));
                    for (int key = 0; key < division.length; key++) {
                        sizes.put("parallelism." + Parallelism.KEYS.get(key), "" + division[key]);
                    }
                    Settings changed = TrainingSettings.ofPaths("search", sizes);
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
