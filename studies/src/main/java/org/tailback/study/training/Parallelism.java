package org.tailback.study.training;

import java.util.List;
import java.util.stream.IntStream;
import org.tailback.settings.Settings;

/**
 * How the GPUs of a step divide its work. Ranks are numbered with tensor parallelism fastest, then context, then data
 * (experts inside of it), then pipeline: the GPUs of a tensor group are neighbours, for one node if it has as many.
 *
 * @param data replicas of the model, each with its part of the batch, >= 1
 * @param tensor GPUs among which each matrix is divided, >= 1
 * @param pipeline stages of consecutive layers, >= 1
 * @param expert GPUs of a data-parallel group among which experts are divided, a divisor of {@code data}
 * @param context GPUs among which the tokens of a sequence are divided, >= 1
 * @param interleave chunks of consecutive layers that each stage holds, >= 1
 */
public record Parallelism(int data, int tensor, int pipeline, int expert, int context, int interleave) {
    private static final int MOST_RANKS = 1 << 24;

    /** @throws org.tailback.error.InputException if a key is unknown or out of its domain */
    static Parallelism of(Settings section) {
        section.rejectUnknown(List.of("data", "tensor", "pipeline", "expert", "context", "interleave"));
        Parallelism found = new Parallelism(
                section.integer("data", 1, MOST_RANKS, 1),
                section.integer("tensor", 1, MOST_RANKS, 1),
                section.integer("pipeline", 1, MOST_RANKS, 1),
                section.integer("expert", 1, MOST_RANKS, 1),
                section.integer("context", 1, MOST_RANKS, 1),
                section.integer("interleave", 1, MOST_RANKS, 1));
        if ((double) found.data * found.tensor * found.pipeline * found.context > MOST_RANKS) {
            throw section.problem("data", "data x tensor x pipeline x context must be at most 2^24 GPUs", "");
        }
        if (found.data % found.expert != 0) {
            throw section.problem(
                    "expert", "'expert' must divide 'data', " + found.data + ", found " + found.expert, "");
        }
        if (found.expert > 1 && found.context > 1) {
            throw section.problem("context", "'context' with 'expert' is not modelled", "Leave one of them out");
        }
        if (found.interleave > 1 && found.pipeline == 1) {
            throw section.problem("interleave", "'interleave' needs 'pipeline' above 1", "");
        }
        return found;
    }

    /** Returns the number of GPUs. */
    public int ranks() {
        return data * gpusOfReplicaStage() * pipeline;
    }

    /** Returns the GPUs that hold the same parameters: replicas, and parts of their sequences. */
    public int gradientReplicas() {
        return data * context;
    }

    private int gpusOfReplicaStage() {
        return tensor * context;
    }

    int stageDistance() {
        return data * gpusOfReplicaStage();
    }

    /** Returns the stage of a rank, 0 to pipeline - 1. */
    public int stage(int rank) {
        return rank / stageDistance();
    }

    int[] group(int communicator, int rank) {
        return communicator == CommunicationKind.EXPERT_DATA
                ? expertDataGroup(rank)
                : switch (CommunicationKind.of(communicator)) {
                    case TENSOR -> tensorGroup(rank);
                    case DATA -> dataGroup(rank);
                    case EXPERT -> expertGroup(rank);
                    case CONTEXT -> contextGroup(rank);
                    case PIPELINE -> IntStream.range(0, ranks()).toArray();
                };
    }

    /** Returns the ranks that divide matrices with a rank, itself among them, ascending. */
    int[] tensorGroup(int rank) {
        return IntStream.range(0, tensor).map(i -> rank - rank % tensor + i).toArray();
    }

    int[] contextGroup(int rank) {
        int first = rank / gpusOfReplicaStage() * gpusOfReplicaStage() + rank % tensor;
        return IntStream.range(0, context).map(i -> first + i * tensor).toArray();
    }

    int[] dataGroup(int rank) {
        int first = stage(rank) * stageDistance() + rank % tensor;
        return IntStream.range(0, gradientReplicas())
                .map(i -> first + i * tensor)
                .toArray();
    }

    /** Returns the ranks that exchange tokens with a rank because they have other experts of the same layers. */
    int[] expertGroup(int rank) {
        int first = replica(rank) / expert * expert;
        return IntStream.range(0, expert).map(i -> withReplica(rank, first + i)).toArray();
    }

    int[] expertDataGroup(int rank) {
        if (expert == 1) {
            return dataGroup(rank);
        }
        int place = replica(rank) % expert;
        return IntStream.range(0, data / expert)
                .map(i -> withReplica(rank, i * expert + place))
                .toArray();
    }

    private int replica(int rank) {
        return rank / gpusOfReplicaStage() % data;
    }

    private int withReplica(int rank, int replica) {
        return (stage(rank) * data + replica) * gpusOfReplicaStage() + rank % gpusOfReplicaStage();
    }
}
