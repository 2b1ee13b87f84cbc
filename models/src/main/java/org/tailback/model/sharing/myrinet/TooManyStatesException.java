package org.tailback.model.sharing.myrinet;

/**
 * A component of the contention graph has more state sets than the limit allows to count, and no sample of them could
 * be drawn either. The message has the component in the inline graph language.
 */
public final class TooManyStatesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyStatesException(long stateLimit, String graph) {
        super("myrinet: more than " + stateLimit + " states, and estimating failed too, for the component \"" + graph
                + "\". Raise state-limit");
    }
}
