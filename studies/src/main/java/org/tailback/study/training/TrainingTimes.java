package org.tailback.study.training;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tailback.collective.CollectiveSelector;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;
import org.tailback.study.training.TrainingStep.Sharding;
import org.tailback.study.training.TrainingStep.TensorLink;
import org.tailback.study.whatif.IdealNetworks;
import org.tailback.study.workload.GpuPlatforms;
import org.tailback.study.workload.Workload;

/**
 * What a GPU does in a step, on average: the parts add up to the time of a step. Seconds.
 *
 * @param step its description
 * @param seconds time of a step
 * @param compute computation
 * @param bubble waits in the pipeline that remain if all communication takes no time
 * @param exposed waits for communication, beyond the bubble for the pipeline
 * @param end waits for the slowest GPU at the end, beyond the bubble
 * @param messages of all steps
 * @param warnings of the replay
 */
public record TrainingTimes(
        TrainingStep step,
        double seconds,
        double compute,
        double bubble,
        Map<CommunicationKind, Double> exposed,
        double end,
        long messages,
        List<String> warnings) {
    /** Copies the map and the list. */
    public TrainingTimes {
        exposed = ImmutableMap.copyOf(exposed);
        warnings = ImmutableList.copyOf(warnings);
    }

    /**
     * Replays the steps on a platform, and the pipeline alone on a network that takes no time.
     *
     * @throws org.tailback.error.InputException if the platform has no GPUs, or too few
     */
    public static TrainingTimes of(TrainingStep step, CollectiveSelector selector, Platform platform, long seed) {
        GpuPlatforms.require(platform, "training");
        TrainingProgram program = new TrainingProgram(step);
        ExposedTime own = new ExposedTime(program.ranks());
        ReplayResult result = replay(program, selector, platform, seed, own);

        TrainingProgram pipeline = new TrainingProgram(withoutCommunication(step));
        ExposedTime ideal = new ExposedTime(pipeline.ranks());
        double idealSpan = replay(pipeline, selector, IdealNetworks.of(platform).instantaneous(), seed, ideal)
                .duration();

        int steps = step.steps();
        double bubble = ideal.waited(CommunicationKind.PIPELINE);
        double idealEnd = idealSpan - ideal.finished();
        // what else GPUs compute are times by the tensor link and reductions in collectives of tensor groups
        double inTensor = step.parallelism().tensor() > 1
                ? own.computed() - platform.computeScale() * steps * step.computeSeconds()
                : 0;
        return new TrainingTimes(
                step,
                result.duration() / steps,
                (own.computed() - inTensor) / steps,
                (bubble + idealEnd) / steps,
                Maps.toMap(Arrays.asList(CommunicationKind.values()), kind -> switch (kind) {
                    case PIPELINE -> (own.waited(kind) - bubble) / steps;
                    case TENSOR -> (own.waited(kind) + inTensor) / steps;
                    default -> own.waited(kind) / steps;
                }),
                (result.duration() - own.finished() - idealEnd) / steps,
                result.messages(),
                result.warnings());
    }

    private static ReplayResult replay(
            TrainingProgram program, CollectiveSelector selector, Platform platform, long seed, ExposedTime observer) {
        try (Workload workload = Workload.of("training", program, selector)) {
            return workload.on(platform).seed(seed).observer(observer).run();
        }
    }

    /** One replica whose stages are one GPU each, as fast as the tensor group. */
    private static TrainingStep withoutCommunication(TrainingStep step) {
        Parallelism parallelism = step.parallelism();
        return new TrainingStep(
                step.model(),
                new Parallelism(1, 1, parallelism.pipeline(), 1),
                step.batch() / parallelism.data(),
                step.microBatch(),
                step.valueBytes(),
                step.gradientBytes(),
                Sharding.NONE,
                false,
                step.overlap(),
                step.recompute(),
                step.flopsPerSecond() * parallelism.tensor(),
                step.efficiency(),
                TensorLink.MESSAGES,
                step.steps());
    }

    /** Returns the tokens of all GPUs per second. */
    public double tokensPerSecond() {
        return (double) step.batch() * step.model().sequence() / seconds;
    }

    /** Returns the part of the peak of all GPUs that the operations of the model take, without repeated ones. */
    public double utilisation() {
        double peak = step.flopsPerSecond() / step.efficiency();
        return step.model().flops(step.batch()) / (seconds * step.parallelism().ranks() * peak);
    }
}
