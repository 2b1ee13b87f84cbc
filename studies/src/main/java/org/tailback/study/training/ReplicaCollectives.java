package org.tailback.study.training;

import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Collectives of gradients and parameters among the replicas of a stage, by part: the layers, then the output matrix
 * with the last norm, then the embedding. Experts have separate collectives where not all replicas hold the same
 * experts.
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
    private long lateShared;
    private long lateExperts;

    /**
     * Creates the collectives of a rank.
     *
     * @param firstRequest the first of four requests of each part
     * @param group the ranks with the same part of the model except its experts
     * @param expertGroup the ranks of {@code group} with the same experts
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

    void gather(int part) {
        start(firstRequest + 4 * part, Kind.ALLGATHER, shared(part), experts(part), step.gatheredBytes());
    }

    void awaitGathered(int part) {
        awaitBoth(firstRequest + 4 * part);
    }

    /** Starts to reduce the gradients of a part; those that do not overlap are reduced at the end of the step. */
    void reduce(int part) {
        boolean late = !step.overlap().data() && step.sharding() != Sharding.PARAMETERS;
        if (late) {
            lateShared += shared(part);
            lateExperts += experts(part);
            return;
        }
        awaitReduced(part);
        reduce(part, shared(part), experts(part));
        if (!step.overlap().data()) {
            awaitReduced(part);
        }
    }

    private void reduce(int part, long shared, long experts) {
        Kind kind = step.sharding() == Sharding.NONE ? Kind.ALLREDUCE : Kind.REDUCE_SCATTER_BLOCK;
        start(firstRequest + 4 * part + 2, kind, shared, experts, step.gradientBytes());
    }

    /** Reduces gradients that do not overlap, and waits for reductions that have not ended. */
    void awaitReduced() {
        reduce(0, lateShared, lateExperts);
        lateShared = 0;
        lateExperts = 0;
        for (int part = 0; part <= embedding(); part++) {
            awaitReduced(part);
        }
    }

    void gatherUpdated() {
        start(firstRequest, Kind.ALLGATHER, held(true), held(false), step.gatheredBytes());
        awaitGathered(0);
    }

    private long held(boolean sharedOnes) {
        long sum = 0;
        for (int part = 0; part <= embedding(); part++) {
            boolean isHere = part < layers
                    || (part == output() ? stage == step.parallelism().pipeline() - 1 : stage == 0);
            sum += !isHere ? 0 : sharedOnes ? shared(part) : experts(part);
        }
        return sum;
    }

    private void start(int request, Kind kind, long shared, long experts, int bytesEach) {
        Parallelism division = step.parallelism();
        boolean isTogether = division.isAsDense();
        long together = RankOperations.upTo(shared + (isTogether ? experts : 0), division.tensor());
        start(request, kind, Communicator.DATA, group, together * bytesEach);
        if (!isTogether) {
            long own = RankOperations.upTo(experts, division.expertTensor());
            start(request + 1, kind, Communicator.EXPERT_DATA, expertGroup, own * bytesEach);
        }
    }

    private void start(int request, Kind kind, Communicator communicator, int[] members, long bytes) {
        if (step.overlap().data()) {
            operations.startCollective(request, kind, communicator, members, bytes);
            return;
        }
        long bucket = (long) Math.min(Long.MAX_VALUE / 2, step.gradientBucket());
        for (long done = 0; done < bytes && members.length > 1; done += bucket) {
            operations.collective(kind, communicator, members, Math.min(bucket, bytes - done));
        }
    }

    private void awaitReduced(int part) {
        awaitBoth(firstRequest + 4 * part + 2);
    }

    private void awaitBoth(int request) {
        operations.await(request);
        operations.await(request + 1);
    }

    private long shared(int part) {
        if (part < layers) {
            return model.sharedParameters(layer(part));
        }
        boolean isSame = model.tied() && step.parallelism().pipeline() == 1 && part == output();
        return (isSame ? 0 : model.embeddingParameters()) + (part == output() ? model.hidden() : 0);
    }

    private long experts(int part) {
        return part < layers
                ? model.expertParameters(layer(part)) / step.parallelism().expert()
                : 0;
    }

    private int layer(int part) {
        if (model.firstDense() == 0) {
            return 0;
        }
        int chunk = 0;
        int place = part;
        while (place >= step.layers(stage, chunk)) {
            place -= step.layers(stage, chunk);
            chunk++;
        }
        return step.firstLayer(stage, chunk) + place;
    }
}
