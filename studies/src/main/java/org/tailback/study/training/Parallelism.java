package org.tailback.study.training;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tailback.settings.Settings;

/**
 * The division of the work of a step among its GPUs. Ranks are numbered with tensor parallelism fastest, then context,
 * then data, then pipeline: the GPUs of a tensor group are neighbours, on one node if it has that many. Experts divide
 * the same GPUs of a stage anew, as Megatron folds them: their tensor groups fastest, then {@code expert}, then
 * replicas of experts.
 *
 * @param data replicas of the model, each with its part of the batch, >= 1
 * @param tensor GPUs among which each matrix is divided, >= 1
 * @param pipeline stages of consecutive layers, >= 1
 * @param expert GPUs among which the experts of a layer are divided, >= 1
 * @param expertTensor GPUs among which the matrices of an expert are divided, >= 1; with {@code expert} a divisor of
 *     data x tensor x context
 * @param context GPUs among which the tokens of a sequence are divided, >= 1
 * @param interleave chunks of consecutive layers that each stage holds, >= 1
 */
public record Parallelism(
        int data, int tensor, int pipeline, int expert, int expertTensor, int context, int interleave) {
    private static final int MOST_RANKS = 1 << 24;

    /** Common abbreviations of keys, with the keys themselves. */
    private static final Map<String, String> SHORT = Splitter.on(' ')
            .withKeyValueSeparator('=')
            .split("dp=data tp=tensor pp=pipeline ep=expert etp=expert-tensor cp=context vp=interleave vpp=interleave");

    /**
     * Reads the section {@code parallelism}.
     *
     * @throws org.tailback.error.InputException if a key is unknown or out of its domain
     */
    static Parallelism of(Settings section) {
        SHORT.forEach((abbreviation, key) -> {
            if (section.has(abbreviation)) {
                throw section.problem(
                        abbreviation,
                        "unknown key '" + abbreviation + "' in parallelism",
                        "Did you mean '" + key + "'?");
            }
        });
        section.rejectUnknown(
                List.of("data", "tensor", "pipeline", "expert", "expert-tensor", "context", "interleave"));
        int tensor = section.integer("tensor", 1, MOST_RANKS, 1);
        Parallelism found = new Parallelism(
                section.integer("data", 1, MOST_RANKS, 1),
                tensor,
                section.integer("pipeline", 1, MOST_RANKS, 1),
                section.integer("expert", 1, MOST_RANKS, 1),
                section.integer("expert-tensor", 1, MOST_RANKS, tensor),
                section.integer("context", 1, MOST_RANKS, 1),
                section.integer("interleave", 1, MOST_RANKS, 1));
        if ((double) found.data * found.tensor * found.pipeline * found.context > MOST_RANKS) {
            throw section.problem("data", "data x tensor x pipeline x context must be at most 2^24 GPUs", "");
        }
        if (found.stageDistance() % ((long) found.expert * found.expertTensor) != 0) {
            throw section.problem(
                    "expert",
                    "'expert' x 'expert-tensor' (as 'tensor' if not given) must divide data x tensor x context, "
                            + found.stageDistance() + ", found " + found.expert + " x " + found.expertTensor,
                    "");
        }
        if (found.interleave > 1 && found.pipeline == 1) {
            throw section.problem("interleave", "'interleave' needs 'pipeline' above 1", "");
        }
        return found;
    }

    /** Returns the number of GPUs. */
    public int ranks() {
        return stageDistance() * pipeline;
    }

    /** Returns the number of GPUs that hold the same parameters: replicas, and parts of their sequences. */
    public int gradientReplicas() {
        return data * context;
    }

    /** Returns the number of GPUs that hold the same experts, or the same parts of them. */
    public int expertReplicas() {
        return stageDistance() / (expert * expertTensor);
    }

    /** Returns whether experts are divided as the rest of the model, so that both have the same replicas. */
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

    /** Returns the ranks of a rank's group of a communicator, including the rank itself, ascending. */
    int[] group(Communicator communicator, int rank) {
        int distance = switch (communicator) {
            case DATA, CONTEXT -> tensor;
            case EXPERT -> expertTensor;
            case EXPERT_DATA -> expertTensor * expert;
            case WORLD, TENSOR, EXPERT_TENSOR -> 1;
        };
        int size = groupSize(communicator);
        int place = communicator == Communicator.WORLD ? rank : rank % stageDistance() / distance % size;
        return IntStream.range(0, size).map(i -> rank + (i - place) * distance).toArray();
    }

    /** Returns the number of ranks of each group of a communicator. */
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
