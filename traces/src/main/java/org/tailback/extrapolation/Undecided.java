package org.tailback.extrapolation;

/** Laws that explain all recordings and differ on the number of ranks that is asked for. */
final class Undecided extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message the operation, the laws, and the values that they predict */
    Undecided(String message) {
        super(message, null, false, false);
    }
}
