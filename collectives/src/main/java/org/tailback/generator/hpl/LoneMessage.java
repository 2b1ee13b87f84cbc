package org.tailback.generator.hpl;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message of a grouped run, or a receive that waits for one. */
final class LoneMessage {
    final int number;
    LoneRank sender;
    LoneRank receiver;
    int tag;
    long bytes;

    @Nullable
    Charge charge;
    /** When the send was called; when the message is ready to start. */
    double posted;

    double ready;
    boolean startsWhenMatched;
    /** When its sides have ended; not a number as long as that is unknown. */
    double sendEnd;

    double arrival;
    boolean senderWaits;
    boolean receiverWaits;
    /** Sides that are not over. */
    int open;

    @Nullable
    LoneMessage next;

    LoneMessage(int number, LoneRank sender, LoneRank receiver) {
        this.number = number;
        this.sender = sender;
        this.receiver = receiver;
    }

    /** Returns from when on a probe finds it. */
    double found() {
        return posted + charge().seen();
    }

    Charge charge() {
        return Objects.requireNonNull(charge);
    }

    /** Returns the first message of a list that is from a rank and has a tag. */
    static @Nullable LoneMessage find(@Nullable LoneMessage first, LoneRank from, int tag) {
        LoneMessage message = first;
        while (message != null && (message.sender != from || message.tag != tag)) {
            message = message.next;
        }
        return message;
    }

    void reset(LoneRank from, LoneRank to, int newTag) {
        sender = from;
        receiver = to;
        tag = newTag;
        charge = null;
        sendEnd = Double.NaN;
        arrival = Double.NaN;
        senderWaits = false;
        receiverWaits = false;
        open = 2;
        next = null;
    }
}
