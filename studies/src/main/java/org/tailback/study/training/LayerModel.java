package org.tailback.study.training;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tailback.study.training.LayerTimes.Half;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Model of the compute times of a micro-batch on a GPU.
 *
 * <p>A GPU has n tokens of width h, and tensor groups have t GPUs. The model sums up the times of matrix products,
 * attention scores and memory traffic. The time of a product depends on the sizes of its matrices ({@link
 * Gpu#product}); a matrix has one product in the forward pass and two in the backward pass. Bytes are moved by norms,
 * dropouts and residuals (11 n h per half of a layer), by activation functions and by scores. Without flash attention,
 * softmax and dropout write and read scores, 9 bytes per score. The backward pass moves twice as many bytes. Half a
 * layer takes at least its launch time L: (time^q + L^q)^(1/q), q = 2.5, because only some of the kernels wait for the
 * processor.
 *
 * <p><b>Worked example</b> ({@code LayerTimesTest}). With 1 Gflop/s, a corner of 0 and a memory without cost, a layer
 * of width 32 and 16 tokens takes 2 x 16 x 12 x 32 x 32 flop + 4 x 16 x 16 x 32 / 2 = 0.41 ms in the forward pass, and
 * twice this time in the backward pass.
 */
final class LayerModel {
    private static final double SHARPNESS = 2.5;
    /** Efficiency of scores without flash attention, as a fraction of the efficiency of large matrix products. */
    private static final double SCORES = 0.75;
    /** Number of products in flash attention's backward pass per product in its forward pass: five to two. */
    private static final double FLASH_BACKWARD = 2.5;
    /** Mean number of masked keys per query that flash attention computes in the 128 x 128 blocks on the diagonal. */
    private static final double DIAGONAL = 64;

    private static final double NORM_BYTES = 11;
    private static final double SCORE_BYTES = 9;
    /**
     * Bytes moved per expert and token: the router reads and writes logits, softmax, choices and their map several
     * times.
     */
    private static final double ROUTER_BYTES = 24;

    private static final double LOSS_BYTES = 80;
    /** Memory traffic per byte that replicas gather or scatter; each byte is written, forwarded and copied. */
    private static final double SHARDED = 4;

    private static final double EMBEDDING_BYTES = 20;
    /**
     * Factor on the launch time of attention without Megatron's fused softmax, which requires a multiple of four heads
     * per micro-batch.
     */
    private static final double UNFUSED = 1.6;
    /**
     * Factor on the time of products with a vocabulary that is not a multiple of 8, as matrix units require; tensor
     * groups pad their shares.
     */
    private static final double MISALIGNED = 1.5;
    /** Number of launches of the loss divided by the number of launches of a layer. */
    private static final double LOSS_LAUNCHES = 4.0 / 3;

    private final TrainingStep step;
    private final Gpu gpu;
    private final Transformer model;
    private final Parallelism division;
    private final double tokens;
    private final double hidden;
    private final double tensor;
    private final double norms;

    LayerModel(TrainingStep step, Gpu gpu) {
        this.step = step;
        this.gpu = gpu;
        model = step.model();
        division = step.parallelism();
        tokens = (double) step.microBatch() * model.sequence() / division.context();
        hidden = model.hidden();
        tensor = division.tensor();
        norms = gpu.moving(NORM_BYTES * tokens * hidden / step.tokenParts());
    }

    /**
     * Returns the times of a GPU whose experts have a given load.
     *
     * @param load number of tokens that a GPU's experts receive, divided by the number with even routing
     */
    LayerTimes times(double load) {
        Half feedForward = feedForward(model.feedForward(), load);
        Half dense = model.firstDense() == 0 ? feedForward : feedForward(model.dense(), 1);
        TrainingStep.Held held = step.largestStage();
        boolean isSharded = step.sharding() != Sharding.NONE;
        // with sharding, gradients are set to zero and parameters are copied
        double copied = isSharded
                ? held.all() * (step.bytes().gradient() + 2.0 * step.bytes().value())
                : 0;
        return new LayerTimes(
                attention(),
                gathering(feedForward, step.layerParameters(model.layers() - 1)),
                gathering(dense, step.layerParameters(0)),
                gathering(head(), model.embeddingParameters() / tensor),
                model.vocabulary() == 0 ? 0 : gpu.moving(EMBEDDING_BYTES * tokens * hidden),
                gpu.moving(gpu.numbers().optimizerBytes() * held.among(division, isSharded) + copied));
    }

    private Half attention() {
        Attention heads = model.attention();
        List<Matrix> matrices = heads.matrices(hidden, tensor);
        double scores = scores();
        double scoresMoved =
                step.flash() ? 0 : gpu.moving(SCORE_BYTES * tokens * model.sequence() * model.heads() / tensor);
        double launch = gpu.numbers().launch() / 2;
        launch *= step.flash() || step.microBatch() * model.heads() / division.tensor() % 4 == 0 ? 1 : UNFUSED;
        double again = step.recompute() == Recompute.LIGHT
                ? norms + forward(heads.expanding(hidden, tensor), tokens, 0)
                : step.recompute() == Recompute.SELECTIVE && gpu.isRoofline() && !step.flash()
                        ? scores + scoresMoved
                        : 0;
        double twice = step.flash() && gpu.isRoofline() ? FLASH_BACKWARD : 2;
        return half(
                forward(matrices, tokens, 0) + scores + scoresMoved + norms,
                backward(matrices, tokens, 0) + twice * scores + 2 * (scoresMoved + norms) + again,
                launch);
    }

    /** Returns the time of the products of scores in a forward pass. */
    private double scores() {
        Attention heads = model.attention();
        double sequence = model.sequence();
        double all = 4 * tokens * sequence * heads.scoreWidth() / division.tensor();
        double needed = heads.scoredPart(model.sequence());
        if (!gpu.isRoofline()) {
            return needed * all / (gpu.peak() * gpu.numbers().attention());
        }
        if (!step.flash()) {
            // all scores are computed, including masked scores
            return all / (gpu.peak() * gpu.numbers().efficiency() * SCORES);
        }
        double computed = Math.min(1, needed + DIAGONAL / sequence);
        return gpu.attending(computed * all, sequence, heads.scoreWidth() / heads.heads());
    }

    /** Returns the times of both passes through feed-forward networks of one kind. */
    private Half feedForward(FeedForward networks, double load) {
        double activated = networks.gated() ? 6 : 4;
        double forward;
        double twice;
        if (networks.hasExperts()) {
            double of = division.expertTensor();
            double here = (double) networks.networks() / division.expert();
            double received = tokens * networks.active() * of / tensor * load;
            List<Matrix> matrices = networks.matrices(hidden, of);
            double router = gpu.product(tokens, networks.networks(), hidden, false);
            double chosen = gpu.moving(ROUTER_BYTES * tokens * networks.networks());
            // tokens are copied into the order of experts, and results are copied back
            double permuted = gpu.moving(
                    2 * (tokens / tensor + received) * hidden * step.bytes().value());
            double inside = activated * tokens * networks.active() * load * networks.width() / tensor;
            double factor = gpu.numbers().experts();
            forward = factor * (forward(matrices, received / here, here) + router + chosen + permuted);
            twice = factor * (backward(matrices, received / here, here) + 2 * (router + permuted) + chosen);
            activated = factor * inside + activated * tokens * networks.shared() * networks.width() / tensor;
        } else {
            List<Matrix> matrices = networks.matrices(hidden, tensor);
            forward = forward(matrices, tokens, 0);
            twice = backward(matrices, tokens, 0);
            activated *= tokens * networks.width() / tensor;
        }
        if (networks.shared() > 0) {
            List<Matrix> shared = networks.matrices(hidden, tensor / networks.shared());
            forward += forward(shared, tokens, 0);
            twice += backward(shared, tokens, 0);
        }
        double moved = norms + gpu.moving(activated);
        int passes = step.recompute() == Recompute.LIGHT ? 3 : 2;
        return half(forward + moved, twice + passes * moved, gpu.numbers().launch() / 2);
    }

    private Half head() {
        double vocabulary = model.vocabulary() / tensor;
        double aligned = tensor == 1 && model.vocabulary() % 8 != 0 && gpu.isRoofline() ? MISALIGNED : 1;
        double bytes = LOSS_BYTES * tokens * vocabulary;
        double launch = vocabulary == 0 ? 0 : LOSS_LAUNCHES * gpu.numbers().launch();
        double twice = gpu.product(tokens, hidden, vocabulary, false) + gpu.product(hidden, vocabulary, tokens, false);
        return new Half(
                atLeast(aligned * gpu.product(tokens, vocabulary, hidden, false) + gpu.moving(bytes / 3), launch),
                atLeast(aligned * twice + gpu.moving(bytes * 2 / 3), 2 * launch),
                0);
    }

    /** Returns the times of half a layer, including the forward pass that full recomputation repeats. */
    private Half half(double forward, double backward, double launch) {
        double once = atLeast(forward, launch);
        double again = step.recompute() == Recompute.FULL ? gpu.numbers().recomputation() * once : 0;
        return new Half(once, atLeast(backward, 2 * launch), again);
    }

    private static double atLeast(double busy, double launch) {
        return launch == 0 ? busy : Math.pow(Math.pow(busy, SHARPNESS) + Math.pow(launch, SHARPNESS), 1 / SHARPNESS);
    }

    /**
     * Extends computation by the time that memory needs for gathered parameters in the forward pass, and for gathered
     * parameters and scattered gradients in the backward pass.
     */
    private Half gathering(Half half, double parameters) {
        if (step.sharding() != Sharding.PARAMETERS || division.gradientReplicas() == 1) {
            return half;
        }
        double moved = SHARDED * parameters;
        TrainingStep.Bytes bytes = step.bytes();
        return new Half(
                half.forward() + gpu.moving(moved * bytes.gathered()),
                half.backward() + gpu.moving(moved * (bytes.gathered() + bytes.gradient())),
                half.again());
    }

    /**
     * Returns the time of the products of tokens with matrices.
     *
     * @param groups number of groups of tokens with separate matrices; the matrices are read once per group; 0 for one
     *     group whose products take longer than reading its matrices
     */
    private double forward(List<Matrix> matrices, double each, double groups) {
        return sum(
                matrices,
                groups,
                matrix -> Math.max(
                        groups == 0 ? 0 : gpu.moving(matrix.inputs() * matrix.outputs() * step.matrixBytes()),
                        product(each, matrix.outputs(), matrix.inputs())));
    }

    /**
     * Returns the time of both products of the backward pass: the gradients of activations and of parameters. The
     * parameter gradients of several groups are summed in memory.
     */
    private double backward(List<Matrix> matrices, double each, double groups) {
        return sum(matrices, groups, matrix -> {
            double weights = groups == 0 ? 0 : matrix.inputs() * matrix.outputs();
            double read = gpu.moving(weights * step.matrixBytes());
            double added = gpu.moving(weights * 2 * step.bytes().gradient());
            return Math.max(read, product(each, matrix.inputs(), matrix.outputs()))
                    + Math.max(added, product(matrix.inputs(), matrix.outputs(), each));
        });
    }

    private double product(double m, double n, double k) {
        return gpu.product(m, n, k, step.fp8());
    }

    private static double sum(List<Matrix> matrices, double groups, ToDoubleFunction<Matrix> seconds) {
        double sum = 0;
        for (Matrix matrix : matrices) {
            sum += matrix.count() * (Math.max(1, groups) * seconds.applyAsDouble(matrix));
        }
        return sum;
    }
}
