package org.tailback.study.training;

import org.tailback.error.InputException;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;
import org.tailback.units.Readable;

/**
 * What the fullest GPU holds in its memory, bytes: that of the first stage, or of the last one, whose logits need more.
 *
 * <p>A parameter has its value, its gradient and 12 bytes of the optimizer (a copy and two moments of 4 bytes each),
 * which {@code sharding: optimizer} divides among replicas; {@code sharding: parameters} divides all three. A layer
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
        double held = step.largestStageParameters();
        double replicas = division.gradientReplicas();
        boolean all = step.sharding() == Sharding.PARAMETERS;
        int stages = division.pipeline();
        double inFlight = division.interleave() == 1
                ? Math.min(stages, step.microBatches())
                : Math.min(step.microBatches(), stages * (1 + (stages - 1.0) / (stages * division.interleave())));
        double tokens = (double) step.microBatch() * model.sequence() / division.context();
        double first = inFlight * step.layers(0) * layer(step, tokens);
        double logits = tokens * model.vocabulary() / division.tensor() * (step.valueBytes() + 4);
        double chunks = division.interleave();
        double last = Math.min(step.microBatches(), ((chunks - 1) * stages + 1) / chunks)
                        * step.layers(stages - 1)
                        * layer(step, tokens)
                + logits;
        return new TrainingMemory(
                held * step.valueBytes() / (all ? replicas : 1),
                held * step.gradientBytes() / (all ? replicas : 1),
                held * STATES / (step.sharding() == Sharding.NONE ? 1 : replicas),
                Math.max(first, last));
    }

    private static double layer(TrainingStep step, double tokens) {
        Transformer model = step.model();
        double t = step.parallelism().tensor();
        double divided = step.sequenceParallel() ? t : 1;
        double width = tokens * model.hidden() * step.valueBytes() / 2.0;
        if (step.recompute() == Recompute.FULL) {
            return 2 * width / divided;
        }
        double keysAndValues = 2.0 * model.keyValueHeads() / model.heads();
        double inside = (double) model.feedForward() / model.hidden() * model.activeExperts() * (model.gated() ? 6 : 4);
        double scores = step.flash() || step.recompute() == Recompute.SELECTIVE
                ? 0
                : 5.0 * model.heads() * model.sequence() * tokens / t;
        return width * (10 / divided + (2 * (1 + keysAndValues) + 2 + inside) / t) + scores;
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
