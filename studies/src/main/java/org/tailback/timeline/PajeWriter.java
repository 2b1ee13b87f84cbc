package org.tailback.timeline;

import com.google.common.base.CaseFormat;
import com.google.common.collect.ObjectArrays;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;

/**
 * Writer of the Paje format: definitions of events, types and values, then events in the order of time. The container
 * {@code program} contains one container per rank and lane ({@code r3}, {@code r3.1}). Slices are pushed and popped
 * states. Messages are links; their value is the size of the message. Rates and penalties are variables of ranks. The
 * number of messages in the network is a variable of the program. Timeouts are events. Times are seconds.
 */
final class PajeWriter extends TextTimelineWriter {
    /** Events of the format, numbered in this order; semicolons separate their fields. */
    private enum Event {
        DEFINE_CONTAINER_TYPE("Name string;Type string;Alias string"),
        DEFINE_STATE_TYPE("Name string;Type string;Alias string"),
        DEFINE_VARIABLE_TYPE("Name string;Type string;Color color;Alias string"),
        DEFINE_EVENT_TYPE("Name string;Type string;Color color;Alias string"),
        DEFINE_LINK_TYPE("Name string;Type string;StartContainerType string;EndContainerType string;Alias string"),
        DEFINE_ENTITY_VALUE("Name string;Type string;Color color;Alias string"),
        CREATE_CONTAINER("Time date;Name string;Type string;Container string;Alias string"),
        DESTROY_CONTAINER("Time date;Type string;Name string"),
        PUSH_STATE("Time date;Type string;Container string;Value string"),
        POP_STATE("Time date;Type string;Container string"),
        SET_VARIABLE("Time date;Type string;Container string;Value double"),
        NEW_EVENT("Time date;Type string;Container string;Value string"),
        START_LINK("Time date;Type string;Container string;StartContainer string;Value string;Key string"),
        END_LINK("Time date;Type string;Container string;EndContainer string;Value string;Key string");

        private final String fields;

        Event(String fields) {
            this.fields = fields;
        }

        String definition() {
            return "%EventDef Paje" + CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.UPPER_CAMEL, name()) + " " + ordinal()
                    + "\n%       " + fields.replace(";", "\n%       ") + "\n%EndEventDef\n";
        }
    }

    private final List<String> containers = new ArrayList<>();

    PajeWriter(OutputStream stream) {
        super(stream);
    }

    private void line(Event event, Object... fields) {
        line(" ", ObjectArrays.concat((Object) event.ordinal(), fields));
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    private static String container(int rank, int lane) {
        return lane == 0 ? "r" + rank : "r" + rank + "." + lane;
    }

    @Override
    public void begin(int ranks, BitSet shown, double time) {
        for (Event event : Event.values()) {
            write(event.definition());
        }
        line(Event.DEFINE_CONTAINER_TYPE, "program", "0", "P");
        line(Event.DEFINE_CONTAINER_TYPE, "rank", "P", "R");
        line(Event.DEFINE_STATE_TYPE, "operation", "R", "S");
        line(Event.DEFINE_VARIABLE_TYPE, quoted("bytes/s sent"), "R", quoted("0.2 0.4 0.8"), "VR");
        line(Event.DEFINE_VARIABLE_TYPE, quoted("mean penalty"), "R", quoted("0.8 0.2 0.2"), "VP");
        line(Event.DEFINE_VARIABLE_TYPE, quoted("messages in the network"), "P", quoted("0.3 0.3 0.3"), "VM");
        line(Event.DEFINE_EVENT_TYPE, quoted("retransmission timeout"), "R", quoted("1.0 0.0 0.0"), "T");
        line(Event.DEFINE_LINK_TYPE, "message", "P", "R", "R", "L");
        for (OperationKind kind : OperationKind.values()) {
            line(Event.DEFINE_ENTITY_VALUE, kind.label(), "S", quoted(color(kind)), kind.label());
        }
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            line(Event.DEFINE_ENTITY_VALUE, kind.label(), "S", quoted("0.6 0.4 0.8"), kind.label());
        }
        line(Event.CREATE_CONTAINER, time, quoted("program"), "P", "0", "p");
        shown.stream().forEach(rank -> create(rank, 0, "rank " + rank, time));
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

    private void create(int rank, int lane, String name, double time) {
        String alias = container(rank, lane);
        containers.add(alias);
        line(Event.CREATE_CONTAINER, time, quoted(name), "R", "p", alias);
    }

    @Override
    public void lane(int rank, int lane, double time) {
        create(rank, lane, "rank " + rank + " lane " + lane, time);
    }

    @Override
    public void enter(int rank, int lane, Slice slice, double time) {
        line(Event.PUSH_STATE, time, "S", container(rank, lane), slice.name());
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double begin, double time) {
        line(Event.POP_STATE, time, "S", container(rank, lane));
    }

    @Override
    public void arrowBegins(TimedMessage message, double time) {
        arrow(Event.START_LINK, container(message.sender, message.senderLane), message, time);
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        arrow(Event.END_LINK, container(message.envelope.peer(), lane), message, time);
    }

    private void arrow(Event event, String container, TimedMessage message, double time) {
        line(event, time, "L", "p", container, message.envelope.bytes(), message.id);
    }

    @Override
    public void rate(int rank, double bytesPerSecond, double penalty, double time) {
        line(Event.SET_VARIABLE, time, "VR", container(rank, 0), bytesPerSecond);
        line(Event.SET_VARIABLE, time, "VP", container(rank, 0), penalty);
    }

    @Override
    public void messagesInNetwork(int count, double time) {
        line(Event.SET_VARIABLE, time, "VM", "p", count);
    }

    @Override
    public void retransmissionTimeout(int rank, double time, double until) {
        line(Event.NEW_EVENT, time, "T", container(rank, 0), until);
    }

    @Override
    public void end(double time) {
        for (String container : containers) {
            line(Event.DESTROY_CONTAINER, time, "R", container);
        }
        line(Event.DESTROY_CONTAINER, time, "P", "p");
    }
}
