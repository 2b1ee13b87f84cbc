package org.tailback.fit.loggp;

/**
 * The measurements of one message size: parametrised round-trip times PRTT(n, d, s) of Hoefler, Lichei and Rehm 2007,
 * section 3.1. A client sends n messages of s bytes, with a pause of d between them, and the server answers the last
 * message with a message of s bytes. Times are in seconds; NaN if not measured.
 *
 * @param bytes message size s, >= 1
 * @param messages n of the two longer measurements, >= 2
 * @param single PRTT(1, 0, s)
 * @param burst PRTT(n, 0, s)
 * @param delayed PRTT(n, d, s)
 * @param delay d of the delayed measurement, >= 0
 */
public record PrttPoint(long bytes, int messages, double single, double burst, double delayed, double delay) {
    /** Returns the time of each message of a burst after the first: g + (s - 1) G by eq. (7). */
    public double gap() {
        return (burst - single) / (messages - 1);
    }

    /** Returns the sender's overhead o(s) by eq. (6); NaN if the delay is not longer than {@link #gap}. */
    public double overhead() {
        return delay > gap() ? (delayed - single) / (messages - 1) - delay : Double.NaN;
    }

    /** Returns whether the three times and the delay are finite and the times are positive. */
    boolean isUsable() {
        return single > 0
                && burst > 0
                && delayed > 0
                && delay >= 0
                && single + burst + delayed + delay < Double.POSITIVE_INFINITY;
    }

    @Override
    public String toString() {
        return bytes + " B: PRTT(1,0)=" + single + " s, PRTT(" + messages + ",0)=" + burst + " s, PRTT(" + messages
                + "," + delay + ")=" + delayed + " s";
    }
}
