package org.tailback.network;

import java.util.function.IntConsumer;
import org.tailback.columns.Columns;

/**
 * The batches of messages with a limit of their own under models that give all messages between two nodes one rate: the
 * model sees one flow, whose messages are those of the flow's own batch and of its side batches.
 */
final class SideBatches {
    // by side batch: its flow + 1, and the next of the same flow + 1; by flow: the first + 1, and its messages in all
    private int[] flow = {};
    private int[] next = {};
    private int[] first = {};
    private int[] messages = {};

    /** A side batch with its first message. */
    void open(int side, int itsFlow) {
        flow = Columns.fit(flow, side);
        next = Columns.fit(next, side);
        first = Columns.fit(first, itsFlow);
        flow[side] = itsFlow + 1;
        next[side] = first[itsFlow];
        first[itsFlow] = side + 1;
    }

    /** Adds messages of side batches to a flow, or removes them. */
    void count(int itsFlow, int more) {
        messages = Columns.fit(messages, itsFlow);
        messages[itsFlow] += more;
    }

    /** A side batch without messages. O(side batches of the flow). */
    void close(int side) {
        int its = flow[side] - 1;
        flow[side] = 0;
        int before = first[its] - 1;
        if (before == side) {
            first[its] = next[side];
            return;
        }
        while (next[before] != side + 1) {
            before = next[before] - 1;
        }
        next[before] = next[side];
    }

    boolean isSide(int batch) {
        return batch < flow.length && flow[batch] > 0;
    }

    /** The model's flow of a batch. */
    int flowOf(int batch) {
        return isSide(batch) ? flow[batch] - 1 : batch;
    }

    /** How many of a flow's messages are in side batches. */
    int messages(int itsFlow) {
        return itsFlow < messages.length ? messages[itsFlow] : 0;
    }

    void forEach(int itsFlow, IntConsumer visitor) {
        for (int at = itsFlow < first.length ? first[itsFlow] : 0; at > 0; at = next[at - 1]) {
            visitor.accept(at - 1);
        }
    }
}
