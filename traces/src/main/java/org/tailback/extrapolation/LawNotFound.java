package org.tailback.extrapolation;

/** Signal that no law, or no certain law, was found for an operation under one division of ranks into classes. */
final class LawNotFound extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int progress;

    /**
     * Creates the exception.
     *
     * @param progress progress of the search, by which the most informative of several messages is chosen
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
