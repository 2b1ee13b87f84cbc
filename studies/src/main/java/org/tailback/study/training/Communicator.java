package org.tailback.study.training;

/** Communicators of a training step; programs refer to a communicator by its ordinal. */
enum Communicator {
    /** All GPUs: messages between stages. */
    WORLD(CommunicationKind.PIPELINE),
    /** GPUs that divide matrices. */
    TENSOR(CommunicationKind.TENSOR),
    /** GPUs that hold the same parameters. */
    DATA(CommunicationKind.DATA),
    /** GPUs that exchange tokens because they have different experts of the same layers. */
    EXPERT(CommunicationKind.EXPERT),
    /** GPUs that divide a sequence. */
    CONTEXT(CommunicationKind.CONTEXT),
    /** GPUs that hold the same experts. */
    EXPERT_DATA(CommunicationKind.DATA),
    /** GPUs that divide the matrices of the same experts. */
    EXPERT_TENSOR(CommunicationKind.TENSOR);

    final CommunicationKind kind;

    Communicator(CommunicationKind kind) {
        this.kind = kind;
    }

    static Communicator of(int number) {
        return values()[number];
    }
}
