package org.tailback.study.training;

import java.util.List;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Output;

/**
 * The activities of a GPU in a step, on average: their times add up to that of a step. Seconds.
 *
 * @param step its description
 * @param seconds time of a step
 * @param compute computation
 * @param bubble waits in the pipeline that remain if all communication takes no time, as far as the pipeline has any
 * @param exposed waits for communication, beyond the bubble for the pipeline
 * @param end waits for the slowest GPU at the end, beyond the bubble
 * @param evaluation share of evaluations, by a formula
 * @param messages of all steps and GPUs
 * @param insideNodes share of messages inside nodes; NaN without messages
 * @param folded which GPUs were replayed for all; empty if all were
 * @param warnings of the replay
 */
@Fields("seconds tokensPerSecond utilisation messages insideNodes compute bubble exposed end evaluation")
public record TrainingTimes(
        TrainingStep step,
        @Output(name = "step") double seconds,
        double compute,
        double bubble,
        @Inline Exposed exposed,
        double end,
        double evaluation,
        long messages,
        double insideNodes,
        String folded,
        List<String> warnings) {
    /**
     * Waits for communication, seconds.
     *
     * @param pipeline waits for messages between stages, beyond the bubble; seconds
     * @param tensor waits for tensor groups, seconds
     * @param data waits for replicas, seconds
     * @param expert waits for experts, seconds
     * @param context waits for context groups, seconds
     */
    public record Exposed(
            @Output(name = "exposedPipeline") double pipeline,
            @Output(name = "exposedTensor") double tensor,
            @Output(name = "exposedData") double data,
            @Output(name = "exposedExpert") double expert,
            @Output(name = "exposedContext") double context) {}

    /** Returns the part of the peak of all GPUs that the operations of the model take, without repeated ones. */
    public double utilisation() {
        return step.utilisation(seconds);
    }

    /** Returns the tokens of all GPUs per second. */
    public double tokensPerSecond() {
        return step.tokensPerSecond(seconds);
    }
}
