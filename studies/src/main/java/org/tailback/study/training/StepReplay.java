package org.tailback.study.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.tailback.collective.CollectiveSelector;
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
 * Replay of training steps on a platform.
 *
 * @param step description of the steps; {@link TrainingStep#steps} steps are replayed
 * @param selector selector of the algorithms of collective operations
 * @param platform the platform, with GPUs
 * @param seed of all random numbers
 */
public record StepReplay(TrainingStep step, CollectiveSelector selector, Platform platform, long seed) {
    private static final int MOST_WHOLE = 1024;
    private static final Jitter.Scaled UNDISTURBED = Jitter.NONE.scaledBy(0);

    /** @throws org.tailback.error.InputException if the platform has no GPUs */
    public StepReplay {
        GpuPlatforms.require(platform, "training");
    }

    /**
     * Replays the steps on the platform, and the pipeline without other communication on an instantaneous network.
     *
     * @param fold whether a few GPUs represent all GPUs if at least 64 GPUs perform the same operations; if they
     *     cannot, the result has a warning
     * @throws org.tailback.error.InputException if the platform has too few GPUs
     */
    public TrainingTimes times(boolean fold) {
        return times(fold ? fold() : StepFold.NONE, UNDISTURBED);
    }

    /**
     * Replays the steps in the same way, with random delays; steps with random delays are replayed with all GPUs.
     *
     * @param messages receives the number of messages before the replay begins
     */
    public TrainingTimes times(boolean fold, Jitter.Scaled jitter, LongConsumer messages) {
        StepFold found = fold ? fold() : StepFold.NONE;
        Parallelism division = step.parallelism();
        messages.accept(messages() * (found.replayed(division.ranks()) / division.pipeline()));
        return times(found, jitter);
    }

    /** Returns the number of messages that the first GPU of each stage sends. O(messages of these GPUs). */
    private long messages() {
        ParallelProgram written = Workload.written(new TrainingProgram(step), platform, selector, 1);
        Parallelism division = step.parallelism();
        return IntStream.range(0, division.pipeline())
                .mapToLong(stage -> sent(written.open(stage * division.stageDistance())))
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
     * Replays the steps with a few GPUs that represent all GPUs, if that is exact. Returns an empty result if all GPUs
     * would have to be replayed and their number exceeds {@value #MOST_WHOLE}.
     *
     * @throws org.tailback.error.InputException if the platform has too few GPUs
     */
    public Optional<TrainingTimes> feasible() {
        StepFold found = fold();
        return found.replayed(step.parallelism().ranks()) > MOST_WHOLE
                ? Optional.empty()
                : Optional.of(times(found, UNDISTURBED));
    }

    private StepFold fold() {
        if (step.parallelism().ranks() < StepFold.LEAST) {
            return StepFold.NONE;
        }
        return step.exchange().routing().isEven()
                ? StepFold.search(step.parallelism(), new TrainingProgram(step), selector, platform, seed)
                : new StepFold(null, null, "experts receive different numbers of tokens");
    }

    private TrainingTimes times(StepFold found, Jitter.Scaled jitter) {
        TrainingProgram whole = new TrainingProgram(step);
        int busy = found.replayed(whole.ranks());
        ExposedTime own = new ExposedTime(whole.ranks(), busy);
        Workload workload = found.workload(whole, selector, platform).disturbedBy(jitter);
        ReplayResult result = replay(workload, platform, own);

        ParallelProgram pipeline = TrainingProgram.pipelineAlone(step);
        ExposedTime ideal = new ExposedTime(pipeline.ranks(), pipeline.ranks());
        Workload alone = Workload.of("pipeline", pipeline, selector);
        double idealSpan =
                replay(alone, IdealNetworks.instantaneous(platform), ideal).duration();

        // communication can also reduce waits between unequal stages
        double bubble = Math.min(ideal.waited(CommunicationKind.PIPELINE), own.waited(CommunicationKind.PIPELINE));
        double end = Math.max(0, result.duration() - own.finished());
        double idealEnd = Math.min(idealSpan - ideal.finished(), end);
        // GPUs also compute reductions and starts of collectives: mostly of tensor groups, or of experts without tensor
        // groups
        int steps = step.steps();
        boolean hasTensor = step.parallelism().tensor() > 1;
        LayerTimes even = new LayerModel(step, step.gpu()).times(1);
        double computed = platform.computeScale() * steps * (even.ofStep(step) + even.optimizer());
        double inGroups = hasTensor || step.parallelism().expert() > 1 ? own.computed() - computed : 0;
        GroupTimes groups = new GroupTimes(ranks -> platform, selector);
        double evaluation = step.evaluation().every() == 0
                ? 0
                : StepEstimate.of(step, groups).evaluation();
        List<String> warnings = new ArrayList<>(result.warnings());
        if (!found.problem().isEmpty()) {
            warnings.add("All GPUs are replayed: " + found.problem() + ".");
        }
        return new TrainingTimes(
                step,
                result.duration() / steps + evaluation,
                (own.computed() - inGroups) / steps,
                (bubble + idealEnd) / steps,
                new TrainingTimes.Exposed(
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
                List.copyOf(warnings));
    }

    private ReplayResult replay(Workload workload, Platform on, ExposedTime observer) {
        try (workload) {
            return workload.on(on).seed(seed).observer(observer).run();
        }
    }
}
