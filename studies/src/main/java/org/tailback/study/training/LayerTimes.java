package org.tailback.study.training;

/**
 * Compute times of a micro-batch on a GPU without communication: both halves of a layer, the head (output matrix and
 * loss) and the embedding. Times are in seconds; {@link LayerModel} contains the formulas.
 *
 * @param attention times of the attention of a layer
 * @param feedForward times of the feed-forward networks of a layer
 * @param denseFeedForward times of the network of one of the first dense layers
 * @param head times of output matrix and loss
 * @param embedding time of both passes of the embedding
 * @param optimizer time of the optimizer for all parameters of the largest stage
 */
record LayerTimes(
        Half attention, Half feedForward, Half denseFeedForward, Half head, double embedding, double optimizer) {
    /**
     * Times of half a layer, or of the head.
     *
     * @param forward time of the forward pass
     * @param backward time of the backward pass; for attention it includes the operations that selective or light
     *     recomputation repeats
     * @param again time of the forward pass that full recomputation repeats before the backward pass; otherwise 0
     */
    record Half(double forward, double backward, double again) {}

    static LayerTimes of(TrainingStep step) {
        return of(step, step.gpu());
    }

    /** Returns the times of the GPU whose experts receive the most tokens. */
    static LayerTimes of(TrainingStep step, Gpu gpu) {
        return new LayerModel(step, gpu)
                .times(step.exchange().routing().largestLoad(step.parallelism().expert()));
    }

    double forward() {
        return attention.forward + feedForward.forward;
    }

    double backward() {
        return attention.again + feedForward.again + attention.backward + feedForward.backward;
    }

    /** Returns the difference in forward time between a first dense layer and a later layer, seconds; often below 0. */
    double denseForward() {
        return denseFeedForward.forward - feedForward.forward;
    }

    /** Returns the difference in backward time between a first dense layer and a later layer, seconds. */
    double denseBackward() {
        return denseFeedForward.again - feedForward.again + denseFeedForward.backward - feedForward.backward;
    }

    /** Returns the mean computation time per GPU in a step without the optimizer, seconds. */
    double ofStep(TrainingStep step) {
        Transformer model = step.model();
        double all = model.layers() * (forward() + backward())
                + model.firstDense() * (denseForward() + denseBackward())
                + head.forward
                + head.backward
                + embedding;
        return step.microBatches() * all / step.parallelism().pipeline();
    }
}
