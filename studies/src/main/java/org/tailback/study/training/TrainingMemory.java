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
 * 2 s b h                                    with full recomputation, beside all of one layer
 * </pre>
 *
 * for each micro-batch in the pipeline: as many as stages, with v interleaved chunks 1 + (p - 1) / (p v) times as many.
 * With 8 bits the inputs of matrices have one byte, beside what attention returns in 16 bits. Experts keep what
 * they do for evenly spread tokens; with {@code expert-capacity} for as many more, and copies of those that they
 * receive. Light recomputation keeps no
 * outputs of norms and activation functions, and of latent attention only the latent ones.
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
        int dense = step.denseLayers(stage);
        double layer = layer(step, step.model().feedForward(), tokens);
        double first = dense == 0 ? 0 : layer(step, step.model().dense(), tokens);
        if (step.recompute() != Recompute.FULL) {
            return microBatches * ((step.layers(stage) - dense) * layer + dense * first);
        }
        double inputs = tokens * step.model().hidden() * step.valueBytes() / step.tokenParts();
        return microBatches * step.layers(stage) * inputs + Math.max(layer, first);
    }

    private static double layer(TrainingStep step, FeedForward networks, double tokens) {
        Transformer model = step.model();
        Parallelism division = step.parallelism();
        double h = model.hidden();
        double t = division.tensor();
        double value = step.valueBytes();
        boolean isLight = step.recompute() == Recompute.LIGHT;
        double input = step.fp8() ? 1 : value;
        // residuals before norms, their outputs, dropout
        double whole = h * (2 * value + (isLight ? 0 : 2 * input) + value);
        double inside = model.attention().kept(value, step.fp8() ? 1 : 0, isLight)
                + networks.kept(value, isLight ? 0 : input, Math.max(1, step.expertCapacity()));
        double copies = networks.hasExperts()
                ? input * h * networks.active() * step.expertCapacity() * division.expertTensor()
                : 0;
        double scores = step.flash() || step.recompute() == Recompute.SELECTIVE
                ? 0
                : 5.0 * model.heads() * model.sequence() * value / 2;
        return tokens * (whole / step.tokenParts() + (inside + copies + scores) / t);
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

    /** Returns by how much the step does not fit into the memory of its GPU, a clause; empty if it fits. */
    public static String excess(TrainingStep step) {
        TrainingMemory memory = of(step);
        double most = step.gpu().memory();
        return memory.total() <= most
                ? ""
                : "the step needs " + Readable.bytes(memory.total()) + " of a GPU's memory, "
                        + Readable.bytes(memory.total() - most) + " more than its " + Readable.bytes(most) + ": "
                        + memory.text();
    }

    /** @throws InputException if the step does not fit into the memory of its GPU */
    static void require(TrainingStep step, String place) {
        String excess = excess(step);
        if (!excess.isEmpty()) {
            throw InputException.at(
                    place,
                    excess,
                    "Divide more ('tensor', 'pipeline', 'context', 'sharding'), keep less ('recompute', 'micro-batch'),"
                            + " or give 'memory' of 'gpu'; --memory ignore of 'training' goes on");
        }
    }
}
