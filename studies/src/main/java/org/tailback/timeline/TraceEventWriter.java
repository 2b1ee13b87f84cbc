package org.tailback.timeline;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tailback.explain.ChainMessage;
import org.tailback.explain.Segment;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationSink;
import org.tailback.table.ShortestNumbers;

/**
 * Writer of Chrome's Trace Event Format, JSON object form: one event per line, in the order of time.
 *
 * <p>Process 1 contains the ranks, with one thread per rank (number rank + 1, plus the number of ranks for each
 * additional lane). Its slices are events B and E, messages are flows s and f that bind to the enclosing slice, and
 * timeouts are instants. Process 2 contains the counters of the network. If the critical path is known, process 3
 * contains its segments as slices X at the end of the file. Times are in microseconds, as decimals with all digits.
 */
final class TraceEventWriter implements TimelineWriter {
    private static final int RANKS = 1;
    private static final int NETWORK = 2;
    private static final Track CHAIN = new Track(3, 1);
    private static final String NAME = "name";
    private static final String ARGUMENTS = "args";

    /** Position of an event in the format: a process and one of its threads. */
    private record Track(int process, int number) {}

    /** Writer of the events, one per line. The text between events is written raw. */
    private final JsonGenerator json;

    private int ranks;
    private boolean hasChain;

    TraceEventWriter(OutputStream out) {
        try {
            json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
        json.setPrettyPrinter(new MinimalPrettyPrinter(",\n"));
    }

    private void raw(String text) {
        try {
            json.writeRaw(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void event(String phase, Track track, double time, Map<String, ?> fields) {
        try {
            json.writeStartObject();
            json.writeStringField("ph", phase);
            json.writeNumberField("pid", track.process);
            json.writeNumberField("tid", track.number);
            json.writeNumberField("ts", ShortestNumbers.microseconds(time));
            endObject(fields);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void endObject(Map<?, ?> fields) throws IOException {
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            json.writeFieldName(String.valueOf(field.getKey()));
            if (field.getValue() instanceof Map<?, ?> inner) {
                json.writeStartObject();
                endObject(inner);
            } else {
                json.writePOJO(field.getValue());
            }
        }
        json.writeEndObject();
    }

    private void metadata(String what, Track track, String argument, Object value) {
        event("M", track, 0, ImmutableMap.of(NAME, what, ARGUMENTS, Map.of(argument, value)));
    }

    private void process(int number, String name, int order) {
        metadata("process_name", new Track(number, 0), NAME, name);
        metadata("process_sort_index", new Track(number, 0), "sort_index", order);
    }

    private Track track(int rank, int lane) {
        return new Track(RANKS, 1 + rank + lane * ranks);
    }

    @Override
    public void begin(int count, BitSet shown, double time) {
        ranks = count;
        raw("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"writer\":\"tailback\"},\"traceEvents\":[\n");
        process(RANKS, "ranks", RANKS);
        process(NETWORK, "network", NETWORK);
        shown.stream().forEach(rank -> nameTrack(rank, 0, "rank " + rank));
    }

    private void nameTrack(int rank, int lane, String name) {
        Track track = track(rank, lane);
        metadata("thread_name", track, NAME, name);
        metadata("thread_sort_index", track, "sort_index", track.number);
    }

    @Override
    public void lane(int rank, int lane, double time) {
        nameTrack(rank, lane, "rank " + rank + ", lane " + lane);
    }

    @Override
    public void enter(int rank, int lane, Slice slice, double time) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("index", slice.index());
        if (slice.hasPeer()) {
            arguments.put("peer", orAny(slice.envelope().peer(), OperationSink.ANY_SOURCE));
            arguments.put("tag", orAny(slice.envelope().tag(), OperationSink.ANY_TAG));
        } else if (slice.content() == Slice.Content.REQUESTS) {
            arguments.put("requests", slice.envelope().peer());
        } else if (slice.isCollective()) {
            arguments.put("root", slice.envelope().peer());
        }
        if (slice.hasCommunicator()) {
            arguments.put("communicator", slice.envelope().communicator());
        }
        if (slice.hasBytes()) {
            arguments.put("bytes", slice.envelope().bytes());
        }
        String category = slice.isCollective() ? "collective" : "operation";
        event("B", track(rank, lane), time, ImmutableMap.of(NAME, slice.name(), "cat", category, ARGUMENTS, arguments));
    }

    /** Returns the number; {@code any} if the number is the wildcard. */
    private static Object orAny(int value, int wildcard) {
        return value == wildcard ? "any" : (Object) value;
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double begin, double time) {
        event("E", track(rank, lane), time, Map.of());
    }

    @Override
    public void arrowBegins(TimedMessage message, double time) {
        Envelope of = message.envelope;
        Object tag = orAny(of.tag(), OperationSink.ANY_TAG);
        Map<String, ?> arguments = ImmutableMap.of("bytes", of.bytes(), "tag", tag, "communicator", of.communicator());
        arrow("s", track(message.sender, message.senderLane), message, time, ARGUMENTS, arguments);
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        arrow("f", track(message.envelope.peer(), lane), message, time, "bp", "e");
    }

    private void arrow(String phase, Track track, TimedMessage message, double time, String key, Object value) {
        event(phase, track, time, ImmutableMap.of(NAME, "message", "cat", "message", "id", message.id, key, value));
    }

    @Override
    public void rate(int rank, double bytesPerSecond, double penalty, double time) {
        counter("rank " + rank + " sends", "bytes/s", ShortestNumbers.decimal(bytesPerSecond), time);
        counter("rank " + rank + " penalty", "mean", ShortestNumbers.decimal(penalty), time);
    }

    @Override
    public void messagesInNetwork(int count, double time) {
        counter("messages in the network", "messages", count, time);
    }

    private void counter(String name, String series, Number value, double time) {
        event("C", new Track(NETWORK, 0), time, ImmutableMap.of(NAME, name, ARGUMENTS, Map.of(series, value)));
    }

    @Override
    public void retransmissionTimeout(int rank, double time, double until) {
        Map<String, ?> arguments = Map.of("until", ShortestNumbers.microseconds(until));
        event(
                "i",
                track(rank, 0),
                time,
                ImmutableMap.of(NAME, "retransmission timeout", "s", "t", ARGUMENTS, arguments));
    }

    @Override
    public void chain(Segment segment) {
        if (!hasChain) {
            hasChain = true;
            process(CHAIN.process, "critical path", 0);
            metadata("thread_name", CHAIN, NAME, "chain");
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("rank", segment.rank());
        ChainMessage message = segment.message();
        if (message != null) {
            arguments.put("sender", message.sender());
            arguments.put("receiver", message.receiver());
            arguments.put("bytes", message.bytes());
        }
        if (segment.link() != null) {
            arguments.put("link", segment.link());
        }
        BigDecimal duration = ShortestNumbers.microseconds(segment.seconds());
        String name = "rank " + segment.rank() + ": " + segment.kind().label();
        String category = segment.kind().part().label();
        Map<String, ?> fields = ImmutableMap.of("dur", duration, NAME, name, "cat", category, ARGUMENTS, arguments);
        event("X", CHAIN, segment.from(), fields);
    }

    @Override
    public void end(double time) {
        raw("\n]}\n");
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
