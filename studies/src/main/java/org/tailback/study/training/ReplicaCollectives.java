package org.tailback.study.training;

import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Gradients and parameters of a stage among its replicas, by part: the layers, then the output matrix with the last
 * norm, then the embedding. Experts have collectives of their own where replicas do not all hold the same.
 */
final class ReplicaCollectives {
    private final TrainingStep step;
    private final Transformer model;
    private final RankOperations operations;
    private final int firstRequest;
    private final int[] group;
    private final int[] expertGroup;
    private final int stage;
    private final int layers;

    /**
     * @param firstRequest the first of four requests of each part
     * @param group the ranks with the same part of the model, experts aside
     * @param expertGroup those of them with the same experts
     */
    ReplicaCollectives(
            TrainingStep step, RankOperations operations, int stage, int firstRequest, int[] group, int[] expertGroup) {
        this.step = step;
        this.model = step.model();
        this.operations = operations;
        this.firstRequest = firstRequest;
        this.group = group;
        this.expertGroup = expertGroup;
        this.stage = stage;
        this.layers = step.layers(stage);
    }

    int output() {
        return layers;
    }

    int embedding() {
        return layers + 1;
    }

    /** Starts to gather the parameters of a part. */
    void gather(int part) {
        start(firstRequest + 4 * part, Kind.ALLGATHER, part, step.valueBytes());
    }

    void awaitGathered(int part) {
        awaitBoth(firstRequest + 4 * part);
    }

    /** Starts to reduce the gradients of a part, or reduces them if nothing overlaps. */
    void reduce(int part) {
        awaitReduced(part);
        Kind kind = step.sharding() == Sharding.NONE ? Kind.ALLREDUCE : Kind.REDUCE_SCATTER_BLOCK;
        start(firstRequest + 4 * part + 2, kind, part, step.gradientBytes());
        if (!step.overlap().data()) {
            awaitReduced(part);
        }
    }

    /** Waits for reductions that have not ended. */
    void awaitReduced() {
        for (int part = 0; part <= embedding(); part++) {
            awaitReduced(part);
        }
    }

    /** Gathers the parameters that other GPUs have updated. */
    void gatherUpdated() {
        if (step.sharding() == Sharding.OPTIMIZER) {
            long shared = layers * shared(0)
                    + (stage == 0 ? shared(embedding()) : 0)
                    + (stage == step.parallelism().pipeline() - 1 ? shared(output()) : 0);
            long experts = layers * experts(0);
            long together = shared + (isTogether() ? experts : 0);
            operations.collective(
                    Kind.ALLGATHER, CommunicationKind.DATA.ordinal(), group, bytes(together, step.valueBytes()));
            if (!isTogether()) {
                operations.collective(
                        Kind.ALLGATHER, CommunicationKind.EXPERT_DATA, expertGroup, bytes(experts, step.valueBytes()));
            }
        }
    }

    private void start(int request, Kind kind, int part, int bytesEach) {
        long together = shared(part) + (isTogether() ? experts(part) : 0);
        operations.startCollective(request, kind, CommunicationKind.DATA.ordinal(), group, bytes(together, bytesEach));
        if (!isTogether()) {
            operations.startCollective(
                    request + 1, kind, CommunicationKind.EXPERT_DATA, expertGroup, bytes(experts(part), bytesEach));
        }
    }

    private void awaitReduced(int part) {
        awaitBoth(firstRequest + 4 * part + 2);
    }

    private void awaitBoth(int request) {
        operations.await(request);
        operations.await(request + 1);
    }

    private boolean isTogether() {
        return expertGroup.length == group.length;
    }

    private long shared(int part) {
        if (part < layers) {
            return model.sharedParameters();
        }
        boolean isSame = model.tied() && step.parallelism().pipeline() == 1 && part == output();
        return (isSame ? 0 : model.embeddingParameters()) + (part == output() ? model.hidden() : 0);
    }

    private long experts(int part) {
        return part < layers ? model.experts() / step.parallelism().expert() * model.expertParameters() : 0;
    }

    private long bytes(long parameters, int bytesEach) {
        return RankOperations.upTo(parameters, step.parallelism().tensor()) * bytesEach;
    }
}
