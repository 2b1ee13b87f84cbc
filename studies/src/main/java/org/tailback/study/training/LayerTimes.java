package org.tailback.study.training;

import java.util.List;
import org.tailback.study.training.TrainingStep.Recompute;
import org.tailback.study.training.TrainingStep.Sharding;

/**
 * Compute times of the parts of a micro-batch on a GPU, without communication: the halves of a layer, the head (output
 * matrix and loss) and the embedding. Seconds.
 *
 * <p>With n tokens on a GPU, width h, tensor groups of t: products of matrices by their sizes ({@link Gpu#product}),
 * one in the forward and two in the backward pass; scores of attention; and bytes that norms, dropouts and residuals
 * (11 n h for each half of a layer), activation functions and scores move. Scores without flash attention are written
 * and read by softmax and dropout, 9 bytes each. The backward pass moves twice as much. Half a layer takes no less than
 * its launch L: (time^q + L^q)^(1/q), q = 2.5, as only a part of the kernels waits for the processor.
 *
 * <p><b>Worked example</b> ({@code LayerTimesTest}). With 1 Gflop/s, a corner of 0 and free memory, a layer of width 32
 * and 16 tokens takes 2 x 16 x 12 x 32 x 32 flop + 4 x 16 x 16 x 32 / 2 = 0.41 ms forward and twice that backward.
 *
 * @param attention of a layer
 * @param feedForward feed-forward networks of a layer
 * @param denseFeedForward network of a first dense layer
 * @param head output matrix and loss
 * @param embedding both passes of the embedding
 * @param optimizer of all parameters of the largest stage
 */
record LayerTimes(
        Half attention, Half feedForward, Half denseFeedForward, Half head, double embedding, double optimizer) {
    /**
     * Times of half a layer, or of the head.
     *
     * @param forward pass
     * @param backward pass; of attention with the part that selective or light recomputation repeats
     * @param again the forward pass that full recomputation repeats before the backward pass; otherwise 0
     */
    record Half(double forward, double backward, double again) {}

    private static final double SHARPNESS = 2.5;
    /** Part of the efficiency of large matrices that scores without flash attention reach. */
    private static final double SCORES = 0.75;
    /** Ratio of products in flash attention's backward and forward passes, five to two. */
    private static final double FLASH_BACKWARD = 2.5;
    /** Keys beyond a query that flash attention computes in a block of 128 x 128 of the diagonal, the mean. */
    private static final double DIAGONAL = 64;

    private static final double NORM_BYTES = 11;
    private static final double SCORE_BYTES = 9;
    /** Bytes per expert and token: logits, their softmax, the choice and its map, several times. */
    private static final double ROUTER_BYTES = 24;

    private static final double LOSS_BYTES = 80;
    /** Memory traffic per byte that replicas gather or scatter: written, sent on, and copied. */
    private static final double SHARDED = 4;

    private static final double EMBEDDING_BYTES = 20;
    /** Megatron's fused softmax needs heads of a micro-batch in fours; factor of the attention launches without it. */
    private static final double UNFUSED = 1.6;
    /**
     * Factor of products with a vocabulary that is not a multiple of 8, as matrix units require; tensor groups pad
     * their parts.
     */
    private static final double MISALIGNED = 1.5;
    /** Launches of the loss over those of a layer. */
    private static final double LOSS_LAUNCHES = 4.0 / 3;

    static LayerTimes of(TrainingStep step) {
        return of(step, step.gpu());
    }

    /** Returns the times of the GPU whose experts have most tokens. */
    static LayerTimes of(TrainingStep step, Gpu gpu) {
        return of(
                step,
                gpu,
                step.exchange().routing().largestLoad(step.parallelism().expert()));
    }

    /**
     * Returns the times of a GPU whose experts have a given load.
     *
     * @param load visits of a GPU's experts, in those of an even routing
     */
    static LayerTimes of(TrainingStep step, Gpu gpu, double load) {
        Transformer model = step.model();
        Parallelism parallelism = step.parallelism();
        double t = parallelism.tensor();
        double n = (double) step.microBatch() * model.sequence() / parallelism.context();
        double h = model.hidden();
        boolean of8Bits = step.fp8();

        Attention heads = model.attention();
        List<Matrix> matrices = heads.matrices(h, t);
        double attentionForward = Matrix.forward(matrices, n, gpu, of8Bits);
        double attentionTwice = Matrix.backward(matrices, n, gpu, of8Bits);
        double scores = scores(step, gpu, n);
        double scoresMoved = step.flash() ? 0 : gpu.moving(SCORE_BYTES * n * model.sequence() * model.heads() / t);
        double norms = gpu.moving(NORM_BYTES * n * h / step.tokenParts());

        Half feedForward = feedForward(step, gpu, model.feedForward(), load, norms);
        Half dense = model.firstDense() == 0 ? feedForward : feedForward(step, gpu, model.dense(), 1, norms);
        double launch = gpu.numbers().launch() / 2;
        double attentionLaunch = step.flash() || step.microBatch() * model.heads() / parallelism.tensor() % 4 == 0
                ? launch
                : launch * UNFUSED;
        double attention = atLeast(attentionForward + scores + scoresMoved + norms, attentionLaunch);
        double again = step.recompute() == Recompute.LIGHT
                ? norms + Matrix.forward(heads.expanding(h, t), n, gpu, of8Bits)
                : step.recompute() == Recompute.SELECTIVE && gpu.isRoofline() && !step.flash()
                        ? scores + scoresMoved
                        : 0;

        double v = model.vocabulary() / t;
        double aligned = t == 1 && model.vocabulary() % 8 != 0 && gpu.isRoofline() ? MISALIGNED : 1;
        double lossBytes = LOSS_BYTES * n * v;
        double lossLaunch = v == 0 ? 0 : LOSS_LAUNCHES * gpu.numbers().launch();
        double owned = step.largestStage().among(parallelism, step.sharding() != Sharding.NONE);
        Half head = new Half(
                atLeast(aligned * gpu.product(n, v, h, false) + gpu.moving(lossBytes / 3), lossLaunch),
                atLeast(
                        aligned * (gpu.product(n, h, v, false) + gpu.product(h, v, n, false))
                                + gpu.moving(lossBytes * 2 / 3),
                        2 * lossLaunch),
                0);
        return new LayerTimes(
                new Half(
                        attention,
                        atLeast(
                                attentionTwice
                                        + (step.flash() && gpu.isRoofline() ? FLASH_BACKWARD : 2) * scores
                                        + 2 * (scoresMoved + norms)
                                        + again,
                                2 * attentionLaunch),
                        repeated(step, gpu, attention)),
                gathering(step, gpu, feedForward, step.layerParameters(model.layers() - 1)),
                gathering(step, gpu, dense, step.layerParameters(0)),
                gathering(step, gpu, head, model.embeddingParameters() / t),
                v == 0 ? 0 : gpu.moving(EMBEDDING_BYTES * n * h),
                gpu.moving(gpu.numbers().optimizerBytes() * owned + copied(step)));
    }

    /** Returns the time in which full recomputation repeats a forward pass; 0 without full recomputation. */
    private static double repeated(TrainingStep step, Gpu gpu, double forward) {
        return step.recompute() == Recompute.FULL ? gpu.numbers().recomputation() * forward : 0;
    }

    /** Returns the time of the products of scores of n tokens in a forward pass. */
    private static double scores(TrainingStep step, Gpu gpu, double n) {
        Attention heads = step.model().attention();
        double sequence = step.model().sequence();
        double all = 4 * n * sequence * heads.scoreWidth() / step.parallelism().tensor();
        double needed = heads.scoredPart(step.model().sequence());
        if (!gpu.isRoofline()) {
            return needed * all / (gpu.peak() * gpu.numbers().attention());
        }
        if (!step.flash()) {
            // all scores are computed, masked ones too
            return all / (gpu.peak() * gpu.numbers().efficiency() * SCORES);
        }
        double computed = Math.min(1, needed + DIAGONAL / sequence);
        return gpu.attending(computed * all, sequence, heads.scoreWidth() / heads.heads());
    }

    /**
     * Adds the time in which the memory of a GPU is busy with gathered parameters in the forward pass, and with
     * gathered parameters and scattered gradients in the backward pass. Computation takes longer by that time.
     */
    private static Half gathering(TrainingStep step, Gpu gpu, Half half, double parameters) {
        if (step.sharding() != Sharding.PARAMETERS || step.parallelism().gradientReplicas() == 1) {
            return half;
        }
        double moved = SHARDED * parameters;
        return new Half(
                half.forward + gpu.moving(moved * step.gatheredBytes()),
                half.backward + gpu.moving(moved * (step.gatheredBytes() + step.gradientBytes())),
                half.again);
    }

    /** Returns the bytes that sharding moves in addition to the optimizer: gradients set to zero, parameters copied. */
    private static double copied(TrainingStep step) {
        return step.sharding() == Sharding.NONE
                ? 0
                : step.largestStage().all() * (step.gradientBytes() + 2.0 * step.valueBytes());
    }

    /** Returns the times of the passes through feed-forward networks of one kind. */
    private static Half feedForward(TrainingStep step, Gpu gpu, FeedForward networks, double load, double norms) {
        double hidden = step.model().hidden();
        double t = step.parallelism().tensor();
        double n = (double) step.microBatch()
                * step.model().sequence()
                / step.parallelism().context();
        double forward;
        double twice;
        double activated = networks.gated() ? 6 : 4;
        if (networks.hasExperts()) {
            double of = step.parallelism().expertTensor();
            double here = (double) networks.networks() / step.parallelism().expert();
            double tokens = n * networks.active() * of / t * load;
            List<Matrix> matrices = networks.matrices(hidden, of);
            double router = gpu.product(n, networks.networks(), hidden, false);
            double chosen = gpu.moving(ROUTER_BYTES * n * networks.networks());
            // tokens are copied into the order of experts, and their results back
            double permuted = gpu.moving(2 * (n / t + tokens) * hidden * step.valueBytes());
            double inside = activated * n * networks.active() * load * networks.width() / t;
            double factor = gpu.numbers().experts();
            forward = factor
                    * (Matrix.groupedForward(matrices, tokens / here, here, gpu, step) + router + chosen + permuted);
            twice = factor
                    * (Matrix.groupedBackward(matrices, tokens / here, here, gpu, step)
                            + 2 * (router + permuted)
                            + chosen);
            activated = factor * inside + activated * n * networks.shared() * networks.width() / t;
        } else {
            List<Matrix> matrices = networks.matrices(hidden, t);
            forward = Matrix.forward(matrices, n, gpu, step.fp8());
            twice = Matrix.backward(matrices, n, gpu, step.fp8());
            activated *= n * networks.width() / t;
        }
        if (networks.shared() > 0) {
            List<Matrix> shared = networks.matrices(hidden, t / networks.shared());
            forward += Matrix.forward(shared, n, gpu, step.fp8());
            twice += Matrix.backward(shared, n, gpu, step.fp8());
        }
        double moved = norms + gpu.moving(activated);
        double launch = gpu.numbers().launch() / 2;
        int passes = step.recompute() == Recompute.LIGHT ? 3 : 2;
        double once = atLeast(forward + moved, launch);
        return new Half(once, atLeast(twice + passes * moved, 2 * launch), repeated(step, gpu, once));
    }

    private static double atLeast(double busy, double launch) {
        return launch == 0 ? busy : Math.pow(Math.pow(busy, SHARPNESS) + Math.pow(launch, SHARPNESS), 1 / SHARPNESS);
    }

    double forward() {
        return attention.forward + feedForward.forward;
    }

    double backward() {
        return attention.again + feedForward.again + attention.backward + feedForward.backward;
    }

    /** Returns the forward time of a first dense layer beyond that of another one, seconds; often below 0. */
    double denseForward() {
        return denseFeedForward.forward - feedForward.forward;
    }

    /** Returns the backward time of a first dense layer beyond that of another one. */
    double denseBackward() {
        return denseFeedForward.again - feedForward.again + denseFeedForward.backward - feedForward.backward;
    }
}
