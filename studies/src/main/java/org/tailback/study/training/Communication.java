package org.tailback.study.training;

import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.training.TrainingStep.Bytes;
import org.tailback.study.training.TrainingStep.Held;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Communication times of a step in seconds, independent of the GPU.
 *
 * @param collective time of all collectives of a tensor group for half a layer in one pass; the embedding and the head
 *     each have the same number of collectives in both passes together
 * @param context time of the communication of the keys and values of a layer in one pass
 * @param experts time of all communication of feed-forward networks in one pass: tokens to experts and back, and
 *     collectives of the GPUs that divide the matrices of experts; equals {@code collective} without experts
 * @param message time of a message between two stages
 * @param reduce time of the reduction of gradients among replicas
 * @param gather time of gathering new parameters among replicas, in the forward pass with overlap
 * @param tied time of the exchange of the embedding's gradients between the first and the last stage
 */
public record Communication(
        double collective, double context, double experts, double message, double reduce, double gather, double tied) {
    static Communication of(TrainingStep step, GroupTimes groups) {
        Parallelism division = step.parallelism();
        Transformer model = step.model();
        Bytes bytes = step.bytes();
        double activations = step.activationBytes();
        int t = division.tensor();
        boolean gathers = step.sequenceParallel() || step.gathersMessages();
        double gathered = gathers ? groups.seconds(Kind.ALLGATHER, activations, t, 1) : 0;
        double collective = step.sequenceParallel()
                ? gathered + groups.seconds(Kind.REDUCE_SCATTER_BLOCK, activations, t, 1)
                : groups.seconds(Kind.ALLREDUCE, activations, t, 1);
        double values = model.attention().keysAndValues();
        double keys = activations / model.hidden() * division.context() * values / t;
        int distance = division.stageDistance();
        int toLast = distance * (division.pipeline() - 1);
        double gatheredAgain = step.gathersMessages() ? gathered : 0;
        double embedding = (double) model.embeddingParameters() / t * bytes.gradient();
        boolean sharded = step.sharding() != Sharding.NONE;
        Kind reduction = sharded ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE;
        return new Communication(
                collective,
                groups.seconds(Kind.ALLGATHER, keys, division.context(), t),
                model.experts() == 1 ? collective : experts(step, groups, collective),
                toLast == 0 ? 0 : groups.message(step.messageBytes(), distance, distance) + gatheredAgain,
                replicas(step, groups, reduction, bytes.gradient()),
                sharded ? replicas(step, groups, Kind.ALLGATHER, bytes.gathered()) : 0,
                model.tied() && toLast > 0 ? groups.message(embedding, distance, toLast) : 0);
    }

    private static double experts(TrainingStep step, GroupTimes groups, double collective) {
        double exchanges = groups.exchange(step, false) + groups.exchange(step, true);
        if (!step.dividesTokens()) {
            return exchanges + collective;
        }
        int t = step.parallelism().expertTensor();
        double divided = step.expertTensorBytes();
        return exchanges
                + (groups.seconds(Kind.ALLGATHER, divided, t, 1)
                        + groups.seconds(Kind.REDUCE_SCATTER_BLOCK, divided, t, 1)
                        + (step.model().feedForward().shared() > 0 ? collective : 0));
    }

    /**
     * Returns the time of the replicas' collectives on shared parameters, and on experts among GPUs with the same
     * experts.
     */
    private static double replicas(TrainingStep step, GroupTimes groups, Kind kind, double bytesEach) {
        Parallelism division = step.parallelism();
        Held held = step.largestStage();
        double bucket = step.bytes().bucket();
        double separate = division.isAsDense() ? 0 : held.experts();
        double together = (held.all() - separate) * bytesEach;
        int expertDistance = division.expert() * division.expertTensor();
        return groups.inBuckets(kind, together, bucket, division.gradientReplicas(), division.tensor())
                + groups.inBuckets(kind, separate * bytesEach, bucket, division.expertReplicas(), expertDistance);
    }
}
