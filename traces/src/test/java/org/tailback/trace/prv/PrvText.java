package org.tailback.trace.prv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;

/** Writes Paraver traces line by line; tasks and applications from 1, times in nanoseconds. */
final class PrvText {
    static final int POINT_TO_POINT = 50_000_001;
    static final int COLLECTIVE = 50_000_002;

    /** Extrae's usual numbers of point-to-point calls. */
    static final int SEND = 1;

    static final int RECV = 2;
    static final int ISEND = 3;
    static final int IRECV = 4;
    static final int WAIT = 5;
    static final int WAITALL = 6;

    private final StringBuilder lines = new StringBuilder();
    private final int application;

    private PrvText(String header, int application) {
        lines.append(header).append('\n');
        this.application = application;
    }

    /** One application with a communicator 1 of all its tasks. */
    static PrvText ofTasks(int tasks) {
        StringBuilder header = new StringBuilder("#Paraver (01/02/2025 at 10:11):1000_ns:1(4):1:" + tasks + "(");
        StringBuilder all = new StringBuilder("c:1:1:" + tasks);
        for (int task = 1; task <= tasks; task++) {
            header.append(task == 1 ? "" : ",").append("1:1");
            all.append(':').append(task);
        }
        return new PrvText(header.append("),1").toString(), 1).line(all.toString());
    }

    static PrvText withHeader(String header) {
        return new PrvText(header, 1);
    }

    PrvText line(String line) {
        lines.append(line).append('\n');
        return this;
    }

    /** The task runs from the beginning to an instant. */
    PrvText running(int task, long from, long to) {
        return line("1:1:" + application + ":" + task + ":1:" + from + ":" + to + ":1");
    }

    PrvText event(int task, long time, String typesAndValues) {
        return line("2:1:" + application + ":" + task + ":1:" + time + ":" + typesAndValues);
    }

    /** A call and what it tells beside. */
    PrvText call(int task, long from, long to, int type, int value, String... parameters) {
        String more = parameters.length == 0 ? "" : ":" + String.join(":", parameters);
        return event(task, from, type + ":" + value + more).event(task, to, type + ":0");
    }

    PrvText pointToPoint(int task, long from, long to, int value) {
        return call(task, from, to, POINT_TO_POINT, value);
    }

    /** A collective call in communicator 1. */
    PrvText collective(int task, long from, long to, int value, long sent, long received, boolean isRoot) {
        return call(
                task,
                from,
                to,
                COLLECTIVE,
                value,
                "50100001:" + sent,
                "50100002:" + received,
                (isRoot ? "50100003:1:" : "") + "50100004:1");
    }

    /** A message: logical (call) and physical times at both ends. */
    PrvText message(int from, long sent, long left, int to, long receiveStarted, long arrived, long bytes, long tag) {
        return line("3:1:" + application + ":" + from + ":1:" + sent + ":" + left + ":1:" + application + ":" + to
                + ":1:" + receiveStarted + ":" + arrived + ":" + bytes + ":" + tag);
    }

    @Override
    public String toString() {
        return lines.toString();
    }

    Path write(Path folder) {
        try {
            return Files.writeString(folder.resolve("t.prv"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Trace open(Path folder) {
        return new PrvTraceReader().open(write(folder), TraceOptions.DEFAULTS);
    }
}
