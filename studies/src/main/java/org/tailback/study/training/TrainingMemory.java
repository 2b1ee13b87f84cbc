package org.tailback.study.training;

import org.tailback.error.InputException;
import org.tailback.study.training.TrainingStep.Held;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;
import org.tailback.units.Readable;

/**
 * Memory of a GPU in the stage that needs the most memory, bytes. The last stage also holds logits.
 *
 * <p>A parameter needs its value, its gradient and 12 bytes of the optimizer (a copy and two moments of 4 bytes each).
 * {@code sharding: optimizer} divides the bytes of the optimizer among replicas; {@code sharding: parameters} divides
 * all three. The parameters of experts are divided among the replicas that have the same experts. For the backward pass
 * of b sequences of s tokens, a layer keeps the following number of bytes, with values of 2 bytes:
 *
 * <pre>
 * s b h (10 + 24 / t) + 5 a s^2 b / t        10 / t with sequence parallelism; no scores with flash attention or
 *                                            selective recomputation
 * 2 s b h                                    with full recomputation, and all of one layer
 * </pre>
 *
 * for each micro-batch in the pipeline. The first stage has p micro-batches; with v interleaved chunks it has 1 + (p -
 * 1) / (p v) times as many. With 8 bits the inputs of matrix products need one byte, in addition to the output of
 * attention in 16 bits. Experts keep the values of evenly spread tokens. With {@code expert-capacity} they keep the
 * values of this multiple of the tokens, and copies of received tokens. Light recomputation keeps no outputs of norms
 * and activation functions. With latent attention it keeps only the latent values.
 *
 * <p><b>Worked example</b> ({@code TrainingMemoryTest}): GPT-3 175B with t = p = 8 and micro-batches of one sequence
 * needs 30.6 GB for activations with sequence parallelism and selective recomputation. Temporary buffers and
 * fragmentation are excluded.
 *
 * <p>Reference: V. Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, 2022.
 */
public record TrainingMemory(double parameters, double gradients, double optimizer, double activations) {
    private static final int STATES = 12;

    /** Returns the memory of a step. O(stages x layers per stage); O(stages^2 x chunks) with first dense layers. */
    public static TrainingMemory of(TrainingStep step) {
        TrainingMemory most = of(step, 0);
        for (int stage = 1; stage < step.parallelism().pipeline(); stage++) {
            TrainingMemory other = of(step, stage);
            most = other.total() > most.total() ? other : most;
        }
        return most;
    }

    private static TrainingMemory of(TrainingStep step, int stage) {
        Parallelism division = step.parallelism();
        int stages = division.pipeline();
        double chunks = division.interleave();
        int behind = stages - 1 - stage;
        double warm = chunks == 1 ? behind + 1 : (2 * behind + (chunks - 1) * stages + 1) / chunks;
        double tokens = (double) step.microBatch() * step.model().sequence() / division.context();
        double ofLogit = step.bytes().value() + 4;
        double logits = behind > 0 ? 0 : tokens * step.model().vocabulary() / division.tensor() * ofLogit;
        double kept = activations(step, stage, Math.min(step.microBatches(), warm), tokens);
        return of(step, step.held(stage), kept + logits);
    }

    /** Returns the memory of a GPU with the given parameters and bytes of activations. */
    static TrainingMemory of(TrainingStep step, Held held, double activations) {
        Parallelism division = step.parallelism();
        double values = held.among(division, step.sharding() == Sharding.PARAMETERS);
        return new TrainingMemory(
                values * step.bytes().value(),
                values * step.bytes().gradient(),
                held.among(division, step.sharding() != Sharding.NONE) * STATES,
                activations);
    }

    private static double activations(TrainingStep step, int stage, double microBatches, double tokens) {
        int dense = step.denseLayers(stage);
        double layer = layer(step, step.model().feedForward(), tokens);
        double first = dense == 0 ? 0 : layer(step, step.model().dense(), tokens);
        if (step.recompute() != Recompute.FULL) {
            return microBatches * ((step.layers(stage) - dense) * layer + dense * first);
        }
        double inputs = tokens * step.model().hidden() * step.bytes().value() / step.tokenParts();
        return microBatches * step.layers(stage) * inputs + Math.max(layer, first);
    }

    private static double layer(TrainingStep step, FeedForward networks, double tokens) {
        Transformer model = step.model();
        Parallelism division = step.parallelism();
        double h = model.hidden();
        double t = division.tensor();
        double value = step.bytes().value();
        double capacity = step.exchange().capacity();
        boolean isLight = step.recompute() == Recompute.LIGHT;
        double input = step.fp8() ? 1 : value;
        // residuals before norms, outputs of norms, dropout
        double whole = h * (2 * value + (isLight ? 0 : 2 * input) + value);
        double inside = model.attention().kept(value, step.fp8() ? 1 : 0, isLight)
                + networks.kept(value, isLight ? 0 : input, Math.max(1, capacity));
        double copies = networks.hasExperts() ? input * h * networks.active() * capacity * division.expertTensor() : 0;
        double scores = step.flash() || step.recompute() == Recompute.SELECTIVE
                ? 0
                : 5.0 * model.heads() * model.sequence() * value / 2;
        return tokens * (whole / step.tokenParts() + (inside + copies + scores) / t);
    }

    /** Returns the total memory, bytes. */
    public double total() {
        return parameters + gradients + optimizer + activations;
    }

    /** Returns whether this memory fits into the memory of a GPU. */
    public boolean fits(Gpu gpu) {
        return total() <= gpu.memory();
    }

    /** Returns a text with the components and their sizes. */
    public String text() {
        return "parameters " + Readable.bytes(parameters) + ", gradients " + Readable.bytes(gradients) + ", optimizer "
                + Readable.bytes(optimizer) + ", activations " + Readable.bytes(activations);
    }

    /** Returns a clause that states the excess over the memory of the step's GPU; empty if the step fits. */
    public static String excess(TrainingStep step) {
        TrainingMemory memory = of(step);
        double most = step.gpu().memory();
        return memory.total() <= most
                ? ""
                : "the step needs " + Readable.bytes(memory.total()) + " of a GPU's memory, "
                        + Readable.bytes(memory.total() - most) + " more than its " + Readable.bytes(most) + ": "
                        + memory.text();
    }

    /**
     * Checks that a step fits into the memory of its GPU.
     *
     * @throws InputException if the step does not fit into the memory of its GPU
     */
    static void require(TrainingStep step, String place) {
        String excess = excess(step);
        if (!excess.isEmpty()) {
            throw InputException.at(
                    place,
                    excess,
                    "Divide the model further ('tensor', 'pipeline', 'context', 'sharding'), reduce activations"
                            + " ('recompute', 'micro-batch'), or set 'memory' of 'gpu'. 'training --memory ignore'"
                            + " replays the step anyway");
        }
    }
}
