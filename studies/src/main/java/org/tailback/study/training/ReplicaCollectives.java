package org.tailback.study.training;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Collectives on gradients and parameters among the replicas of a stage. Each part of the stage has its collectives:
 * each layer, the output matrix with the last norm, and the embedding. Experts have separate collectives if replicas
 * hold different experts.
 */
final class ReplicaCollectives {
    private final TrainingStep step;
    private final Transformer model;
    private final Parallelism division;
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
     * @param firstRequest number of the first request; each part has four requests
     * @param group ranks that hold the same part of the model, except the experts
     * @param expertGroup ranks of {@code group} that hold the same experts
     */
    ReplicaCollectives(
            TrainingStep step, RankOperations operations, int stage, int firstRequest, int[] group, int[] expertGroup) {
        this.step = step;
        this.model = step.model();
        this.division = step.parallelism();
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
        start(
                4 * part,
                Kind.ALLGATHER,
                shared(part),
                experts(part),
                step.bytes().gathered());
    }

    void awaitGathered(int part) {
        await(4 * part);
    }

    /**
     * Starts the reduction of the gradients of a part. Without overlap, the reduction is deferred to the end of the
     * step.
     */
    void reduce(int part) {
        if (!step.overlap().data() && step.sharding() != Sharding.PARAMETERS) {
            lateShared += shared(part);
            lateExperts += experts(part);
            return;
        }
        await(4 * part + 2);
        reduce(part, shared(part), experts(part));
        if (!step.overlap().data()) {
            await(4 * part + 2);
        }
    }

    private void reduce(int part, long shared, long experts) {
        Kind kind = step.sharding() == Sharding.NONE ? Kind.ALLREDUCE : Kind.REDUCE_SCATTER_BLOCK;
        start(4 * part + 2, kind, shared, experts, step.bytes().gradient());
    }

    /** Performs the deferred reductions and waits for the reductions that have been started. */
    void awaitReduced() {
        reduce(0, lateShared, lateExperts);
        lateShared = 0;
        lateExperts = 0;
        for (int part = 0; part <= embedding(); part++) {
            await(4 * part + 2);
        }
    }

    void gatherUpdated() {
        int[] parts = IntStream.rangeClosed(0, embedding())
                .filter(part -> part < layers || stage == (part == output() ? division.pipeline() - 1 : 0))
                .toArray();
        long shared = Arrays.stream(parts).mapToLong(this::shared).sum();
        long experts = Arrays.stream(parts).mapToLong(this::experts).sum();
        start(0, Kind.ALLGATHER, shared, experts, step.bytes().gathered());
        await(0);
    }

    /**
     * Starts an operation on shared parameters and on experts; the two operations have consecutive requests of this
     * object.
     */
    private void start(int request, Kind kind, long shared, long experts, int bytesEach) {
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
            operations.startCollective(firstRequest + request, kind, communicator, members, bytes);
            return;
        }
        long bucket = (long) Math.min(Long.MAX_VALUE / 2, step.bytes().bucket());
        for (long done = 0; done < bytes && members.length > 1; done += bucket) {
            operations.collective(kind, communicator, members, Math.min(bucket, bytes - done));
        }
    }

    private void await(int request) {
        operations.await(firstRequest + request);
        operations.await(firstRequest + request + 1);
    }

    private long shared(int part) {
        if (part < layers) {
            return model.sharedParameters(layer(part));
        }
        boolean isSame = model.tied() && division.pipeline() == 1 && part == output();
        return (isSame ? 0 : model.embeddingParameters()) + (part == output() ? model.hidden() : 0);
    }

    private long experts(int part) {
        return part < layers ? model.expertParameters(layer(part)) / division.expert() : 0;
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
