package org.tailback.network;

/** The parts of the time that a message takes, in seconds; those of its transfer once that has ended. */
public final class MessageTimes {
    /** Error of the end of an undisturbed message, in units in the last place of the time. */
    static final double TIME_ROUNDING = 4;
    /** Share of its contention-free time that a message may seem to gain by the rounding of rates. */
    private static final double RATE_ROUNDING = 1e-9;

    private final MessageTable messages;

    MessageTimes(MessageTable messages) {
        this.messages = messages;
    }

    /** The time for which an ended message was moving, without a retransmission timeout, in seconds. */
    public double transferSeconds(int message) {
        return messages.transferDate[message] - messages.startDate[message];
    }

    /** The time for which a message would have been moving alone, in seconds. */
    public double uncontendedSeconds(int message) {
        return messages.uncontendedSeconds[message];
    }

    /** The time at which the data of an ended message had moved or were lost, in seconds. */
    public double transferDate(int message) {
        return messages.transferDate[message];
    }

    /** The time for which an ended message waited for a retransmission timeout, in seconds; 0 if it did not. */
    public double timeoutSeconds(int message) {
        return messages.endDate[message] - messages.transferDate[message];
    }

    /**
     * The seconds for which an ended message was moving longer than alone: exactly 0 where the two differ by no more
     * than the rounding of times and rates.
     */
    public double contentionSeconds(int message) {
        double uncontended = messages.uncontendedSeconds[message];
        double lost = transferSeconds(message) - uncontended;
        boolean rounded = Math.abs(lost) <= timeRounding(message) || (lost < 0 && lost > -RATE_ROUNDING * uncontended);
        return rounded ? 0 : lost;
    }

    /**
     * The penalty of an ended message, its transfer time over that alone: exactly 1 where the two differ by no more
     * than the rounding of times. Only for messages that take time alone.
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
