package org.tailback.study.training;

import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * The time of a step by a formula, for thousands of divisions in a second; {@link TrainingTimes} replays one.
 *
 * <p>With m micro-batches, p stages of v chunks, and S_i the seconds of stage i for both passes of a micro-batch,
 *
 * <pre>
 * step = m max S + (sum of the S_i other than the largest) / v + messages + gradients + optimizer
 * </pre>
 *
 * so that the bubble is (p - 1) / (m v) of equal stages. S has {@link LayerTimes} and the collectives of tensor and
 * context groups, by {@link GroupTimes}; those that overlap count where they take longer than what they hide behind.
 * Messages between stages are 2 (p - 1) on the way of a micro-batch; without overlap one more in each direction for
 * each other micro-batch. Gradients are reduced by 2 (n - 1) / n of their bytes in rings; with overlap they count
 * beyond the backward pass of the last micro-batch, gathered parameters beyond a forward pass.
 *
 * <p><b>Worked example</b> ({@code StepEstimateTest}): 8 micro-batches, 4 stages of 10 ms without communication: 80 ms
 * + 30 ms, a bubble of 3 / 8; with two chunks 80 ms + 15 ms.
 *
 * @param seconds of a step
 * @param compute of the slowest stage
 * @param bubble of the pipeline
 * @param tensor exposed collectives of tensor and context groups
 * @param pipeline exposed messages between stages
 * @param data exposed collectives of replicas
 * @param memory of the fullest GPU
 */
public record StepEstimate(
        @NoOutput double seconds,
        double compute,
        double bubble,
        @Output(name = "tensorSeconds") double tensor,
        @Output(name = "pipelineSeconds") double pipeline,
        @Output(name = "dataSeconds") double data,
        @NoOutput TrainingMemory memory) {

    /** Returns the estimate of a step, with the times of communication on a platform. */
    public static StepEstimate of(TrainingStep step, GroupTimes groups) {
        return of(step, step.gpu(), Communication.of(step, groups));
    }

    /**
     * The times of communication, which do not depend on the GPU.
     *
     * @param collective of a tensor group before or after half a layer; all of a half
     * @param edge of a tensor group at an end of the model, both passes
     * @param context keys and values of a layer, one pass
     * @param message between two stages
     * @param reduce gradients of replicas
     * @param gather new parameters among replicas, in the forward pass where they overlap
     * @param tied gradients of the embedding between the first and the last stage
     */
    public record Communication(
            double collective, double edge, double context, double message, double reduce, double gather, double tied) {
        static Communication of(TrainingStep step, GroupTimes groups) {
            Parallelism division = step.parallelism();
            Transformer model = step.model();
            double activations = step.activationBytes();
            int t = division.tensor();
            boolean sequence = step.sequenceParallel();
            double collective;
            if (t == 1) {
                collective = 0;
            } else if (!step.tensorLink().isMessages()) {
                collective = sequence ? 2 * step.tensorSeconds(false) : step.tensorSeconds(true);
            } else if (sequence) {
                collective = gather(step, groups) + groups.seconds(Kind.REDUCE_SCATTER_BLOCK, activations, t, 1);
            } else {
                collective = groups.seconds(Kind.ALLREDUCE, activations, t, 1);
            }
            double keys = 2 * activations * division.context() * model.keyValueHeads() / model.heads() / t;
            double context = groups.seconds(Kind.ALLGATHER, keys, division.context(), t);
            double message = division.pipeline() == 1
                    ? 0
                    : groups.message(step.messageBytes(), division.stageDistance(), division.stageDistance())
                            + (step.gathersMessages() ? gather(step, groups) : 0);

            double held = step.largestStageParameters();
            int replicas = division.gradientReplicas();
            boolean sharded = step.sharding() != Sharding.NONE;
            Kind reduction = sharded ? Kind.REDUCE_SCATTER_BLOCK : Kind.ALLREDUCE;
            double reduce = groups.seconds(reduction, held * step.gradientBytes(), replicas, t);
            double gather = sharded ? groups.seconds(Kind.ALLGATHER, held * step.valueBytes(), replicas, t) : 0;
            int ends = division.stageDistance() * (division.pipeline() - 1);
            double tied = model.tied() && ends > 0
                    ? groups.message(
                            (double) model.embeddingParameters() / t * step.gradientBytes(),
                            division.stageDistance(),
                            ends)
                    : 0;
            return new Communication(collective, collective, context, message, reduce, gather, tied);
        }

        private static double gather(TrainingStep step, GroupTimes groups) {
            return step.tensorLink().isMessages()
                    ? groups.seconds(
                            Kind.ALLGATHER,
                            step.activationBytes(),
                            step.parallelism().tensor(),
                            1)
                    : step.tensorSeconds(false);
        }
    }

    static StepEstimate of(TrainingStep step, Gpu gpu, Communication communication) {
        LayerTimes times = LayerTimes.of(step, gpu);
        Parallelism division = step.parallelism();
        boolean beside = step.overlap().tensor();
        double context = communication.context;
        double attention = exposed(communication.collective, times.attention(), beside)
                + exposed(context, times.attention(), true);
        double feedForward = exposed(communication.collective, times.feedForward(), beside);
        // the backward pass gathers keys and values again and scatters their gradients
        double attentionBackward = exposed(communication.collective, times.attentionBackward(), beside)
                + exposed(2 * context, times.attentionBackward(), true);
        double feedForwardBackward = exposed(communication.collective, times.feedForwardBackward(), beside);
        double forwardWaits = attention + feedForward;
        double waits = forwardWaits
                + attentionBackward
                + feedForwardBackward
                + (times.attentionAgain() > 0 ? forwardWaits : 0);
        double layer = times.forward() + times.backward();

        int stages = division.pipeline();
        double largest = 0;
        double sum = 0;
        double computed = 0;
        for (int stage = 0; stage < stages; stage++) {
            double busy = step.layers(stage) * layer
                    + (stage == 0 ? times.embedding() : 0)
                    + (stage == stages - 1 ? times.head() + times.headBackward() : 0);
            double all = busy
                    + step.layers(stage) * waits
                    + (stage == 0 ? communication.edge : 0)
                    + (stage == stages - 1 ? communication.edge : 0);
            sum += all;
            if (all > largest) {
                largest = all;
                computed = busy;
            }
        }
        int micro = step.microBatches();
        double bubble = (sum - largest) / division.interleave();
        double messages = communication.message
                * (2 * (stages - 1) + (step.overlap().pipeline() ? 0 : 2.0 * (micro - 1) * division.interleave()));
        double hidden = step.overlap().data() ? step.layers(0) * (times.backward() + waits - forwardWaits) : 0;
        double hiddenGather = step.overlap().data() ? step.layers(0) * (times.forward() + forwardWaits) : 0;
        double data = Math.max(0, communication.reduce - hidden)
                + Math.max(0, communication.gather - hiddenGather)
                + communication.tied;
        double seconds = micro * largest + bubble + messages + data + times.optimizer();
        return new StepEstimate(
                seconds,
                micro * computed + times.optimizer(),
                bubble,
                micro * (largest - computed),
                messages,
                data,
                TrainingMemory.of(step));
    }

    /** Returns what of a communication counts beside a computation. */
    private static double exposed(double communication, double computation, boolean beside) {
        return beside ? Math.max(0, communication - computation) : communication;
    }

    /** Returns what takes the largest part of the step beside computation. */
    public String limit() {
        double most = Math.max(Math.max(bubble, tensor), Math.max(pipeline, data));
        return compute >= 0.8 * seconds || most == 0
                ? "compute"
                : most == bubble ? "bubble" : most == tensor ? "tensor" : most == pipeline ? "pipeline" : "data";
    }
}
