package org.tailback.study.training;

import java.util.List;

/**
 * Feed-forward networks of a layer: a single network, or several experts. A router chooses several experts per token;
 * all tokens also visit the shared experts.
 *
 * @param width inner width of a network, >= 1
 * @param gated whether a network has a third matrix, as SwiGLU does
 * @param networks number of networks from which the router chooses; 1 without a router
 * @param active number of networks that a token visits, 1 to networks
 * @param groups number of groups of networks of equal size; a token visits {@code activeGroups} of them; 1 without
 *     groups
 * @param activeGroups number of groups that a token visits, 1 to groups
 * @param shared number of additional networks of the same width that every token visits, >= 0
 * @param biases whether each matrix has a vector of biases
 */
record FeedForward(
        long width, boolean gated, int networks, int active, int groups, int activeGroups, int shared, boolean biases) {
    boolean hasExperts() {
        return networks > 1;
    }

    /** Returns the number of parameters of one network. */
    long networkParameters(long hidden) {
        return weights(hidden) + (biases ? (gated ? 2 : 1) * width + hidden : 0);
    }

    private long weights(long hidden) {
        return (gated ? 3 : 2) * hidden * width;
    }

    /**
     * Returns the number of parameters that every token uses: the parameters of shared experts and the router, or of
     * the single network.
     */
    long sharedParameters(long hidden) {
        return hasExperts()
                ? shared * networkParameters(hidden) + hidden * networks + (biases ? networks : 0)
                : networkParameters(hidden);
    }

    /** Returns the number of parameters of all experts from which the router chooses. */
    long expertParameters(long hidden) {
        return hasExperts() ? networks * networkParameters(hidden) : 0;
    }

    /** Returns the operations per token in the forward pass, flop. */
    double flops(long hidden) {
        double router = hasExperts() ? 2.0 * hidden * networks : 0;
        return 2.0 * (active + shared) * weights(hidden) + router;
    }

    /** Returns the matrices of a network on each of t GPUs that divide it. */
    List<Matrix> matrices(double hidden, double t) {
        double part = width / t;
        return List.of(new Matrix(hidden, part, gated ? 2 : 1), Matrix.of(part, hidden));
    }

    /**
     * Returns the number of bytes per token kept for the backward pass.
     *
     * @param valueBytes size of an activation
     * @param inputBytes size of a value of a matrix's input; 0 if the input is recomputed
     * @param capacity largest number of tokens that experts receive, relative to evenly spread tokens
     */
    double kept(double valueBytes, double inputBytes, double capacity) {
        double visited = (hasExperts() ? active * capacity : active) + shared;
        return width * visited * ((gated ? 2 : 1) * valueBytes + inputBytes);
    }
}
