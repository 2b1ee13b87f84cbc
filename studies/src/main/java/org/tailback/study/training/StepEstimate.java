package org.tailback.study.training;

import java.util.function.DoubleUnaryOperator;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.training.TrainingStep.Held;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * The time of a step by a formula, fast enough for thousands of divisions per second. {@link TrainingTimes} replays a
 * single step.
 *
 * <p>With m micro-batches, p stages of v chunks, and S_i the seconds of stage i for both passes of a micro-batch,
 *
 * <pre>
 * step = m max S + (sum of the S_i other than the largest) / v + messages + gradients + optimizer
 * </pre>
 *
 * so that the bubble is (p - 1) / (m v) of equal stages. S has {@link LayerTimes} and the collectives of tensor and
 * context groups, by {@link GroupTimes}; those that overlap count where they take longer than the work that they
 * overlap. Messages between stages are 2 (p v - 1) on the path of a micro-batch; without overlap one more in each
 * direction for each other micro-batch. Gradients are reduced by 2 (n - 1) / n of their bytes in rings, in buckets one
 * after the other. With overlap the longer of two counts: all of them beyond the backward passes of the last p
 * micro-batches (the last one without interleaving), or those of the part that is ready last, a chunk (a layer) with
 * the embedding; of gathered parameters the same with forward passes; the rest slows computation down by {@link
 * #OCCUPIED}. Evaluations are forward passes whose tensor collectives never overlap (MLPerf's scripts:
 * NVTE_TP_OVERLAP_TRAINING_ONLY).
 *
 * <p><b>Worked example</b> ({@code StepEstimateTest}): 8 micro-batches, 4 stages of 10 ms without communication: 80 ms
 * + 30 ms, a bubble of 3 / 8; with two chunks 80 ms + 15 ms.
 *
 * @param seconds of a step
 * @param compute of the slowest stage
 * @param bubble of the pipeline
 * @param tensor exposed collectives of tensor, context and expert groups
 * @param pipeline exposed messages between stages
 * @param data exposed collectives of replicas
 * @param evaluation share of evaluations
 * @param memory of the fullest GPU
 */
public record StepEstimate(
        @NoOutput double seconds,
        double compute,
        double bubble,
        @Output(name = "tensorSeconds") double tensor,
        @Output(name = "pipelineSeconds") double pipeline,
        @Output(name = "dataSeconds") double data,
        double evaluation,
        @NoOutput TrainingMemory memory) {
    /**
     * Part of a GPU's multiprocessors that collectives of replicas occupy while it computes, which slows computation
     * down by the same part: 8 of the H100's 132, the limit in MLPerf's scripts ({@code max_ctas}).
     */
    private static final double OCCUPIED = 8.0 / 132;

    /** Largest error of the formula in {@link #isNearReplay}, as a part of the step. */
    private static final double SMALL = 0.01;
    /** Possible error of the formula in the bubble of several unequal stages, as a part of the bubble. */
    private static final double UNEVEN = 0.1;

    /** Returns the parts of a replayed step: {@code tensor} with context and experts, {@code bubble} with its end. */
    public static StepEstimate of(TrainingTimes times) {
        return new StepEstimate(
                times.seconds(),
                times.compute(),
                times.bubble() + times.end(),
                times.exposedTensor() + times.exposedContext() + times.exposedExpert(),
                times.exposedPipeline(),
                times.exposedData(),
                times.evaluation(),
                TrainingMemory.of(times.step()));
    }

    /**
     * Returns whether the formula is within 1 % of a replay of the step. This holds without experts, context groups,
     * interleaved stages, gathered parameters and overlapped collectives of tensor groups, if messages, a tenth of the
     * bubble of more than two stages, and overlapped collectives of replicas are together less than 1 % of the step.
     */
    public boolean isNearReplay(TrainingStep step) {
        Parallelism division = step.parallelism();
        boolean isAlone = division.gradientReplicas() == 1;
        double uncertain = (division.pipeline() > 2 ? pipeline + UNEVEN * bubble : 0)
                + (step.overlap().data() && !isAlone ? data : 0);
        return step.model().experts() == 1
                && division.context() == 1
                && division.interleave() == 1
                && (isAlone || step.sharding() != Sharding.PARAMETERS)
                && (division.tensor() == 1 || !step.overlap().tensor())
                && uncertain <= SMALL * seconds;
    }

    /** Returns the estimate of a step, with the times of communication on a platform. */
    public static StepEstimate of(TrainingStep step, GroupTimes groups) {
        return of(step, step.gpu(), Communication.of(step, groups));
    }

    /**
     * The times of communication, which do not depend on the GPU.
     *
     * @param collective all of a tensor group for half a layer; an end of the model has the same number in both passes
     * @param context keys and values of a layer, one pass
     * @param experts all communication of feed-forward networks, one pass: tokens to experts and back, and collectives
     *     of the GPUs that divide their matrices; {@code collective} without experts
     * @param message between two stages
     * @param reduce gradients of replicas
     * @param gather new parameters among replicas, in the forward pass where they overlap
     * @param tied gradients of the embedding between the first and the last stage
     */
    public record Communication(
            double collective,
            double context,
            double experts,
            double message,
            double reduce,
            double gather,
            double tied) {
        static Communication of(TrainingStep step, GroupTimes groups) {
            Parallelism division = step.parallelism();
            Transformer model = step.model();
            double activations = step.activationBytes();
            int t = division.tensor();
            boolean sequence = step.sequenceParallel();
            double collective;
            if (t == 1) {
                collective = 0;
            } else if (sequence) {
                collective = gather(step, groups) + groups.seconds(Kind.REDUCE_SCATTER_BLOCK, activations, t, 1);
            } else {
                collective = groups.seconds(Kind.ALLREDUCE, activations, t, 1);
            }
            double experts = model.experts() == 1 ? collective : experts(step, groups, collective);
            double keys = activations
                    / model.hidden()
                    * division.context()
                    * model.attention().keysAndValues()
                    / t;
            double context = groups.seconds(Kind.ALLGATHER, keys, division.context(), t);
            double message = division.pipeline() == 1
                    ? 0
                    : groups.message(step.messageBytes(), division.stageDistance(), division.stageDistance())
                            + (step.gathersMessages() ? gather(step, groups) : 0);

            boolean sharded = step.sharding() != Sharding.NONE;
            Kind reduction = sharded ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE;
            double reduce = replicas(step, groups, reduction, step.gradientBytes());
            double gather = sharded ? replicas(step, groups, Kind.ALLGATHER, step.gatheredBytes()) : 0;
            int ends = division.stageDistance() * (division.pipeline() - 1);
            double tied = model.tied() && ends > 0
                    ? groups.message(
                            (double) model.embeddingParameters() / t * step.gradientBytes(),
                            division.stageDistance(),
                            ends)
                    : 0;
            return new Communication(collective, context, experts, message, reduce, gather, tied);
        }

        private static double experts(TrainingStep step, GroupTimes groups, double collective) {
            Parallelism division = step.parallelism();
            int t = division.expertTensor();
            double divided = step.expertTensorBytes();
            return groups.exchange(step, false)
                    + groups.exchange(step, true)
                    + (!step.dividesTokens()
                            ? collective
                            : groups.seconds(Kind.ALLGATHER, divided, t, 1)
                                    + groups.seconds(Kind.REDUCE_SCATTER_BLOCK, divided, t, 1)
                                    + (step.model().feedForward().shared() > 0 ? collective : 0));
        }

        /**
         * Returns the time of collectives of replicas: of shared parameters, and of experts among GPUs with the same
         * ones.
         */
        private static double replicas(TrainingStep step, GroupTimes groups, Kind kind, double bytesPerParameter) {
            Parallelism division = step.parallelism();
            Held held = step.largestStage();
            double apart = division.isAsDense() ? 0 : held.experts();
            int expertDistance = division.expert() * division.expertTensor();
            return buckets(
                            step.gradientBucket(),
                            (held.all() - apart) * bytesPerParameter,
                            bytes -> groups.seconds(kind, bytes, division.gradientReplicas(), division.tensor()))
                    + buckets(
                            step.gradientBucket(),
                            apart * bytesPerParameter,
                            bytes -> groups.seconds(kind, bytes, division.expertReplicas(), expertDistance));
        }

        private static double buckets(double most, double bytes, DoubleUnaryOperator seconds) {
            double bucket = Math.min(bytes, most);
            return bytes == 0 ? 0 : bytes / bucket * seconds.applyAsDouble(bucket);
        }

        private static double gather(TrainingStep step, GroupTimes groups) {
            return groups.seconds(
                    Kind.ALLGATHER, step.activationBytes(), step.parallelism().tensor(), 1);
        }
    }

    static StepEstimate of(TrainingStep step, Gpu gpu, Communication communication) {
        LayerTimes times = LayerTimes.of(step, gpu);
        Parallelism division = step.parallelism();
        boolean overlapped = step.overlap().tensor();
        double context = communication.context;
        double exposedContext = exposed(context, times.attention().forward(), true);
        double attention = exposed(communication.collective, times.attention().forward(), overlapped) + exposedContext;
        boolean expertsOverlapped =
                step.model().experts() == 1 ? overlapped : step.overlap().experts();
        double feedForward = exposed(communication.experts, times.feedForward().forward(), expertsOverlapped);
        // the backward pass gathers keys and values again and scatters their gradients
        double attentionBackward =
                exposed(communication.collective, times.attention().backward(), overlapped)
                        + exposed(2 * context, times.attention().backward(), true);
        double feedForwardBackward =
                exposed(communication.experts, times.feedForward().backward(), expertsOverlapped);
        double forwardWaits = attention + feedForward;
        double waits = forwardWaits
                + attentionBackward
                + feedForwardBackward
                + (times.attention().again() > 0 ? forwardWaits : 0);
        double layer = times.forward() + times.backward();
        double denseFeedForward =
                exposed(communication.collective, times.denseFeedForward().forward(), overlapped);
        double denseForwardWaits = denseFeedForward - feedForward;
        double denseWaits = denseForwardWaits * (times.attention().again() > 0 ? 2 : 1)
                + exposed(communication.collective, times.denseFeedForward().backward(), overlapped)
                - feedForwardBackward;
        double denseLayer = times.denseForward() + times.denseBackward();

        int stages = division.pipeline();
        double largest = 0;
        double sum = 0;
        double computed = 0;
        double largestForward = 0;
        for (int stage = 0; stage < stages; stage++) {
            int dense = step.denseLayers(stage);
            double busy = step.layers(stage) * layer
                    + dense * denseLayer
                    + (stage == 0 ? times.embedding() : 0)
                    + (stage == stages - 1
                            ? times.head().forward() + times.head().backward()
                            : 0);
            double edges = communication.collective * ((stage == 0 ? 1 : 0) + (stage == stages - 1 ? 1 : 0));
            double all = busy + step.layers(stage) * waits + dense * denseWaits + edges;
            sum += all;
            if (all > largest) {
                largest = all;
                computed = busy;
            }
            largestForward = Math.max(
                    largestForward,
                    step.layers(stage)
                                    * (times.forward()
                                            + communication.collective
                                            + communication.experts
                                            + exposedContext)
                            + dense * times.denseForward()
                            + (stage == stages - 1 ? times.head().forward() : 0)
                            + edges / 2);
        }
        int micro = step.microBatches();
        int chunks = division.interleave();
        double bubble = (sum - largest) / chunks;
        double hops = stages == 1 ? 0 : stages * chunks - 1;
        double messages =
                communication.message * (2 * hops + (step.overlap().pipeline() ? 0 : 2.0 * (micro - 1) * chunks));
        double data = communication.tied
                + exposed(step, communication.reduce, times.backward() + waits - forwardWaits)
                + exposed(step, communication.gather, times.forward() + forwardWaits);
        double forward = (micro + (stages - 1.0) / chunks) * largestForward + communication.message * hops;
        double evaluation = step.evaluation().share(step.batch(), forward);
        double seconds = micro * largest + bubble + messages + data + times.optimizer() + evaluation;
        return new StepEstimate(
                seconds,
                micro * computed + times.optimizer(),
                bubble,
                micro * (largest - computed),
                messages,
                data,
                evaluation,
                TrainingMemory.of(step));
    }

    /** Returns the exposed time of a communication of replicas that overlaps passes of the layers, seconds each. */
    private static double exposed(TrainingStep step, double communication, double layer) {
        if (!step.overlap().data()) {
            return communication;
        }
        int chunks = step.parallelism().interleave();
        int layers = step.layers(0);
        int last = chunks == 1 ? 1 : step.layers(0, 0);
        boolean haveReplicas = step.parallelism().expertReplicas() > 1;
        double part =
                (double) step.model().embeddingParameters() / step.parallelism().tensor();
        for (int number = 0; number < last; number++) {
            part += haveReplicas
                    ? step.layerParameters(number)
                    : (double) step.model().sharedParameters(number)
                            / step.parallelism().tensor();
        }
        Held held = step.largestStage();
        double tail = communication * part / (haveReplicas ? held.all() : held.shared());
        int passes = chunks == 1 ? 1 : Math.min(step.parallelism().pipeline(), step.microBatches());
        double counts = Math.max(Math.min(tail, communication), communication - passes * (layers - last) * layer);
        return counts + OCCUPIED * (communication - counts);
    }

    private static double exposed(double communication, double computation, boolean overlapped) {
        return overlapped ? Math.max(0, communication - computation) : communication;
    }

    /** Returns the cause of the largest part of the step, other than computation if that is below 80 %. */
    public String limit() {
        double most = Math.max(Math.max(bubble, tensor), Math.max(pipeline, data));
        return compute >= 0.8 * seconds || most == 0
                ? "compute"
                : most == bubble ? "bubble" : most == tensor ? "tensor" : most == pipeline ? "pipeline" : "data";
    }
}
