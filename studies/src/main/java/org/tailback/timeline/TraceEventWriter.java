package org.tailback.timeline;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.BitSet;
import org.tailback.explain.ChainMessage;
import org.tailback.explain.Segment;
import org.tailback.program.OperationSink;
import org.tailback.table.ShortestNumbers;

/**
 * The Trace Event Format of Chrome, JSON object form: one event per line, in the order of time.
 *
 * <p>Process 1 holds the ranks, a thread each (rank + 1, plus the number of ranks for each further lane), with slices
 * as B and E, messages as flows s and f that bind to the slice around them, and timeouts as instants. Process 2 holds
 * the network's counters. Process 3 holds the segments of the critical path, if it is known, as slices X, which come
 * last. Times are microseconds, decimals with all digits.
 */
final class TraceEventWriter implements TimelineWriter {
    private static final int RANKS = 1;
    private static final int NETWORK = 2;
    private static final int CHAIN = 3;
    private static final String MESSAGE = "message";

    private final JsonGenerator json;
    private int ranks;
    private boolean hasChain;

    TraceEventWriter(OutputStream out) {
        try {
            json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
            json.setPrettyPrinter(new EventPerLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class EventPerLine extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1;

        @Override
        public void beforeArrayValues(JsonGenerator generator) throws IOException {
            generator.writeRaw('\n');
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(",\n");
        }

        @Override
        public void writeEndArray(JsonGenerator generator, int values) throws IOException {
            generator.writeRaw("\n]");
        }
    }

    /** Fields of an event. */
    private interface Fields {
        void write() throws IOException;
    }

    private static void write(Fields fields) {
        try {
            fields.write();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void event(String phase, int process, int thread, double time, Fields fields) {
        write(() -> {
            json.writeStartObject();
            json.writeStringField("ph", phase);
            json.writeNumberField("pid", process);
            json.writeNumberField("tid", thread);
            number("ts", ShortestNumbers.microseconds(time));
            fields.write();
            json.writeEndObject();
        });
    }

    private void metadata(String what, int process, int thread, Fields argument) {
        event("M", process, thread, 0, () -> {
            json.writeStringField("name", what);
            arguments(argument);
        });
    }

    private void arguments(Fields fields) throws IOException {
        json.writeObjectFieldStart("args");
        fields.write();
        json.writeEndObject();
    }

    private void number(String name, String digits) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(digits);
    }

    private void process(int number, String name, int order) {
        metadata("process_name", number, 0, () -> json.writeStringField("name", name));
        metadata("process_sort_index", number, 0, () -> json.writeNumberField("sort_index", order));
    }

    private int thread(int rank, int lane) {
        return 1 + rank + lane * ranks;
    }

    @Override
    public void begin(int count, BitSet shown, double time) {
        ranks = count;
        write(() -> {
            json.writeStartObject();
            json.writeStringField("displayTimeUnit", "ns");
            json.writeObjectFieldStart("otherData");
            json.writeStringField("writer", "tailback");
            json.writeEndObject();
            json.writeArrayFieldStart("traceEvents");
        });
        process(RANKS, "ranks", RANKS);
        process(NETWORK, "network", NETWORK);
        shown.stream().forEach(rank -> nameThread(rank, 0, "rank " + rank));
    }

    private void nameThread(int rank, int lane, String name) {
        int thread = thread(rank, lane);
        metadata("thread_name", RANKS, thread, () -> json.writeStringField("name", name));
        metadata("thread_sort_index", RANKS, thread, () -> json.writeNumberField("sort_index", thread));
    }

    @Override
    public void lane(int rank, int lane, double time) {
        nameThread(rank, lane, "rank " + rank + ", beside (" + lane + ")");
    }

    @Override
    public void enter(int rank, int lane, Slice slice, double time) {
        event("B", RANKS, thread(rank, lane), time, () -> {
            json.writeStringField("name", slice.name());
            json.writeStringField("cat", slice.isCollective() ? "collective" : "operation");
            json.writeObjectFieldStart("args");
            json.writeNumberField("index", slice.index());
            switch (slice.content()) {
                case MESSAGE, PROBE -> {
                    wildcard("peer", slice.peer(), OperationSink.ANY_SOURCE);
                    wildcard("tag", slice.tag(), OperationSink.ANY_TAG);
                }
                case REQUESTS -> json.writeNumberField("requests", slice.peer());
                case COLLECTIVE -> json.writeNumberField("root", slice.peer());
                case NONE -> {
                    // no arguments
                }
            }
            if (slice.hasCommunicator()) {
                json.writeNumberField("communicator", slice.communicator());
            }
            if (slice.hasBytes()) {
                json.writeNumberField("bytes", slice.bytes());
            }
            json.writeEndObject();
        });
    }

    /** Writes a number that is {@code any} if it is the wildcard. */
    private void wildcard(String name, int value, int any) throws IOException {
        if (value == any) {
            json.writeStringField(name, "any");
        } else {
            json.writeNumberField(name, value);
        }
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double begin, double time) {
        event("E", RANKS, thread(rank, lane), time, () -> {});
    }

    @Override
    public void arrowBegins(TimedMessage message, double time) {
        event("s", RANKS, thread(message.sender, message.senderLane), time, () -> {
            flow(message);
            json.writeObjectFieldStart("args");
            json.writeNumberField("bytes", message.bytes);
            wildcard("tag", message.tag, OperationSink.ANY_TAG);
            json.writeNumberField("communicator", message.communicator);
            json.writeEndObject();
        });
    }

    private void flow(TimedMessage message) throws IOException {
        json.writeStringField("name", MESSAGE);
        json.writeStringField("cat", MESSAGE);
        json.writeNumberField("id", message.id);
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        event("f", RANKS, thread(message.receiver, lane), time, () -> {
            flow(message);
            json.writeStringField("bp", "e");
        });
    }

    @Override
    public void rate(int rank, double bytesPerSecond, double penalty, double time) {
        counter("rank " + rank + " sends", "bytes/s", ShortestNumbers.plain(bytesPerSecond), time);
        counter("rank " + rank + " penalty", "mean", ShortestNumbers.plain(penalty), time);
    }

    @Override
    public void messagesInNetwork(int count, double time) {
        counter("messages in the network", "messages", Integer.toString(count), time);
    }

    private void counter(String name, String series, String value, double time) {
        event("C", NETWORK, 0, time, () -> {
            json.writeStringField("name", name);
            arguments(() -> number(series, value));
        });
    }

    @Override
    public void retransmissionTimeout(int rank, double time, double until) {
        event("i", RANKS, thread(rank, 0), time, () -> {
            json.writeStringField("name", "retransmission timeout");
            json.writeStringField("s", "t");
            arguments(() -> number("until", ShortestNumbers.microseconds(until)));
        });
    }

    @Override
    public void chain(Segment segment) {
        if (!hasChain) {
            hasChain = true;
            process(CHAIN, "determines the makespan", 0);
            metadata("thread_name", CHAIN, 1, () -> json.writeStringField("name", "chain"));
        }
        event("X", CHAIN, 1, segment.from(), () -> {
            number("dur", ShortestNumbers.microseconds(segment.seconds()));
            json.writeStringField(
                    "name", "rank " + segment.rank() + ": " + segment.kind().label());
            json.writeStringField("cat", segment.kind().part().label());
            json.writeObjectFieldStart("args");
            json.writeNumberField("rank", segment.rank());
            ChainMessage message = segment.message();
            if (message != null) {
                json.writeNumberField("sender", message.sender());
                json.writeNumberField("receiver", message.receiver());
                json.writeNumberField("bytes", message.bytes());
            }
            if (segment.link() != null) {
                json.writeStringField("link", segment.link());
            }
            json.writeEndObject();
        });
    }

    @Override
    public void end(double time) {
        write(() -> {
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        });
    }

    @Override
    public void close() throws IOException {
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
        json.close();
    }
}
