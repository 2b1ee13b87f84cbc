package org.tailback.extrapolation;

/** Signal that several laws explain all recordings but differ on the requested number of ranks. */
final class Undecided extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation, the laws, and the values that the laws predict
     */
    Undecided(String message) {
        super(message, null, false, false);
    }
}
