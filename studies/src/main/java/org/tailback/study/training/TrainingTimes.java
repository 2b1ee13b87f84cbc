package org.tailback.study.training;

import java.util.List;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Output;

/**
 * Mean times of the activities of a GPU in a step, in seconds. Their sum is the time of the step.
 *
 * @param step description of the step
 * @param seconds time of a step
 * @param compute time of computation
 * @param bubble waiting times in the pipeline that remain if communication takes no time, at most those of the replay
 *     with communication
 * @param exposed waiting times for communication; for the pipeline those beyond the bubble
 * @param end waiting time for the slowest GPU at the end, beyond the bubble
 * @param evaluation share of evaluations, by a formula
 * @param messages number of messages of all steps and GPUs
 * @param insideNodes share of messages that stay on their node; NaN without messages
 * @param folded GPUs that were replayed for all, in words; empty if all GPUs were replayed
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
     * Waiting times for communication, seconds.
     *
     * @param pipeline waiting time for messages between stages, beyond the bubble, seconds
     * @param tensor waiting time for tensor groups, seconds
     * @param data waiting time for replicas, seconds
     * @param expert waiting time for experts, seconds
     * @param context waiting time for context groups, seconds
     */
    public record Exposed(
            @Output(name = "exposedPipeline") double pipeline,
            @Output(name = "exposedTensor") double tensor,
            @Output(name = "exposedData") double data,
            @Output(name = "exposedExpert") double expert,
            @Output(name = "exposedContext") double context) {}

    /**
     * Returns the fraction of the peak of all GPUs that the operations of the model use, without repeated operations.
     */
    public double utilisation() {
        return step.utilisation(seconds);
    }

    /** Returns the number of tokens of all GPUs per second. */
    public double tokensPerSecond() {
        return step.tokensPerSecond(seconds);
    }
}
