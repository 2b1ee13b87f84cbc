package org.tailback.study.training;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.tailback.experts.TokenRouting;
import org.tailback.output.Assumption;
import org.tailback.program.Program;
import org.tailback.study.training.TrainingStep.Sharding;
import org.tailback.trace.Trace;

/**
 * Training steps as a program: a rank for each GPU. Operations are made while they are needed; memory does not grow
 * with their number, only with the ranks of the communicators.
 *
 * <p>Each rank performs the one-forward-one-backward schedule of its stage: after some forward passes as there are
 * stages behind it, forward and backward passes alternate. Inputs are received ahead, outputs sent without waiting. The
 * computation of a pass is divided into the halves of its layers; a collective operation of the tensor group follows
 * each. The backward pass computes twice what the forward pass does.
 */
public final class TrainingProgram implements Trace {
    private final TrainingStep step;
    /** Times by position in an expert group; a single element if all have the same number of tokens. */
    private final ImmutableList<LayerTimes> times;

    private final Map<List<Integer>, int[]> groups = new ConcurrentHashMap<>();

    /** @param step its description */
    public TrainingProgram(TrainingStep step) {
        this(step, byPosition(step));
    }

    /** @param times of its computations, all GPUs alike */
    TrainingProgram(TrainingStep step, LayerTimes times) {
        this(step, ImmutableList.of(times));
    }

    private TrainingProgram(TrainingStep step, ImmutableList<LayerTimes> times) {
        this.step = step;
        this.times = times;
    }

    private static ImmutableList<LayerTimes> byPosition(TrainingStep step) {
        TokenRouting routing = step.exchange().routing();
        int ranks = step.parallelism().expert();
        return IntStream.range(0, routing.isEven() ? 1 : ranks)
                .mapToObj(position -> LayerTimes.of(step, step.gpu(), routing.load(ranks, position)))
                .collect(ImmutableList.toImmutableList());
    }

    @Override
    public int ranks() {
        return step.parallelism().ranks();
    }

    @Override
    public Program open(int rank) {
        return new StageProgram(
                step,
                times.get(times.size() == 1 ? 0 : step.parallelism().expertPosition(rank)),
                rank,
                new StageProgram.Groups(
                        group(CommunicationKind.TENSOR.ordinal(), rank),
                        group(CommunicationKind.DATA.ordinal(), rank),
                        group(CommunicationKind.EXPERT.ordinal(), rank),
                        group(CommunicationKind.EXPERT_TENSOR, rank),
                        group(CommunicationKind.EXPERT_DATA, rank),
                        group(CommunicationKind.CONTEXT.ordinal(), rank)));
    }

    private int[] group(int communicator, int rank) {
        int[] group = step.parallelism().group(communicator, rank);
        return groups.computeIfAbsent(List.of(communicator, group[0]), key -> group);
    }

    @Override
    public String format() {
        return TrainingReader.NAME;
    }

    @Override
    public int communicators() {
        Parallelism parallelism = step.parallelism();
        int count = 1;
        for (int size : new int[] {
            parallelism.tensor(),
            parallelism.gradientReplicas(),
            parallelism.expert(),
            parallelism.isAsDense() ? 1 : parallelism.expertReplicas(),
            parallelism.expertTensor() == parallelism.tensor() ? 1 : parallelism.expertTensor(),
            parallelism.context()
        }) {
            count += size > 1 ? parallelism.ranks() / size : 0;
        }
        return count;
    }

    /** Returns what the program assumes and leaves out, a sentence each. */
    @Override
    public List<String> approximations() {
        ImmutableList.Builder<String> sentences = ImmutableList.builder();
        Gpu gpu = step.gpu();
        sentences.add(
                gpu.isRoofline()
                        ? String.format(
                                Locale.ROOT,
                                "A GPU is %s: matrices at %.3g of %.4g Tflop/s, memory at %.3g of %.4g TB/s, %.3g ms to"
                                        + " launch the forward pass of a layer; loading of input takes no time.",
                                gpu.name(),
                                step.fp8()
                                        ? gpu.numbers().efficiencyOf8Bits()
                                        : gpu.numbers().efficiency(),
                                (step.fp8() ? gpu.peakOf8Bits() : gpu.peak()) / 1e12,
                                gpu.numbers().memory(),
                                gpu.bandwidth() / 1e12,
                                gpu.numbers().launch() * 1e3)
                        : String.format(
                                Locale.ROOT,
                                "Computations are floating-point operations of matrices at %.4g Tflop/s, the peak of a"
                                        + " GPU times the assumed efficiency %s; norms, softmax, loss, optimizer and"
                                        + " input take no time. 'gpu: {name: h100}' has them.",
                                gpu.peak() * gpu.numbers().efficiency() / 1e12,
                                gpu.numbers().efficiency()));
        if (!gpu.origin().isEmpty()) {
            sentences.add(Assumption.of(gpu.origin()));
        }
        if (!step.model().leftOut().isEmpty()) {
            sentences.add("The model is without " + step.model().leftOut() + ".");
        }
        boolean gathersFirst =
                step.sharding() == Sharding.OPTIMIZER && step.overlap().data();
        if (step.sharding() != Sharding.NONE && !gathersFirst && step.steps() == 1) {
            sentences.add("The one step begins with complete parameters and ends with complete parameters.");
        }
        return sentences.build();
    }
}
