package org.tailback.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;

/**
 * The Paje format: definitions of events, types and values, then events in the order of time. The container
 * {@code program} holds a container per rank and lane ({@code r3}, {@code r3.1}); slices are pushed and popped states,
 * messages links with their size as value, rates and penalties variables of ranks, the number of messages in the
 * network one of the program, and timeouts events. Times are seconds.
 */
final class PajeWriter implements TimelineWriter {
    private static final String[][] EVENTS = {
        {"PajeDefineContainerType", "Name string", "Type string", "Alias string"},
        {"PajeDefineStateType", "Name string", "Type string", "Alias string"},
        {"PajeDefineVariableType", "Name string", "Type string", "Color color", "Alias string"},
        {"PajeDefineEventType", "Name string", "Type string", "Color color", "Alias string"},
        {
            "PajeDefineLinkType",
            "Name string",
            "Type string",
            "StartContainerType string",
            "EndContainerType string",
            "Alias string"
        },
        {"PajeDefineEntityValue", "Name string", "Type string", "Color color", "Alias string"},
        {"PajeCreateContainer", "Time date", "Name string", "Type string", "Container string", "Alias string"},
        {"PajeDestroyContainer", "Time date", "Type string", "Name string"},
        {"PajePushState", "Time date", "Type string", "Container string", "Value string"},
        {"PajePopState", "Time date", "Type string", "Container string"},
        {"PajeSetVariable", "Time date", "Type string", "Container string", "Value double"},
        {"PajeNewEvent", "Time date", "Type string", "Container string", "Value string"},
        {
            "PajeStartLink",
            "Time date",
            "Type string",
            "Container string",
            "StartContainer string",
            "Value string",
            "Key string"
        },
        {
            "PajeEndLink",
            "Time date",
            "Type string",
            "Container string",
            "EndContainer string",
            "Value string",
            "Key string"
        },
    };
    private static final int CONTAINER_TYPE = 0;
    private static final int STATE_TYPE = 1;
    private static final int VARIABLE_TYPE = 2;
    private static final int EVENT_TYPE = 3;
    private static final int LINK_TYPE = 4;
    private static final int ENTITY_VALUE = 5;
    private static final int CREATE = 6;
    private static final int DESTROY = 7;
    private static final int PUSH = 8;
    private static final int POP = 9;
    private static final int SET = 10;
    private static final int NEW_EVENT = 11;
    private static final int START_LINK = 12;
    private static final int END_LINK = 13;

    private final BufferedWriter out;
    private final List<String> containers = new ArrayList<>();

    PajeWriter(OutputStream stream) {
        out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    private void line(int event, String... fields) {
        try {
            out.append(Integer.toString(event));
            for (String field : fields) {
                out.append(' ').append(field);
            }
            out.append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    private static String container(int rank, int lane) {
        return lane == 0 ? "r" + rank : "r" + rank + "." + lane;
    }

    @Override
    public void begin(int ranks, BitSet shown, double time) {
        try {
            for (int i = 0; i < EVENTS.length; i++) {
                out.append("%EventDef ")
                        .append(EVENTS[i][0])
                        .append(' ')
                        .append(Integer.toString(i))
                        .append('\n');
                for (int field = 1; field < EVENTS[i].length; field++) {
                    out.append("%       ").append(EVENTS[i][field]).append('\n');
                }
                out.append("%EndEventDef\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line(CONTAINER_TYPE, "program", "0", "P");
        line(CONTAINER_TYPE, "rank", "P", "R");
        line(STATE_TYPE, "operation", "R", "S");
        line(VARIABLE_TYPE, quoted("bytes/s sent"), "R", quoted("0.2 0.4 0.8"), "VR");
        line(VARIABLE_TYPE, quoted("mean penalty"), "R", quoted("0.8 0.2 0.2"), "VP");
        line(VARIABLE_TYPE, quoted("messages in the network"), "P", quoted("0.3 0.3 0.3"), "VM");
        line(EVENT_TYPE, quoted("retransmission timeout"), "R", quoted("1.0 0.0 0.0"), "T");
        line(LINK_TYPE, "message", "P", "R", "R", "L");
        for (OperationKind kind : OperationKind.values()) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            line(ENTITY_VALUE, name, "S", quoted(color(kind)), name);
        }
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            line(ENTITY_VALUE, kind.label(), "S", quoted("0.6 0.4 0.8"), kind.label());
        }
        String begin = Decimal.of(time);
        line(CREATE, begin, quoted("program"), "P", "0", "p");
        shown.stream().forEach(rank -> create(rank, 0, quoted("rank " + rank), begin));
    }

    private static String color(OperationKind kind) {
        return switch (kind) {
            case COMPUTE -> "0.7 0.9 0.7";
            case SEND, ISEND -> "0.2 0.5 0.9";
            case RECV, IRECV, PROBE, IPROBE -> "0.9 0.6 0.2";
            case WAIT, WAITALL, WAITANY, WAITSOME -> "0.9 0.3 0.3";
            case FREE, CANCEL, START -> "0.5 0.5 0.5";
        };
    }

    private void create(int rank, int lane, String name, String time) {
        String alias = container(rank, lane);
        containers.add(alias);
        line(CREATE, time, name, "R", "p", alias);
    }

    @Override
    public void lane(int rank, int lane, double time) {
        create(rank, lane, quoted("rank " + rank + " beside " + lane), Decimal.of(time));
    }

    @Override
    public void enter(int rank, int lane, Slice slice, double time) {
        line(PUSH, Decimal.of(time), "S", container(rank, lane), slice.name());
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double begin, double time) {
        line(POP, Decimal.of(time), "S", container(rank, lane));
    }

    @Override
    public void arrowBegins(TimedMessage message, double time) {
        line(
                START_LINK,
                Decimal.of(time),
                "L",
                "p",
                container(message.sender, message.senderLane),
                Long.toString(message.bytes),
                Long.toString(message.id));
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        line(
                END_LINK,
                Decimal.of(time),
                "L",
                "p",
                container(message.receiver, lane),
                Long.toString(message.bytes),
                Long.toString(message.id));
    }

    @Override
    public void rate(int rank, double bytesPerSecond, double penalty, double time) {
        line(SET, Decimal.of(time), "VR", container(rank, 0), Decimal.of(bytesPerSecond));
        line(SET, Decimal.of(time), "VP", container(rank, 0), Decimal.of(penalty));
    }

    @Override
    public void messagesInNetwork(int count, double time) {
        line(SET, Decimal.of(time), "VM", "p", Integer.toString(count));
    }

    @Override
    public void retransmissionTimeout(int rank, double time, double until) {
        line(NEW_EVENT, Decimal.of(time), "T", container(rank, 0), Decimal.of(until));
    }

    @Override
    public void end(double time) {
        String date = Decimal.of(time);
        for (String container : containers) {
            line(DESTROY, date, "R", container);
        }
        line(DESTROY, date, "P", "p");
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
