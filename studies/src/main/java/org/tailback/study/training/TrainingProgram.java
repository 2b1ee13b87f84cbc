package org.tailback.study.training;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
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
    private final Map<List<Integer>, int[]> groups = new ConcurrentHashMap<>();

    /** @param step its description */
    public TrainingProgram(TrainingStep step) {
        this.step = step;
    }

    @Override
    public int ranks() {
        return step.parallelism().ranks();
    }

    @Override
    public Program open(int rank) {
        Parallelism parallelism = step.parallelism();
        return new StageProgram(
                step,
                rank,
                group(CommunicationKind.TENSOR.ordinal(), rank, parallelism::tensorGroup),
                group(CommunicationKind.DATA.ordinal(), rank, parallelism::dataGroup),
                group(CommunicationKind.EXPERT.ordinal(), rank, parallelism::expertGroup),
                group(CommunicationKind.EXPERT_DATA, rank, parallelism::expertDataGroup));
    }

    /** Ranks of a group share its array. */
    private int[] group(int communicator, int rank, IntFunction<int[]> members) {
        int[] group = members.apply(rank);
        return groups.computeIfAbsent(List.of(communicator, group[0]), key -> group);
    }

    @Override
    public String format() {
        return TrainingReader.NAME;
    }

    @Override
    public int communicators() {
        Parallelism parallelism = step.parallelism();
        int ranks = parallelism.ranks();
        int count = 1;
        for (int size : new int[] {
            parallelism.tensor(), parallelism.data(), parallelism.expert(), parallelism.data() / parallelism.expert()
        }) {
            count += size > 1 ? ranks / size : 0;
        }
        return parallelism.expert() == 1 && parallelism.data() > 1 ? count - ranks / parallelism.data() : count;
    }

    /** Returns what the program assumes and leaves out, a sentence each. */
    @Override
    public List<String> approximations() {
        ImmutableList.Builder<String> sentences = ImmutableList.builder();
        sentences.add(String.format(
                Locale.ROOT,
                "Computations are floating-point operations of matrices at %.4g Tflop/s, the peak of a GPU times the"
                        + " assumed efficiency %s; norms, softmax, loss, optimizer and input take no time.",
                step.flopsPerSecond() / 1e12,
                step.efficiency()));
        if (!step.tensorLink().isMessages() && step.parallelism().tensor() > 1) {
            sentences.add("Collectives of tensor groups are times of their GPUs by 'tensor-link', without messages,"
                    + " contention, and waits for each other.");
        }
        if (step.sharding() != Sharding.NONE && step.steps() == 1) {
            sentences.add("The one step begins with complete parameters and ends with complete parameters.");
        }
        return sentences.build();
    }
}
