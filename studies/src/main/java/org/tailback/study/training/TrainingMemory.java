package org.tailback.study.training;

import org.tailback.error.InputException;
import org.tailback.study.training.TrainingStep.Held;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;
import org.tailback.units.Readable;

/**
 * What the fullest GPU holds in its memory, bytes: that of the first stage, or of the last one, whose logits need more.
 *
 * <p>A parameter has its value, its gradient and 12 bytes of the optimizer (a copy and two moments of 4 bytes each),
 * which {@code sharding: optimizer} divides among replicas; {@code sharding: parameters} divides all three. Those of
 * experts are divided among the replicas that have the same experts. A layer
 * keeps for the backward pass of b sequences of s tokens, in bytes with values of 2 bytes,
 *
 * <pre>
 * s b h (10 + 24 / t) + 5 a s^2 b / t        10 / t with sequence parallelism; no scores with flash attention or
 *                                            selective recomputation
 * 2 s b h                                    with full recomputation
 * </pre>
 *
 * for each micro-batch in the pipeline: as many as stages, with v interleaved chunks 1 + (p - 1) / (p v) times as many.
 *
 * <p><b>Worked example</b> ({@code TrainingMemoryTest}), GPT-3 175B, t = p = 8 and micro-batches of one sequence: 30.6
 * GB of activations with sequence parallelism and selective recomputation. Left out: temporary buffers, fragments.
 *
 * <p>Reference: V. Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, 2022.
 */
public record TrainingMemory(double parameters, double gradients, double optimizer, double activations) {
    private static final int STATES = 12;

    /** Returns the memory of a step. */
    public static TrainingMemory of(TrainingStep step) {
        Parallelism division = step.parallelism();
        Transformer model = step.model();
        Held held = step.largestStage();
        boolean all = step.sharding() == Sharding.PARAMETERS;
        int stages = division.pipeline();
        double inFlight = division.interleave() == 1
                ? Math.min(stages, step.microBatches())
                : Math.min(step.microBatches(), stages * (1 + (stages - 1.0) / (stages * division.interleave())));
        double tokens = (double) step.microBatch() * model.sequence() / division.context();
        double first = activations(step, 0, inFlight, tokens);
        double logits = tokens * model.vocabulary() / division.tensor() * (step.valueBytes() + 4);
        double chunks = division.interleave();
        double last = activations(
                        step, stages - 1, Math.min(step.microBatches(), ((chunks - 1) * stages + 1) / chunks), tokens)
                + logits;
        return states(step, held).withActivations(Math.max(first, last));
    }

    /** Returns the states of the parameters of a GPU alone. */
    static TrainingMemory states(TrainingStep step, Held held) {
        Parallelism division = step.parallelism();
        double values = held.among(division, step.sharding() == Sharding.PARAMETERS);
        return new TrainingMemory(
                values * step.valueBytes(),
                values * step.gradientBytes(),
                held.among(division, step.sharding() != Sharding.NONE) * STATES,
                0);
    }

    private TrainingMemory withActivations(double bytes) {
        return new TrainingMemory(parameters, gradients, optimizer, bytes);
    }

    private static double activations(TrainingStep step, int stage, double microBatches, double tokens) {
        double layer = layer(step, step.model().feedForward(), tokens);
        int dense = step.denseLayers(stage);
        return microBatches * step.layers(stage) * layer
                + (dense == 0
                        ? 0
                        : microBatches * dense * (layer(step, step.model().dense(), tokens) - layer));
    }

    private static double layer(TrainingStep step, FeedForward networks, double tokens) {
        Transformer model = step.model();
        double t = step.parallelism().tensor();
        double divided = step.sequenceParallel() ? t : 1;
        double width = tokens * model.hidden() * step.valueBytes() / 2.0;
        if (step.recompute() == Recompute.FULL) {
            return 2 * width / divided;
        }
        double scores = step.flash() || step.recompute() == Recompute.SELECTIVE
                ? 0
                : 5.0 * model.heads() * model.sequence() * tokens / t;
        double inside = model.attention().keptOver(model.hidden()) + networks.keptOver(model.hidden());
        return width * (10 / divided + inside / t) + scores;
    }

    /** Returns all of it, bytes. */
    public double total() {
        return parameters + gradients + optimizer + activations;
    }

    /** Returns whether it fits into the memory of the GPU. */
    public boolean fits(Gpu gpu) {
        return total() <= gpu.memory();
    }

    /** Returns what needs how much, in words. */
    public String text() {
        return "parameters " + Readable.bytes(parameters) + ", gradients " + Readable.bytes(gradients) + ", optimizer "
                + Readable.bytes(optimizer) + ", activations " + Readable.bytes(activations);
    }

    /** @throws InputException if the step does not fit into the memory of its GPU */
    static void require(TrainingStep step, String place) {
        TrainingMemory memory = of(step);
        if (!memory.fits(step.gpu())) {
            throw InputException.at(
                    place,
                    "the step needs " + Readable.bytes(memory.total()) + " of a GPU's memory, which has "
                            + Readable.bytes(step.gpu().memory()) + ": " + memory.text(),
                    "Divide more ('tensor', 'pipeline', 'context', 'sharding'), or keep less ('recompute',"
                            + " 'micro-batch')");
        }
    }
}
