package org.tailback.fit.measure;

/**
 * One measurement between two partners, PRTT(n, d, s): Listing 1 of Hoefler, Lichei and Rehm 2007. The client sends
 * messages with a delay between them; the server answers when it has received all messages. In PRTT, the answer has the
 * size of the messages. A measurement of messages in one direction has an answer of one byte.
 *
 * @param messages n, >= 1
 * @param delay d, time of computation before each message except the first, seconds, finite, >= 0
 * @param bytes size s of the messages, >= 0
 * @param answer size of the answer, bytes, >= 0
 */
public record Exchange(int messages, double delay, long bytes, long answer) {
    /** Creates the exchange of PRTT(n, d, s). Its answer is as large as each message. */
    public Exchange(int messages, double delay, long bytes) {
        this(messages, delay, bytes, bytes);
    }

    /** Returns an exchange of messages without delay, with an answer of one byte. */
    public static Exchange oneWay(int messages, long bytes) {
        return new Exchange(messages, 0, bytes, 1);
    }

    @Override
    public String toString() {
        return "PRTT(" + messages + ", " + delay + " s, " + bytes + " B)";
    }
}
