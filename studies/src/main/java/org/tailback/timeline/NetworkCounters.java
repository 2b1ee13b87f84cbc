package org.tailback.timeline;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Total rates of the messages in the network, by sender. All changes at the same instant are written as a single
 * change.
 */
final class NetworkCounters {
    private final TimelineWriter writer;
    private final BitSet shown;
    private final int[] messages;
    private final double[] rates;
    private final double[] penalties;
    private final BitSet changed = new BitSet();
    private int inNetwork;
    private int writtenInNetwork;

    NetworkCounters(TimelineWriter writer, int ranks, BitSet shown) {
        this.writer = writer;
        this.shown = shown;
        this.messages = new int[ranks];
        this.rates = new double[ranks];
        this.penalties = new double[ranks];
    }

    void rate(TimedMessage message, double penalty, double bytesPerSecond, double time) {
        message.settle(time);
        int rank = message.sender;
        if (!message.moving) {
            message.moving = true;
            inNetwork++;
            messages[rank]++;
        } else {
            rates[rank] -= message.rate;
            penalties[rank] -= message.penalty;
        }
        message.rate = bytesPerSecond;
        message.penalty = penalty;
        rates[rank] += bytesPerSecond;
        penalties[rank] += penalty;
        changed.set(rank);
    }

    /** Removes a message from the network if the network contains it. */
    void leave(TimedMessage message, double time) {
        if (!message.moving) {
            return;
        }
        message.settle(time);
        message.moving = false;
        int rank = message.sender;
        inNetwork--;
        messages[rank]--;
        boolean none = messages[rank] == 0;
        rates[rank] = none ? 0 : rates[rank] - message.rate;
        penalties[rank] = none ? 0 : penalties[rank] - message.penalty;
        changed.set(rank);
    }

    void begin() {
        for (int rank = 0; rank < messages.length; rank++) {
            changed.set(rank, messages[rank] > 0);
        }
        writtenInNetwork = 0;
    }

    /** Discards changes that are not to be written. */
    void skip() {
        changed.clear();
        writtenInNetwork = inNetwork;
    }

    void write(double time) {
        if (changed.isEmpty()) {
            return;
        }
        for (int rank = changed.nextSetBit(0); rank >= 0; rank = changed.nextSetBit(rank + 1)) {
            if (shown.get(rank)) {
                double penalty = messages[rank] == 0 ? 0 : penalties[rank] / messages[rank];
                writer.rate(rank, rates[rank], penalty, time);
            }
        }
        changed.clear();
        if (inNetwork != writtenInNetwork) {
            writtenInNetwork = inNetwork;
            writer.messagesInNetwork(inNetwork, time);
        }
    }

    /** Sets all counters to 0 at the end of the timeline. */
    void end(double time) {
        for (int rank = 0; rank < messages.length; rank++) {
            changed.set(rank, messages[rank] > 0);
        }
        Arrays.fill(messages, 0);
        Arrays.fill(rates, 0);
        Arrays.fill(penalties, 0);
        inNetwork = 0;
        write(time);
    }
}
