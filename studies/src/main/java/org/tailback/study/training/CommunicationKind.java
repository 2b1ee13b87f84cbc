package org.tailback.study.training;

/** Kinds of communication in a training step; each dimension of parallelism has one kind. */
enum CommunicationKind {
    /** Activations and their gradients between stages. */
    PIPELINE,
    /** Parts of matrix products inside a tensor group. */
    TENSOR,
    /** Gradients and parameters among replicas. */
    DATA,
    /** Exchanges of tokens with experts. */
    EXPERT,
    /** Keys and values among the GPUs that divide a sequence. */
    CONTEXT
}
