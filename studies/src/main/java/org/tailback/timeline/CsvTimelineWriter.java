package org.tailback.timeline;

import java.io.OutputStream;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationSink;

/**
 * Writer of CSV, with one line per operation, collective and message. A line is written when its activity ends.
 * Wildcards, unknown values and fields that do not apply are empty. For a message, {@code rank} is the sender and
 * {@code peer} the receiver, {@code begin} is the time at which it is posted, and {@code end} the time at which it is
 * received; {@code penalty} is its time in the network divided by its contention-free time.
 */
final class CsvTimelineWriter extends TextTimelineWriter {
    private static final String HEADER =
            "kind,rank,lane,name,index,begin,end,peer,tag,communicator,bytes,started,ended,arrival,penalty\n";

    CsvTimelineWriter(OutputStream stream) {
        super(stream);
    }

    @Override
    public void begin(int ranks, BitSet shown, double time) {
        write(HEADER);
    }

    private static @Nullable Long optional(boolean isKnown, long number) {
        return isKnown ? number : null;
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double begin, double time) {
        Envelope of = slice.envelope();
        line(
                ",",
                slice.isCollective() ? "collective" : "operation",
                rank,
                lane,
                slice.name(),
                slice.index(),
                begin,
                time,
                optional(slice.hasPeer() && of.peer() != OperationSink.ANY_SOURCE, of.peer()),
                optional(slice.hasPeer() && of.tag() != OperationSink.ANY_TAG, of.tag()),
                optional(slice.hasCommunicator(), of.communicator()),
                optional(slice.hasBytes(), of.bytes()),
                ",,,");
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        line(
                ",",
                "message",
                message.sender,
                message.senderLane,
                "message",
                message.id,
                message.posted,
                time,
                message.envelope.peer(),
                optional(message.envelope.tag() != OperationSink.ANY_TAG, message.envelope.tag()),
                message.envelope.communicator(),
                message.envelope.bytes(),
                message.started,
                message.ended,
                message.arrival,
                message.averagePenalty());
    }
}
