package org.tailback.study.training;

import java.util.List;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Output;

/**
 * Mean time per GPU of each activity in a step, in seconds. The sum is the step time.
 *
 * @param step description of the step
 * @param seconds step time, seconds
 * @param compute time of computation
 * @param bubble waiting time in the pipeline if communication takes no time, at most the waiting time with
 *     communication
 * @param exposed waiting times for communication; the waiting time for the pipeline excludes the bubble
 * @param end waiting time for the slowest GPU at the end of the step, excluding the bubble
 * @param evaluation the step's share of the time of evaluations, by a formula
 * @param messages number of messages of all steps and GPUs
 * @param insideNodes fraction of messages that stay on their node; NaN without messages
 * @param folded description of the GPUs whose replay represents all GPUs; empty if all GPUs were replayed
 * @param warnings warnings of the replay
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
     * @param pipeline waiting time for messages between stages, excluding the bubble, seconds
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
     * Returns the fraction of the peak of all GPUs that the model's operations use; repeated operations are not
     * counted.
     */
    public double utilisation() {
        return step.utilisation(seconds);
    }

    /** Returns the number of tokens that all GPUs process per second. */
    public double tokensPerSecond() {
        return step.tokensPerSecond(seconds);
    }
}
