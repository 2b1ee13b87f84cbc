package org.tailback.study.training;

/** The kinds of communication of a training step, by the division of work. */
public enum CommunicationKind {
    /** Activations and their gradients between stages; messages of the communicator of all ranks. */
    PIPELINE,
    /** Parts of matrix products inside a tensor group. */
    TENSOR,
    /** Gradients and parameters among replicas. */
    DATA,
    /** Exchanges of tokens with experts. */
    EXPERT,
    /** Keys and values among the GPUs that divide a sequence. */
    CONTEXT;

    /** Returns the name in reports. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Communicator of the gradients and parameters of experts; those of the rest have {@code DATA.ordinal()}. */
    static final int EXPERT_DATA = 5;

    /** Communicator of the parts of experts' matrices. */
    static final int EXPERT_TENSOR = 6;

    static CommunicationKind of(int communicator) {
        return switch (communicator) {
            case EXPERT_DATA -> DATA;
            case EXPERT_TENSOR -> TENSOR;
            default -> values()[communicator];
        };
    }
}
