package org.tailback.study.training;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tailback.collective.CollectiveSelector;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.ReplayResult;
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
 * @param folded what one replica stands for; empty if all were replayed
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
        String folded,
        List<String> warnings) {
    /** GPUs from which on a step whose gradients overlap is folded, although not exactly. */
    private static final int MANY = 1024;

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
        return of(
                step,
                new TrainingProgram(step),
                new double[CommunicationKind.values().length],
                "",
                selector,
                platform,
                seed);
    }

    /**
     * Replays the steps with one replica for all where that takes the same time: collectives are times of their groups
     * on the platform, all at once, and only one GPU of a stage sends messages. Empty if ranks of a group do not end
     * together, or messages of neighbours share a link. Gradients beside computation are approximated, and folded with
     * very many GPUs only, or if {@code always}.
     *
     * @param groups of the same platform, without other shapes so far
     * @param always whether to fold although gradients overlap
     * @throws org.tailback.error.InputException if the platform has no GPUs, or too few
     */
    public static Optional<TrainingTimes> folded(
            TrainingStep step,
            GroupTimes groups,
            boolean always,
            CollectiveSelector selector,
            Platform platform,
            long seed) {
        GpuPlatforms.require(platform, "training");
        Parallelism division = step.parallelism();
        int ranks = division.ranks();
        int replicas = ranks / division.pipeline();
        boolean approximate = step.overlap().data() && division.gradientReplicas() > 1
                || division.context() > 1
                || step.overlap().tensor() && division.tensor() > 1;
        if (replicas == 1 || approximate && ranks < MANY && !always) {
            return Optional.empty();
        }
        if (division.pipeline() > 1) {
            double alone = groups.exactMessage(step.messageBytes(), 1, division.stageDistance());
            double all = groups.exactMessage(step.messageBytes(), division.stageDistance(), division.stageDistance());
            if (Math.abs(all - alone) > 1e-12 * all) {
                return Optional.empty();
            }
        }
        double[] waited = new double[CommunicationKind.values().length];
        TrainingProgram whole = new TrainingProgram(step);
        ParallelProgram one = new ParallelProgram() {
            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public Program open(int rank) {
                return whole.open(rank % replicas == 0 ? rank : -1, new CollectiveClock(division, groups, waited));
            }
        };
        String text = replicas + " GPUs of each stage by one"
                + (approximate ? "; collectives beside computation approximately" : "");
        TrainingTimes times = of(step, one, waited, text, selector, platform, seed);
        return groups.isSymmetric() ? Optional.of(times) : Optional.empty();
    }

    private static TrainingTimes of(
            TrainingStep step,
            ParallelProgram program,
            double[] clocked,
            String folded,
            CollectiveSelector selector,
            Platform platform,
            long seed) {
        int busy = folded.isEmpty() ? program.ranks() : step.parallelism().pipeline();
        ExposedTime own = new ExposedTime(program.ranks(), busy);
        ReplayResult result = replay(program, selector, platform, seed, own);

        TrainingProgram pipeline = new TrainingProgram(step.pipelineAlone(), LayerTimes.of(step));
        ExposedTime ideal = new ExposedTime(pipeline.ranks(), pipeline.ranks());
        double idealSpan = replay(pipeline, selector, IdealNetworks.of(platform).instantaneous(), seed, ideal)
                .duration();

        int steps = step.steps();
        double bubble = ideal.waited(CommunicationKind.PIPELINE);
        double idealEnd = idealSpan - ideal.finished();
        double inClock = Arrays.stream(clocked).sum() / busy;
        // what else GPUs compute are times by the tensor link and reductions in collectives of tensor groups
        double inTensor = step.parallelism().tensor() > 1 && folded.isEmpty()
                ? own.computed()
                        - platform.computeScale()
                                * steps
                                * (step.computeSeconds() + LayerTimes.of(step).optimizer())
                : 0;
        return new TrainingTimes(
                step,
                result.duration() / steps,
                (own.computed() - inTensor - inClock) / steps,
                (bubble + idealEnd) / steps,
                Maps.toMap(Arrays.asList(CommunicationKind.values()), kind -> {
                    double waits = own.waited(kind) + clocked[kind.ordinal()] / busy;
                    return switch (kind) {
                        case PIPELINE -> (waits - bubble) / steps;
                        case TENSOR -> (waits + inTensor) / steps;
                        default -> waits / steps;
                    };
                }),
                (result.duration() - own.finished() - idealEnd) / steps,
                result.messages(),
                folded,
                result.warnings());
    }

    private static ReplayResult replay(
            ParallelProgram program, CollectiveSelector selector, Platform platform, long seed, ExposedTime observer) {
        try (Workload workload = Workload.of("training", program, selector)) {
            return workload.on(platform).seed(seed).observer(observer).run();
        }
    }

    /** Returns the tokens of all GPUs per second. */
    public double tokensPerSecond() {
        return (double) step.batch() * step.model().sequence() / seconds;
    }

    /** Returns the days that a number of tokens takes. */
    public double days(double tokens) {
        return tokens / tokensPerSecond() / 86_400;
    }

    /** Returns the part of the peak of all GPUs that the operations of the model take, without repeated ones. */
    public double utilisation() {
        return step.model().flops(step.batch()) / (seconds * step.parallelism().ranks() * step.peak());
    }
}
