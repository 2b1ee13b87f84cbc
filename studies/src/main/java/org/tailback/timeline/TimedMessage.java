package org.tailback.timeline;

import org.tailback.observe.Envelope;

/** Message from the time at which it is posted until it is received. Times are in seconds, NaN while unknown. */
final class TimedMessage {
    final long id;
    final int sender;
    final int senderLane;
    final Envelope envelope;
    final double posted;
    double started = Double.NaN;
    double ended = Double.NaN;
    double arrival = Double.NaN;
    /** True once the message's arrow has begun. */
    boolean drawn;
    /** True once the operation that receives the message is known. */
    boolean taken;

    int receiverLane;
    /** True while the message has a rate. */
    boolean moving;

    double rate;
    double penalty;
    /** Contention-free time in the network so far, seconds: the integral of 1 / penalty. */
    double uncontendedSeconds;

    double movingSeconds;
    double rateSince;

    TimedMessage(long id, int sender, int senderLane, Envelope envelope, double posted) {
        this.id = id;
        this.sender = sender;
        this.senderLane = senderLane;
        this.envelope = envelope;
        this.posted = posted;
    }

    /** Accounts for the time since the last change of the message's rate. */
    void settle(double time) {
        if (moving) {
            uncontendedSeconds += (time - rateSince) / penalty;
            movingSeconds += time - rateSince;
        }
        rateSince = time;
    }

    /**
     * Returns the message's time in the network divided by its contention-free time; NaN if the message was never in
     * the network.
     */
    double averagePenalty() {
        return uncontendedSeconds > 0 ? movingSeconds / uncontendedSeconds : Double.NaN;
    }
}
