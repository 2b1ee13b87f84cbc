package org.tailback.network;

/** Parts of a message's time, in seconds; the parts of the transfer are available after the message has ended. */
public final class MessageTimes {
    /** Error of the end of an uncontended message, in units in the last place of the time. */
    static final double TIME_ROUNDING = 4;
    /** Largest apparent gain of a message due to the rounding of rates, relative to its contention-free time. */
    private static final double RATE_ROUNDING = 1e-9;

    private final MessageTable messages;

    MessageTimes(MessageTable messages) {
        this.messages = messages;
    }

    /** Returns the time for which an ended message was moving, without a retransmission timeout, in seconds. */
    public double transferSeconds(int message) {
        return messages.transferDate[message] - messages.startDate[message];
    }

    /** Returns the time for which a message would be moving when uncontended, in seconds. */
    public double uncontendedSeconds(int message) {
        return messages.uncontendedSeconds[message];
    }

    /** Returns the time at which the data of an ended message had moved or were lost, in seconds. */
    public double transferDate(int message) {
        return messages.transferDate[message];
    }

    /** Returns the time for which an ended message waited for a retransmission timeout, in seconds; 0 if it did not. */
    public double timeoutSeconds(int message) {
        return messages.endDate[message] - messages.transferDate[message];
    }

    /**
     * Returns the seconds for which an ended message was moving beyond its contention-free time: exactly 0 if the two
     * times differ by no more than the rounding of times and rates.
     */
    public double contentionSeconds(int message) {
        double uncontended = messages.uncontendedSeconds[message];
        double lost = transferSeconds(message) - uncontended;
        boolean rounded = Math.abs(lost) <= timeRounding(message) || (lost < 0 && lost > -RATE_ROUNDING * uncontended);
        return rounded ? 0 : lost;
    }

    /**
     * Returns the penalty of an ended message, its transfer time divided by its contention-free time: exactly 1 if the
     * two differ by no more than the rounding of times. Only for messages with a contention-free time above 0.
     */
    public double averagePenalty(int message) {
        double moving = transferSeconds(message);
        double uncontended = messages.uncontendedSeconds[message];
        return Math.abs(moving - uncontended) <= timeRounding(message) ? 1 : moving / uncontended;
    }

    private double timeRounding(int message) {
        return TIME_ROUNDING * Math.ulp(messages.transferDate[message]);
    }
}
