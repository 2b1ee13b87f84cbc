package org.tailback.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.tailback.program.OperationSink;
import org.tailback.table.ShortestNumbers;

/**
 * Writer of a line per operation, collective and message at its end. Fields that a kind of line lacks, wildcards and
 * unknown values are empty. Of a message, {@code rank} is the sender, {@code peer} the receiver, {@code begin} its
 * posting and {@code end} when it is received; {@code penalty} is its time in the network divided by its
 * contention-free time.
 */
final class CsvTimelineWriter implements TimelineWriter {
    private static final String HEADER =
            "kind,rank,lane,name,index,begin,end,peer,tag,communicator,bytes,started,ended,arrival,penalty\n";

    private final BufferedWriter out;
    private final StringBuilder line = new StringBuilder();

    CsvTimelineWriter(OutputStream stream) {
        out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    private void write(CharSequence text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CsvTimelineWriter field(String text) {
        line.append(text).append(',');
        return this;
    }

    private CsvTimelineWriter field(long number) {
        line.append(number).append(',');
        return this;
    }

    private CsvTimelineWriter field(double number) {
        return field(Double.isNaN(number) ? "" : ShortestNumbers.plain(number));
    }

    private CsvTimelineWriter empty() {
        return field("");
    }

    private CsvTimelineWriter optional(boolean known, long number) {
        return known ? field(number) : empty();
    }

    private void endLine() {
        line.setCharAt(line.length() - 1, '\n');
        write(line);
        line.setLength(0);
    }

    @Override
    public void begin(int ranks, BitSet shown, double time) {
        write(HEADER);
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double begin, double time) {
        field(slice.isCollective() ? "collective" : "operation").field(rank).field(lane);
        field(slice.name()).field(slice.index()).field(begin).field(time);
        optional(slice.hasPeer() && slice.peer() != OperationSink.ANY_SOURCE, slice.peer());
        optional(slice.hasPeer() && slice.tag() != OperationSink.ANY_TAG, slice.tag());
        optional(slice.hasCommunicator(), slice.communicator());
        optional(slice.hasBytes(), slice.bytes());
        empty().empty().empty().empty().endLine();
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        field("message")
                .field(message.sender)
                .field(message.senderLane)
                .field("message")
                .field(message.id);
        field(message.posted).field(time).field(message.receiver);
        optional(message.tag != OperationSink.ANY_TAG, message.tag);
        field(message.communicator).field(message.bytes);
        field(message.started).field(message.ended).field(message.arrival);
        field(message.averagePenalty()).endLine();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
