package org.tailback.study.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.tailback.experts.TokenRouting;
import org.tailback.output.Assumption;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.study.training.TrainingStep.Sharding;
import org.tailback.trace.Trace;

/**
 * Program of training steps with one rank per GPU. Operations are produced on demand; the program's own memory grows
 * with the ranks of the communicators, not with the number of operations.
 *
 * <p>Each rank performs the one-forward-one-backward schedule of its stage: first one forward pass per following stage,
 * then alternating forward and backward passes. Inputs are received in advance, and outputs are sent without waiting.
 * The computation of a pass is divided into the halves of its layers, each followed by a collective operation of the
 * tensor group. The backward pass computes twice as much as the forward pass.
 */
public final class TrainingProgram implements Trace {
    private static final int[] NONE = {};

    private final TrainingStep step;
    private final Parallelism division;
    /** Compute times by position in an expert group; a single element if all GPUs receive the same number of tokens. */
    private final List<LayerTimes> times;

    private final Map<List<Integer>, int[]> groups = new ConcurrentHashMap<>();

    /**
     * Creates the program of a training step.
     *
     * @param step description of the step
     */
    public TrainingProgram(TrainingStep step) {
        this(step, step.parallelism(), times(step));
    }

    private TrainingProgram(TrainingStep step, Parallelism division, List<LayerTimes> times) {
        this.step = step;
        this.division = division;
        this.times = times;
    }

    private static List<LayerTimes> times(TrainingStep step) {
        TokenRouting routing = step.exchange().routing();
        int ranks = step.parallelism().expert();
        LayerModel model = new LayerModel(step, step.gpu());
        return IntStream.range(0, routing.isEven() ? 1 : ranks)
                .mapToObj(position -> model.times(routing.load(ranks, position)))
                .toList();
    }

    /** Returns a program with only the pipeline of one replica and one GPU per stage. */
    static ParallelProgram pipelineAlone(TrainingStep step) {
        Parallelism whole = step.parallelism();
        Parallelism alone = new Parallelism(1, 1, whole.pipeline(), 1, 1, 1, whole.interleave());
        return new TrainingProgram(step, alone, List.of(LayerTimes.of(step)));
    }

    @Override
    public int ranks() {
        return division.ranks();
    }

    @Override
    public Program open(int rank) {
        return new StageProgram(
                step,
                times.get(times.size() == 1 ? 0 : division.expertPosition(rank)),
                division,
                rank,
                Arrays.stream(Communicator.values())
                        .map(each -> each == Communicator.WORLD ? NONE : group(each, rank))
                        .toArray(int[][]::new));
    }

    private int[] group(Communicator communicator, int rank) {
        int[] group = division.group(communicator, rank);
        return groups.computeIfAbsent(List.of(communicator.ordinal(), group[0]), key -> group);
    }

    @Override
    public String format() {
        return TrainingReader.NAME;
    }

    @Override
    public int communicators() {
        return 1
                + Arrays.stream(Communicator.values())
                        .filter(each -> switch (each) {
                            case WORLD -> false;
                            case EXPERT_DATA -> !division.isAsDense();
                            case EXPERT_TENSOR -> division.expertTensor() != division.tensor();
                            default -> true;
                        })
                        .mapToInt(division::groupSize)
                        .map(size -> size > 1 ? division.ranks() / size : 0)
                        .sum();
    }

    /** Returns assumptions and omissions of the program, one sentence each. */
    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>();
        Gpu gpu = step.gpu();
        GpuNumbers numbers = gpu.numbers();
        double part = step.fp8() ? numbers.efficiencyOf8Bits() : numbers.efficiency();
        sentences.add(
                gpu.isRoofline()
                        ? String.format(
                                Locale.ROOT,
                                "Each GPU is %s: matrix products at %.3g of %.4g Tflop/s, memory at %.3g of %.4g TB/s,"
                                        + " %.3g ms to launch the forward pass of a layer; loading of input takes no"
                                        + " time.",
                                gpu.name(),
                                part,
                                step.peak() / 1e12,
                                numbers.memory(),
                                gpu.bandwidth() / 1e12,
                                numbers.launch() * 1e3)
                        : String.format(
                                Locale.ROOT,
                                "Computations are floating-point operations of matrix products at %.4g Tflop/s, the"
                                        + " peak of a GPU times the assumed efficiency %s; norms, softmax, loss,"
                                        + " optimizer and input take no time. 'gpu: {name: h100}' includes them.",
                                gpu.peak() * numbers.efficiency() / 1e12,
                                numbers.efficiency()));
        if (!gpu.origin().isEmpty()) {
            sentences.add(Assumption.of(gpu.origin()));
        }
        if (!step.model().leftOut().isEmpty()) {
            sentences.add("The model omits " + step.model().leftOut() + ".");
        }
        boolean gathersFirst =
                step.sharding() == Sharding.OPTIMIZER && step.overlap().data();
        if (step.sharding() != Sharding.NONE && !gathersFirst && step.steps() == 1) {
            sentences.add("The single step begins and ends with complete parameters.");
        }
        return sentences;
    }
}
