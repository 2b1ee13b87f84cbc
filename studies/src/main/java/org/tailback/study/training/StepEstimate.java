package org.tailback.study.training;

import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.study.training.LayerTimes.Half;
import org.tailback.study.training.TrainingStep.Held;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Estimate of the step time by a formula, fast enough for thousands of divisions per second. {@link TrainingTimes}
 * results from a replay of a single division.
 *
 * <p>With m micro-batches, p stages of v chunks, and S_i the seconds of stage i for both passes of a micro-batch,
 *
 * <pre>
 * step = m max S + (sum of the S_i other than the largest) / v + messages + gradients + optimizer
 * </pre>
 *
 * so the bubble is (p - 1) / (m v) of the time of equal stages. S consists of {@link LayerTimes} and of the collectives
 * of tensor and context groups from {@link GroupTimes}. An overlapping collective contributes only the time by which it
 * exceeds the overlapped work. The path of a micro-batch has 2 (p v - 1) messages between stages. Without overlap, each
 * other micro-batch adds one message per direction. Ring reductions of gradients transfer 2 (n - 1) / n of their bytes,
 * in consecutive buckets. With overlap, the exposed time is the longer of two times. The first is the time by which all
 * reductions exceed the backward passes of the last p micro-batches (of the last micro-batch without interleaving). The
 * second is the time to reduce the part that is ready last: a chunk (a layer without interleaving) and the embedding.
 * Gathered parameters are treated in the same way with forward passes. The overlapped remainder slows computation down
 * by {@link #OCCUPIED}. Evaluations are forward passes whose tensor collectives never overlap (MLPerf's scripts:
 * NVTE_TP_OVERLAP_TRAINING_ONLY).
 *
 * <p><b>Worked example</b> ({@code StepEstimateTest}): 8 micro-batches and 4 stages of 10 ms without communication take
 * 80 ms + 30 ms, a bubble of 3 / 8. With two chunks they take 80 ms + 15 ms.
 *
 * @param seconds step time, seconds
 * @param compute computation time of the slowest stage
 * @param bubble time of the pipeline bubble
 * @param tensor exposed time of collectives of tensor, context and expert groups
 * @param pipeline exposed time of messages between stages
 * @param data exposed time of collectives of replicas
 * @param evaluation the step's share of the time of evaluations
 * @param memory memory of the GPU that needs the most memory
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
     * Fraction of a GPU's multiprocessors that collectives of replicas occupy; they slow computation down by the same
     * fraction. MLPerf's scripts limit collectives to 8 of the H100's 132 multiprocessors ({@code max_ctas}).
     */
    private static final double OCCUPIED = 8.0 / 132;

    /** Largest error of the formula that {@link #isNearReplay} accepts, as a fraction of the step. */
    private static final double SMALL = 0.01;
    /** Possible error of the bubble by the formula with several unequal stages, as a fraction of the bubble. */
    private static final double UNEVEN = 0.1;

    /**
     * Returns the times of a replayed step: {@code tensor} includes context and experts, and {@code bubble} includes
     * the wait at the end.
     */
    public static StepEstimate of(TrainingTimes times) {
        TrainingTimes.Exposed exposed = times.exposed();
        return new StepEstimate(
                times.seconds(),
                times.compute(),
                times.bubble() + times.end(),
                exposed.tensor() + exposed.context() + exposed.expert(),
                exposed.pipeline(),
                exposed.data(),
                times.evaluation(),
                TrainingMemory.of(times.step()));
    }

    /**
     * Returns whether the formula is within 1 % of a replay of the step. The step must have no experts, context groups,
     * interleaved stages, gathered parameters or overlapped collectives of tensor groups. In addition, the sum of
     * messages, a tenth of the bubble of more than two stages, and overlapped collectives of replicas must be less than
     * 1 % of the step.
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

    /** Returns the estimate of a step with the communication times of a platform. */
    public static StepEstimate of(TrainingStep step, GroupTimes groups) {
        return of(step, step.gpu(), Communication.of(step, groups));
    }

    static StepEstimate of(TrainingStep step, Gpu gpu, Communication communication) {
        LayerTimes times = LayerTimes.of(step, gpu);
        Parallelism division = step.parallelism();
        double collective = communication.collective();
        boolean overlapped = step.overlap().tensor();
        boolean expertsOverlapped =
                step.model().experts() == 1 ? overlapped : step.overlap().experts();
        boolean isRepeated = times.attention().again() > 0;
        Half tensor = waits(times.attention(), collective, collective, overlapped);
        // the backward pass gathers keys and values again and scatters their gradients
        Half context = waits(times.attention(), communication.context(), 2 * communication.context(), true);
        Half feedForward =
                waits(times.feedForward(), communication.experts(), communication.experts(), expertsOverlapped);
        Half dense = waits(times.denseFeedForward(), collective, collective, overlapped);
        double forwardWaits = tensor.forward() + context.forward() + feedForward.forward();
        double waits = forwardWaits
                + (tensor.backward() + context.backward())
                + feedForward.backward()
                + (isRepeated ? forwardWaits : 0);
        double denseWaits = (dense.forward() - feedForward.forward()) * (isRepeated ? 2 : 1)
                + dense.backward()
                - feedForward.backward();
        double layer = times.forward() + times.backward();
        double denseLayer = times.denseForward() + times.denseBackward();
        double layerForward = times.forward() + collective + communication.experts() + context.forward();

        int last = division.pipeline() - 1;
        double largest = 0;
        double sum = 0;
        double computed = 0;
        double largestForward = 0;
        for (int stage = 0; stage <= last; stage++) {
            int layers = step.layers(stage);
            int denseLayers = step.denseLayers(stage);
            double headForward = stage == last ? times.head().forward() : 0;
            double busy = layers * layer
                    + denseLayers * denseLayer
                    + (stage == 0 ? times.embedding() : 0)
                    + (stage == last ? headForward + times.head().backward() : 0);
            double edges = collective * ((stage == 0 ? 1 : 0) + (stage == last ? 1 : 0));
            double all = busy + layers * waits + denseLayers * denseWaits + edges;
            sum += all;
            if (all > largest) {
                largest = all;
                computed = busy;
            }
            double forward = layers * layerForward + denseLayers * times.denseForward() + headForward + edges / 2;
            largestForward = Math.max(largestForward, forward);
        }
        int micro = step.microBatches();
        int chunks = division.interleave();
        double bubble = (sum - largest) / chunks;
        double hops = last == 0 ? 0 : (last + 1) * chunks - 1;
        double messages =
                communication.message() * (2 * hops + (step.overlap().pipeline() ? 0 : 2.0 * (micro - 1) * chunks));
        double data = communication.tied()
                + exposed(step, communication.reduce(), times.backward() + waits - forwardWaits)
                + exposed(step, communication.gather(), times.forward() + forwardWaits);
        double forward = (micro + (double) last / chunks) * largestForward + communication.message() * hops;
        double evaluation = step.evaluation().share(step.batch(), forward);
        return new StepEstimate(
                micro * largest + bubble + messages + data + times.optimizer() + evaluation,
                micro * computed + times.optimizer(),
                bubble,
                micro * (largest - computed),
                messages,
                data,
                evaluation,
                TrainingMemory.of(step));
    }

    /**
     * Returns the exposed time of communication among replicas that overlaps passes through the layers. All times are
     * in seconds.
     */
    private static double exposed(TrainingStep step, double communication, double layer) {
        if (!step.overlap().data()) {
            return communication;
        }
        Parallelism division = step.parallelism();
        int chunks = division.interleave();
        int layers = step.layers(0);
        int last = chunks == 1 ? 1 : step.layers(0, 0);
        boolean haveReplicas = division.expertReplicas() > 1;
        double part = (double) step.model().embeddingParameters() / division.tensor();
        for (int number = 0; number < last; number++) {
            part += haveReplicas
                    ? step.layerParameters(number)
                    : (double) step.model().sharedParameters(number) / division.tensor();
        }
        Held held = step.largestStage();
        double tail = communication * part / (haveReplicas ? held.all() : held.shared());
        int passes = chunks == 1 ? 1 : Math.min(division.pipeline(), step.microBatches());
        double counts = Math.max(Math.min(tail, communication), communication - passes * (layers - last) * layer);
        return counts + OCCUPIED * (communication - counts);
    }

    /** Returns the time that both passes through half a layer wait for communication. */
    private static Half waits(Half half, double forward, double backward, boolean overlapped) {
        return new Half(
                Math.max(0, forward - (overlapped ? half.forward() : 0)),
                Math.max(0, backward - (overlapped ? half.backward() : 0)),
                0);
    }

    /** Returns the cause of the largest share of the step; computation is excluded if its share is below 80 %. */
    public String limit() {
        double most = Math.max(Math.max(bubble, tensor), Math.max(pipeline, data));
        return compute >= 0.8 * seconds || most == 0
                ? "compute"
                : most == bubble ? "bubble" : most == tensor ? "tensor" : most == pipeline ? "pipeline" : "data";
    }
}
