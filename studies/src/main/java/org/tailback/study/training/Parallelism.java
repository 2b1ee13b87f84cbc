package org.tailback.study.training;

import java.util.List;
import java.util.stream.IntStream;
import org.tailback.settings.Settings;

/**
 * Division of the work of a step among its GPUs. In the numbering of ranks, the index of tensor parallelism varies
 * fastest, then context, data and pipeline. The GPUs of a tensor group are therefore neighbours, and share a node if
 * the node has enough GPUs. Experts divide the GPUs of a stage separately (Megatron's parallel folding): the index in a
 * tensor group of experts varies fastest, then {@code expert}, then the replica of the experts.
 *
 * @param data number of replicas of the model, each with its share of the batch, >= 1
 * @param tensor number of GPUs among which each matrix is divided, >= 1
 * @param pipeline number of stages of consecutive layers, >= 1
 * @param expert number of GPUs among which the experts of a layer are divided, >= 1
 * @param expertTensor number of GPUs among which the matrices of an expert are divided, >= 1; {@code expert} x {@code
 *     expertTensor} divides data x tensor x context
 * @param context number of GPUs among which the tokens of a sequence are divided, >= 1
 * @param interleave number of chunks of consecutive layers per stage, >= 1
 */
public record Parallelism(
        int data, int tensor, int pipeline, int expert, int expertTensor, int context, int interleave) {
    private static final int MOST_RANKS = 1 << 24;
    /** Keys of the section {@code parallelism}, in the order of the record components. */
    static final List<String> KEYS =
            List.of("data", "tensor", "pipeline", "expert", "expert-tensor", "context", "interleave");

    /**
     * Reads the section {@code parallelism}.
     *
     * @throws org.tailback.error.InputException if a key is unknown or out of its domain
     */
    static Parallelism of(Settings section) {
        section.rejectUnknown(KEYS);
        int tensor = section.integer("tensor", 1, MOST_RANKS, 1);
        int[] sizes = KEYS.stream()
                .mapToInt(key -> section.integer(key, 1, MOST_RANKS, key.equals("expert-tensor") ? tensor : 1))
                .toArray();
        Parallelism found = new Parallelism(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6]);
        section.require(
                (double) found.data * found.tensor * found.pipeline * found.context <= MOST_RANKS,
                "data",
                "data x tensor x pipeline x context must be at most 2^24 GPUs",
                "");
        section.require(
                found.stageDistance() % ((long) found.expert * found.expertTensor) == 0,
                "expert",
                "'expert' x 'expert-tensor' (as 'tensor' if not given) must divide data x tensor x context, "
                        + found.stageDistance() + ", found " + found.expert + " x " + found.expertTensor,
                "");
        section.require(
                found.interleave == 1 || found.pipeline > 1, "interleave", "'interleave' needs 'pipeline' above 1", "");
        return found;
    }

    /** Returns the number of GPUs. */
    public int ranks() {
        return stageDistance() * pipeline;
    }

    /**
     * Returns the number of GPUs that hold the same parameters: one for each replica and each part of its sequences.
     */
    public int gradientReplicas() {
        return data * context;
    }

    /** Returns the number of GPUs that hold the same experts, or the same shares of experts. */
    public int expertReplicas() {
        return stageDistance() / (expert * expertTensor);
    }

    /** Returns whether experts are divided like the rest of the model; their parameters then have the same replicas. */
    boolean isAsDense() {
        return expert == 1 && expertTensor == tensor;
    }

    int stageDistance() {
        return data * tensor * context;
    }

    /** Returns the stage of a rank, 0 to pipeline - 1. */
    public int stage(int rank) {
        return rank / stageDistance();
    }

    /** Returns the ranks of a rank's group in a communicator, including the rank itself, in ascending order. */
    int[] group(Communicator communicator, int rank) {
        int distance = switch (communicator) {
            case DATA, CONTEXT -> tensor;
            case EXPERT -> expertTensor;
            case EXPERT_DATA -> expertTensor * expert;
            case WORLD, TENSOR, EXPERT_TENSOR -> 1;
        };
        int size = groupSize(communicator);
        int first = communicator == Communicator.WORLD ? 0 : rank - rank % stageDistance() / distance % size * distance;
        return IntStream.range(0, size).map(i -> first + i * distance).toArray();
    }

    /** Returns the number of ranks per group of a communicator. */
    int groupSize(Communicator communicator) {
        return switch (communicator) {
            case WORLD -> ranks();
            case TENSOR -> tensor;
            case DATA -> gradientReplicas();
            case EXPERT -> expert;
            case CONTEXT -> context;
            case EXPERT_DATA -> expertReplicas();
            case EXPERT_TENSOR -> expertTensor;
        };
    }

    /** Returns the position of a rank in its expert group. */
    int expertPosition(int rank) {
        return rank % stageDistance() / expertTensor % expert;
    }
}
