package org.tailback.fit.measure;

import com.google.common.base.Preconditions;

/**
 * One measurement between two partners, PRTT(n, d, s): Listing 1 of Hoefler, Lichei and Rehm 2007. The client sends
 * messages, the later ones each after a delay; the server answers with one of the same size when it has received all.
 *
 * @param messages n, >= 1
 * @param delay d, how long the client is busy before each message but the first, seconds, finite, >= 0
 * @param bytes size s of the messages, >= 0
 */
public record Exchange(int messages, double delay, long bytes) {
    public Exchange {
        Preconditions.checkArgument(messages >= 1, "messages: %s", messages);
        Preconditions.checkArgument(delay >= 0 && delay < Double.POSITIVE_INFINITY, "delay: %s", delay);
        Preconditions.checkArgument(bytes >= 0, "bytes: %s", bytes);
    }

    @Override
    public String toString() {
        return "PRTT(" + messages + ", " + delay + " s, " + bytes + " B)";
    }
}
