package org.tailback.study.training;

import org.tailback.study.training.TrainingStep.Recompute;

/**
 * How long a GPU computes the parts of a micro-batch, without communication: the halves of a layer, the head (output
 * matrix and loss) and the embedding. Seconds.
 *
 * <p>With n tokens on a GPU, width h, tensor groups of t: products of matrices by their sizes ({@link Gpu#product}),
 * one in the forward and two in the backward pass; scores of attention; and bytes that norms, dropouts and residuals
 * (11 n h for each half of a layer), activation functions and scores move. Scores without flash attention are written
 * and read by softmax and dropout, 9 bytes each. The backward pass moves twice as much. Half a layer takes no less than
 * its launch L: (time^q + L^q)^(1/q), q = 2.5, as some kernels wait for the processor and others do not.
 *
 * <p><b>Worked example</b> ({@code LayerTimesTest}). With 1 Gflop/s, a corner of 0 and free memory, a layer of width 32
 * and 16 tokens takes 2 x 16 x 12 x 32 x 32 flop + 4 x 16 x 16 x 32 / 2 = 0.41 ms forward and twice that backward.
 *
 * @param attention forward pass of attention
 * @param attentionBackward backward pass, with what is repeated for it
 * @param feedForward forward pass of the feed-forward networks
 * @param feedForwardBackward backward pass
 * @param attentionAgain what full recomputation repeats before the backward pass; otherwise 0
 * @param feedForwardAgain the same of the feed-forward networks
 * @param head forward pass of the output matrix and the loss
 * @param headBackward backward pass
 * @param embedding both passes of the embedding
 * @param optimizer of all parameters of the largest stage
 */
record LayerTimes(
        double attention,
        double attentionBackward,
        double feedForward,
        double feedForwardBackward,
        double attentionAgain,
        double feedForwardAgain,
        double head,
        double headBackward,
        double embedding,
        double optimizer) {
    private static final double SHARPNESS = 2.5;
    /** Scores reach this part of the efficiency of large matrices. */
    private static final double SCORES = 0.75;

    private static final double NORM_BYTES = 11;
    private static final double SCORE_BYTES = 9;
    private static final double LOSS_BYTES = 80;
    private static final double EMBEDDING_BYTES = 20;
    /** Megatron's fused softmax needs heads of a micro-batch in fours; without, attention launches so much more. */
    private static final double UNFUSED = 1.6;
    /**
     * How much longer products with the vocabulary take that is no multiple of 8, which matrix units need; tensor
     * groups pad their parts.
     */
    private static final double MISALIGNED = 1.5;
    /** Launches of the loss, in those of a layer. */
    private static final double LOSS_LAUNCHES = 4.0 / 3;

    static LayerTimes of(TrainingStep step) {
        return of(step, step.gpu());
    }

    static LayerTimes of(TrainingStep step, Gpu gpu) {
        Transformer model = step.model();
        Parallelism parallelism = step.parallelism();
        double t = parallelism.tensor();
        double n = (double) step.microBatch() * model.sequence() / parallelism.context();
        double h = model.hidden();
        boolean of8Bits = step.fp8();

        double qkv = h * (1 + 2.0 * model.keyValueHeads() / model.heads()) / t;
        double attentionForward = gpu.product(n, qkv, h, of8Bits) + gpu.product(n, h, h / t, of8Bits);
        double attentionTwice = gpu.product(n, h, qkv, of8Bits)
                + gpu.product(h, qkv, n, of8Bits)
                + gpu.product(n, h / t, h, of8Bits)
                + gpu.product(h / t, h, n, of8Bits);
        // without flash attention all scores are computed, masked ones too
        double part = model.causal() && (step.flash() || !gpu.isRoofline()) ? 0.5 : 1;
        double scores = 4
                * part
                * n
                * model.sequence()
                * h
                / t
                / (gpu.peak() * gpu.efficiency() * (gpu.isRoofline() ? SCORES : 1));
        double scoresMoved = step.flash() ? 0 : gpu.moving(SCORE_BYTES * n * model.sequence() * model.heads() / t);
        double norms = gpu.moving(NORM_BYTES * n * h / (step.sequenceParallel() ? t : 1));

        double f = model.feedForward() / t;
        double tokens = n * model.activeExperts();
        int in = model.gated() ? 2 : 1;
        double feedForwardForward =
                in * gpu.product(tokens, f, h, of8Bits) + gpu.product(tokens, h, f, of8Bits) + router(model, n, gpu);
        double feedForwardTwice = in * (gpu.product(tokens, h, f, of8Bits) + gpu.product(h, f, tokens, of8Bits))
                + gpu.product(tokens, f, h, of8Bits)
                + gpu.product(f, h, tokens, of8Bits)
                + 2 * router(model, n, gpu);
        double activated = norms + gpu.moving((model.gated() ? 6 : 4) * tokens * f);

        double launch = gpu.launch() / 2;
        double attentionLaunch = step.flash() || step.microBatch() * model.heads() / parallelism.tensor() % 4 == 0
                ? launch
                : launch * UNFUSED;
        double attention = atLeast(attentionForward + scores + scoresMoved + norms, attentionLaunch);
        double feedForward = atLeast(feedForwardForward + activated, launch);
        double again =
                step.recompute() == Recompute.SELECTIVE && gpu.isRoofline() && !step.flash() ? scores + scoresMoved : 0;
        boolean full = step.recompute() == Recompute.FULL;

        double v = model.vocabulary() / t;
        double aligned = t == 1 && model.vocabulary() % 8 != 0 && gpu.isRoofline() ? MISALIGNED : 1;
        double lossBytes = LOSS_BYTES * n * v;
        double lossLaunch = v == 0 ? 0 : LOSS_LAUNCHES * gpu.launch();
        double owned = step.largestStageParameters() / shards(step);
        return new LayerTimes(
                attention,
                atLeast(attentionTwice + 2 * (scores + scoresMoved + norms) + again, 2 * attentionLaunch),
                feedForward,
                atLeast(feedForwardTwice + 2 * activated, 2 * launch),
                full ? attention : 0,
                full ? feedForward : 0,
                atLeast(aligned * gpu.product(n, v, h, false) + gpu.moving(lossBytes / 3), lossLaunch),
                atLeast(
                        aligned * (gpu.product(n, h, v, false) + gpu.product(h, v, n, false))
                                + gpu.moving(lossBytes * 2 / 3),
                        2 * lossLaunch),
                v == 0 ? 0 : gpu.moving(EMBEDDING_BYTES * n * h),
                gpu.moving(gpu.optimizerBytes() * owned + copied(step)));
    }

    /** Returns the bytes that sharding moves beside the optimizer: gradients set to zero, parameters copied. */
    private static double copied(TrainingStep step) {
        return step.sharding() == TrainingStep.Sharding.NONE
                ? 0
                : step.largestStageParameters() * (step.gradientBytes() + 2.0 * step.valueBytes());
    }

    private static double router(Transformer model, double tokens, Gpu gpu) {
        return model.experts() > 1 ? gpu.product(tokens, model.experts(), model.hidden(), false) : 0;
    }

    /** Returns among how many GPUs the optimizer's states of a parameter are divided. */
    private static double shards(TrainingStep step) {
        return step.sharding() == TrainingStep.Sharding.NONE
                ? 1
                : step.parallelism().gradientReplicas();
    }

    private static double atLeast(double busy, double launch) {
        return launch == 0 ? busy : Math.pow(Math.pow(busy, SHARPNESS) + Math.pow(launch, SHARPNESS), 1 / SHARPNESS);
    }

    double forward() {
        return attention + feedForward;
    }

    double backward() {
        return attentionAgain + feedForwardAgain + attentionBackward + feedForwardBackward;
    }
}
