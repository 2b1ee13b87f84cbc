package org.tailback.extrapolation;

/** Signal that no law, or no certain law, was found for an operation with a given division of ranks into classes. */
final class LawNotFound extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int progress;

    /**
     * Creates the exception.
     *
     * @param progress progress of the search; the message with the most progress is the most informative
     * @param message the operation and the observed values
     */
    LawNotFound(int progress, String message) {
        super(message, null, false, false);
        this.progress = progress;
    }

    int progress() {
        return progress;
    }
}
