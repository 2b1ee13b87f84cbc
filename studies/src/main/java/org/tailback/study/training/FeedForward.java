package org.tailback.study.training;

import java.util.List;

/**
 * The feed-forward networks of a layer: one, or several experts, of which a router chooses several for each token, and
 * experts that all tokens share.
 *
 * @param width inside a network, >= 1
 * @param gated whether a network has a third matrix, as SwiGLU does
 * @param networks that the router chooses from; 1 without a router
 * @param active networks that a token visits, 1 to networks
 * @param groups of networks, all of one size, of which a token visits {@code activeGroups}; 1 without
 * @param activeGroups groups that a token visits, 1 to groups
 * @param shared networks of the same width that every token visits too, >= 0
 * @param biases whether matrices have vectors of biases
 */
record FeedForward(
        long width, boolean gated, int networks, int active, int groups, int activeGroups, int shared, boolean biases) {
    boolean hasExperts() {
        return networks > 1;
    }

    /** Returns the parameters of one network. */
    long networkParameters(long hidden) {
        return weights(hidden) + (biases ? (gated ? 2 : 1) * width + hidden : 0);
    }

    private long weights(long hidden) {
        return (gated ? 3 : 2) * hidden * width;
    }

    /** Returns the parameters that every token uses: of shared experts and the router, or of the only network. */
    long sharedParameters(long hidden) {
        return hasExperts()
                ? shared * networkParameters(hidden) + hidden * networks + (biases ? networks : 0)
                : networkParameters(hidden);
    }

    /** Returns the parameters of all experts that the router chooses from. */
    long expertParameters(long hidden) {
        return hasExperts() ? networks * networkParameters(hidden) : 0;
    }

    /** Returns the operations of a token, forward; flop. */
    double flops(long hidden) {
        double router = hasExperts() ? 2.0 * hidden * networks : 0;
        return 2.0 * (active + shared) * weights(hidden) + router;
    }

    /** Returns the matrices of a network on one of t GPUs. */
    List<Matrix> matrices(double hidden, double t) {
        double part = width / t;
        return List.of(new Matrix(hidden, part, gated ? 2 : 1), Matrix.of(part, hidden));
    }

    /**
     * Returns the bytes of a token that its networks keep for the backward pass.
     *
     * @param valueBytes of an activation
     * @param inputBytes of one that a matrix takes; 0 if it is computed again
     * @param capacity room for tokens of experts, over evenly spread ones
     */
    double kept(double valueBytes, double inputBytes, double capacity) {
        double visited = (hasExperts() ? active * capacity : active) + shared;
        return width * visited * ((gated ? 2 : 1) * valueBytes + inputBytes);
    }
}
