package org.tailback.study.training;

/**
 * Compute times of the parts of a micro-batch on a GPU, without communication: the halves of a layer, the head (output
 * matrix and loss) and the embedding. Seconds; {@link LayerModel} has the formulas.
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

    static LayerTimes of(TrainingStep step) {
        return of(step, step.gpu());
    }

    /** Returns the times of the GPU whose experts have most tokens. */
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

    /** Returns the forward time of a first dense layer minus that of another one, seconds; often below 0. */
    double denseForward() {
        return denseFeedForward.forward - feedForward.forward;
    }

    /** Returns the backward time of a first dense layer minus that of another one. */
    double denseBackward() {
        return denseFeedForward.again - feedForward.again + denseFeedForward.backward - feedForward.backward;
    }

    /** Returns the mean computation time of a GPU in a step without the optimizer, seconds. */
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
