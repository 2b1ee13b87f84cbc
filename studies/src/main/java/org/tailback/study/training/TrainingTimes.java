package org.tailback.study.training;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tailback.collective.CollectiveSelector;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.GpuPlatforms;
import org.tailback.simulation.Workload;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.study.whatif.IdealNetworks;

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
    private static final int MOST_WHOLE = 1024;
    private static final Jitter.Scaled UNDISTURBED = Jitter.NONE.scaledBy(0);

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

    public TrainingTimes {
        warnings = ImmutableList.copyOf(warnings);
    }

    /**
     * Replays the steps on a platform, and the pipeline alone on a network that takes no time.
     *
     * @param fold whether few GPUs are replayed for all, from 64 on, if all do the same; otherwise there is a warning
     * @throws org.tailback.error.InputException if the platform has no GPUs, or too few
     */
    public static TrainingTimes of(
            TrainingStep step, CollectiveSelector selector, Platform platform, long seed, boolean fold) {
        return of(step, selector, platform, seed, fold, UNDISTURBED, any -> {});
    }

    /**
     * Replays the steps as above, those of all GPUs where random delays disturb them.
     *
     * @param messages receives the number of messages before their replay
     */
    public static TrainingTimes of(
            TrainingStep step,
            CollectiveSelector selector,
            Platform platform,
            long seed,
            boolean fold,
            Jitter.Scaled jitter,
            LongConsumer messages) {
        GpuPlatforms.require(platform, "training");
        StepFold found = fold ? fold(step, selector, platform, seed) : StepFold.NONE;
        int ranks = step.parallelism().ranks();
        messages.accept(messages(step, selector, platform)
                * (found.replayed(ranks) / step.parallelism().pipeline()));
        return of(step, found, selector, platform, seed, jitter);
    }

    /** Returns the number of messages that the first GPUs of all stages send. O(their messages). */
    private static long messages(TrainingStep step, CollectiveSelector selector, Platform platform) {
        ParallelProgram written = Workload.written(new TrainingProgram(step), platform, selector, 1);
        return IntStream.range(0, step.parallelism().pipeline())
                .mapToLong(stage -> sent(written.open(stage * step.parallelism().stageDistance())))
                .sum();
    }

    private static long sent(Program program) {
        long[] count = {0};
        try (program) {
            program.produceAll(new IgnoringSink() {
                @Override
                public void isend(int request, int to, int tag, int inside, long bytes, SendMode mode) {
                    count[0]++;
                }

                @Override
                public void send(int to, int tag, int inside, long bytes, SendMode mode) {
                    count[0]++;
                }

                @Override
                public void start(int request, Program progressThread) {
                    count[0] += sent(progressThread);
                }
            });
        }
        return count[0];
    }

    /**
     * Replays the steps as {@link #of}, few GPUs for all where that is exact; empty if all GPUs would be replayed, and
     * these are more than {@value #MOST_WHOLE}.
     *
     * @throws org.tailback.error.InputException if the platform has no GPUs, or too few
     */
    public static Optional<TrainingTimes> feasible(
            TrainingStep step, CollectiveSelector selector, Platform platform, long seed) {
        StepFold found = fold(step, selector, platform, seed);
        return found.replayed(step.parallelism().ranks()) > MOST_WHOLE
                ? Optional.empty()
                : Optional.of(of(step, found, selector, platform, seed, UNDISTURBED));
    }

    private static StepFold fold(TrainingStep step, CollectiveSelector selector, Platform platform, long seed) {
        GpuPlatforms.require(platform, "training");
        if (step.parallelism().ranks() < StepFold.LEAST) {
            return StepFold.NONE;
        }
        return step.exchange().routing().isEven()
                ? StepFold.search(step.parallelism(), new TrainingProgram(step), selector, platform, seed)
                : new StepFold(null, null, "experts receive different numbers of tokens");
    }

    private static TrainingTimes of(
            TrainingStep step,
            StepFold found,
            CollectiveSelector selector,
            Platform platform,
            long seed,
            Jitter.Scaled jitter) {
        GpuPlatforms.require(platform, "training");
        TrainingProgram whole = new TrainingProgram(step);
        String warning = found.problem().isEmpty() ? "" : "All GPUs are replayed: " + found.problem() + ".";
        int busy = found.replayed(whole.ranks());
        ExposedTime own = new ExposedTime(whole.ranks(), busy);
        ReplayResult result =
                replay(found.workload(whole, selector, platform).disturbedBy(jitter), platform, seed, own);

        ParallelProgram pipeline = TrainingProgram.pipelineAlone(step);
        ExposedTime ideal = new ExposedTime(pipeline.ranks(), pipeline.ranks());
        double idealSpan = replay(
                        Workload.of("pipeline", pipeline, selector), IdealNetworks.instantaneous(platform), seed, ideal)
                .duration();

        // communication can also balance unequal stages
        double bubble = Math.min(ideal.waited(CommunicationKind.PIPELINE), own.waited(CommunicationKind.PIPELINE));
        double end = Math.max(0, result.duration() - own.finished());
        double idealEnd = Math.min(idealSpan - ideal.finished(), end);
        // GPUs also compute reductions and starts of collectives, most of tensor groups; without these, of experts
        int steps = step.steps();
        boolean hasTensor = step.parallelism().tensor() > 1;
        LayerTimes even = new LayerModel(step, step.gpu()).times(1);
        double inGroups = hasTensor || step.parallelism().expert() > 1
                ? own.computed() - platform.computeScale() * steps * (even.ofStep(step) + even.optimizer())
                : 0;
        double evaluation = step.evaluation().every() == 0
                ? 0
                : StepEstimate.of(step, new GroupTimes(ranks -> platform, selector))
                        .evaluation();
        return new TrainingTimes(
                step,
                result.duration() / steps + evaluation,
                (own.computed() - inGroups) / steps,
                (bubble + idealEnd) / steps,
                new Exposed(
                        (own.waited(CommunicationKind.PIPELINE) - bubble) / steps,
                        (own.waited(CommunicationKind.TENSOR) + (hasTensor ? inGroups : 0)) / steps,
                        own.waited(CommunicationKind.DATA) / steps,
                        (own.waited(CommunicationKind.EXPERT) + (hasTensor ? 0 : inGroups)) / steps,
                        own.waited(CommunicationKind.CONTEXT) / steps),
                (end - idealEnd) / steps,
                evaluation,
                result.traffic().messages() * whole.ranks() / busy,
                result.shareInsideNodes(),
                found.text(),
                Stream.concat(result.warnings().stream(), Stream.of(warning))
                        .filter(sentence -> !sentence.isEmpty())
                        .toList());
    }

    private static ReplayResult replay(Workload workload, Platform platform, long seed, ExposedTime observer) {
        try (workload) {
            return workload.on(platform).seed(seed).observer(observer).run();
        }
    }

    /** Returns the part of the peak of all GPUs that the operations of the model take, without repeated ones. */
    public double utilisation() {
        return step.utilisation(seconds);
    }

    /** Returns the tokens of all GPUs per second. */
    public double tokensPerSecond() {
        return step.tokensPerSecond(seconds);
    }
}
