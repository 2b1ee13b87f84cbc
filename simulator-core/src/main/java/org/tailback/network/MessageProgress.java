package org.tailback.network;

/** Progress of the messages in flight at the present instant. All methods are O(1). */
public final class MessageProgress {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final NetworkEngine engine;
    private final MessageTable messages;

    MessageProgress(NetworkEngine engine) {
        this.engine = engine;
        messages = engine.messages;
    }

    /**
     * Returns the fraction of a message that has not moved yet: 1 at its start, 0 when its transfer has ended or only
     * its retransmission timeout remains.
     */
    public double fractionLeft(int message) {
        double now = engine.kernel().now();
        double seconds = messages.uncontendedSeconds[message];
        if (messages.endDate[message] <= now || waitsForTimeout(message) || seconds == 0) {
            return 0;
        }
        Failures failures = engine.failures();
        boolean stopped = failures.isStopped(message);
        if (stopped && messages.phase[message] == MessageTable.BY_ITSELF) {
            return Math.min(1, failures.secondsLeft(message) / seconds);
        }
        boolean shares = engine.flows.has(message);
        if (!shares && !stopped || shares && engine.flows.rate(message) == 0) {
            // without a rate yet, or uncontended
            return engine.ends.contains(message) ? Math.min(1, (engine.ends.date(message) - now) / seconds) : 1;
        }
        double left = stopped ? messages.workLeft[message] : engine.flows.workLeft(message);
        return Math.min(1, left / (seconds * messages.uncontendedRate[message]));
    }

    /** Returns whether a message waits for its retransmission timeout. */
    public boolean waitsForTimeout(int message) {
        return messages.phase[message] == MessageTable.WAITING_FOR_TIMEOUT;
    }

    /** Returns the end of the message's transfer at its present rate, in seconds; infinite without a rate. */
    public double expectedEnd(int message) {
        if (engine.ends.contains(message)) {
            return engine.ends.date(message);
        }
        if (engine.flows.has(message) && engine.flows.rate(message) > 0) {
            return engine.flows.date(message);
        }
        return engine.failures().isStopped(message) ? NEVER : messages.endDate[message];
    }

    /** Returns whether the end of a message is due at this instant or earlier. */
    public boolean endsNow(int message) {
        return expectedEnd(message) <= engine.kernel().now();
    }
}
