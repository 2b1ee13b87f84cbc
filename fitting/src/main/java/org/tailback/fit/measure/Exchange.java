package org.tailback.fit.measure;

import com.google.common.base.Preconditions;

/**
 * One measurement between two partners: Listing 1 of Hoefler, Lichei and Rehm 2007, with an answer of its own size. The
 * client sends messages, the later ones each after a delay; the server answers when it has received all.
 *
 * @param messages n, >= 1
 * @param delay d, how long the client is busy before each message but the first, seconds, finite, >= 0
 * @param bytes size s of the messages, >= 0
 * @param answerBytes size of the answer, >= 0
 * @param pause how long the client is busy between its last message and its receive, seconds, finite, >= 0
 * @param bothEnds both partners are client and server at once, so that both directions are in use
 */
public record Exchange(int messages, double delay, long bytes, long answerBytes, double pause, boolean bothEnds) {
    public Exchange {
        Preconditions.checkArgument(messages >= 1, "messages: %s", messages);
        Preconditions.checkArgument(delay >= 0 && delay < Double.POSITIVE_INFINITY, "delay: %s", delay);
        Preconditions.checkArgument(bytes >= 0 && answerBytes >= 0, "sizes: %s, %s", bytes, answerBytes);
        Preconditions.checkArgument(pause >= 0 && pause < Double.POSITIVE_INFINITY, "pause: %s", pause);
    }

    /** PRTT(n, d, s): the answer has the messages' size. */
    public static Exchange prtt(int messages, double delay, long bytes, boolean bothEnds) {
        return new Exchange(messages, delay, bytes, bytes, 0, bothEnds);
    }

    /** One message and an empty answer. */
    public static Exchange answeredByNothing(long bytes, boolean bothEnds) {
        return new Exchange(1, 0, bytes, 0, 0, bothEnds);
    }

    @Override
    public String toString() {
        return "PRTT(" + messages + ", " + delay + " s, " + bytes + " B)" + (bothEnds ? " both ends" : "");
    }
}
