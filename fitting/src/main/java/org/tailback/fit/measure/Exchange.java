package org.tailback.fit.measure;

/**
 * One measurement between two partners, PRTT(n, d, s): Listing 1 of Hoefler, Lichei and Rehm 2007. The client sends
 * messages, each except the first after a delay; the server answers when it has received all. In PRTT the answer has
 * the size of the messages; a measurement of messages in one direction has an answer of one byte.
 *
 * @param messages n, >= 1
 * @param delay d, time of computation before each message except the first, seconds, finite, >= 0
 * @param bytes size s of the messages, >= 0
 * @param answer size of the answer, bytes, >= 0
 */
public record Exchange(int messages, double delay, long bytes, long answer) {
    /** Creates the exchange of PRTT(n, d, s), in which the answer is as large as each message. */
    public Exchange(int messages, double delay, long bytes) {
        this(messages, delay, bytes, bytes);
    }

    /** Returns an exchange of messages that follow each other, and an answer of one byte. */
    public static Exchange oneWay(int messages, long bytes) {
        return new Exchange(messages, 0, bytes, 1);
    }

    @Override
    public String toString() {
        return "PRTT(" + messages + ", " + delay + " s, " + bytes + " B)";
    }
}
