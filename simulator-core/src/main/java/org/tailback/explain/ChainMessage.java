package org.tailback.explain;

/**
 * A message on a chain of causes.
 *
 * @param sender sending rank
 * @param receiver receiving rank
 * @param bytes size of the message, >= 0
 */
public record ChainMessage(int sender, int receiver, int tag, long bytes) {
    /** Returns sender and receiver, such as {@code 3>5}. */
    public String pair() {
        return sender + ">" + receiver;
    }
}
