package org.tailback.trace.prv;

import java.util.Arrays;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.RecordSorter;
import org.tailback.trace.mpi.MpiCall;

/** One pass over a .prv file, which sorts its MPI records by task. */
final class PrvScan {
    /** Kind of a record with a time only; the next kind is a time within a call that began before the trace. */
    static final int TIME = 0;

    static final int INSIDE = 1;
    /** Kind of the beginning of a call; values: type and value of the event. */
    static final int BEGIN = 2;

    static final int END = 3;
    /**
     * Kind of a collective operation; values: bytes sent and received, index of the communicator; -1 for unrecorded
     * values.
     */
    static final int PARAMETERS = 4;
    /** Kind of the beginning (value 0 is 1) or end of writing the tracer's buffer. */
    static final int FLUSH = 5;
    /** Kind of switching recording on (value 0 is 1) or off. */
    static final int RECORDING = 6;
    /** Kind of a send; values: partner's task and tag, bytes, times at which the receive was started and completed. */
    static final int SEND = 7;
    /**
     * Kind of the start of a receive; values: partner's task and tag, bytes, time of completion, number of the message.
     */
    static final int RECEIVE_START = 8;
    /**
     * Kind of the completion of a receive; values: partner's task and tag, bytes, start time, number of the message.
     */
    static final int RECEIVE_END = 9;

    private static final int ROOT = 10;

    /**
     * First position in the order at equal times. Receives belong to calls that end at that time, sends to calls that
     * begin at that time.
     */
    private static final int FIRST = 0;

    private static final int RECEIVES = 1;
    private static final int CALLS = 2;
    private static final int SENDS = 3;
    /**
     * Position of messages that took no time, in simulated runs: they are received after all other records of that
     * time.
     */
    private static final int AT_ONCE = 4;

    private static final int LAST = 5;

    private static final long SENT_BYTES = 50_100_001;
    private static final long RECEIVED_BYTES = 50_100_002;
    private static final long IS_ROOT = 50_100_003;
    private static final long COMMUNICATOR = 50_100_004;
    private static final long FLUSHING = 40_000_003;
    private static final long TRACING = 40_000_012;
    private static final int NOT_CREATED = 2;

    private final String file;
    private final PrvLine line;
    private final RecordSorter sorter;
    private final int[] firstTask;
    private final Task[] tasks;
    private final boolean[] hasMpi;
    final EventNames names;
    final PrvHeader header;
    final PrvCommunicators communicators;
    final CollectiveCounts collectives = new CollectiveCounts();
    /** Rank of each task; negative for tasks of applications without MPI. */
    final int[] rankOfTask;

    private final List<String> notes;
    private final WritingLosses omissions;
    private long messages;
    private long lastTime;
    private int task;
    private boolean mainThread;

    private static final class Task {
        private long begin = Long.MAX_VALUE;
        private long end;
        private boolean hasCall;
        private boolean insideAtBegin;
        private boolean isCollective;
        private int lastCommunicator;
        private int lastNumber;

        private void extend(long from, long to) {
            begin = Math.min(begin, from);
            end = Math.max(end, to);
        }
    }

    /**
     * Reads a file.
     *
     * @param notes list for sentences about the file
     */
    PrvScan(
            String file,
            PrvLine line,
            EventNames names,
            RecordSorter sorter,
            List<String> notes,
            WritingLosses omissions) {
        this.notes = notes;
        this.omissions = omissions;
        this.file = file;
        this.line = line;
        this.names = names;
        this.sorter = sorter;
        this.header = PrvHeader.read(line, file);
        int applications = header.tasks().size();
        this.firstTask = new int[applications + 1];
        for (int i = 0; i < applications; i++) {
            firstTask[i + 1] = firstTask[i] + header.tasks().get(i);
        }
        this.tasks = new Task[firstTask[applications]];
        Arrays.setAll(tasks, any -> new Task());
        this.rankOfTask = new int[tasks.length];
        this.communicators = new PrvCommunicators(line, header, firstTask, omissions);
        this.hasMpi = new boolean[applications];
    }

    void read() {
        while (line.next()) {
            switch (line.first()) {
                case '#' -> {
                    // comment line
                }
                case 'c' -> communicators.define();
                case '1' -> state();
                case '2' -> events();
                case '3' -> message();
                default -> throw line.malformed("a line that begins with 1:, 2:, 3:, c: or #");
            }
        }
        finish();
    }

    // ---- lines

    private int object() {
        line.number();
        int application = line.number(1, header.tasks().size(), "an application");
        task = firstTask[application - 1] + line.number(1, header.tasks().get(application - 1), "a task") - 1;
        mainThread = line.number() == 1;
        return application - 1;
    }

    private void state() {
        line.number();
        object();
        long from = line.time();
        long to = line.time();
        if (line.number() != NOT_CREATED && mainThread) {
            tasks[task].extend(from, to);
        }
        lastTime = Math.max(lastTime, to);
    }

    private void events() {
        line.number();
        int application = object();
        long time = line.time();
        long sent = -1;
        long received = -1;
        long communicator = -1;
        long root = -1;
        lastTime = Math.max(lastTime, time);
        if (mainThread) {
            tasks[task].extend(time, time);
        }
        while (line.hasMore()) {
            long type = line.number();
            long value = line.number();
            if (EventNames.isCall(type)) {
                if (mainThread) {
                    hasMpi[application] = true;
                    call(type, value, time);
                } else {
                    omissions.count("MPI event of a thread that is not a task's first: left out");
                }
            } else if (type == SENT_BYTES) {
                sent = value;
            } else if (type == RECEIVED_BYTES) {
                received = value;
            } else if (type == COMMUNICATOR) {
                communicator = value;
            } else if (type == IS_ROOT) {
                root = value;
            } else if (mainThread && (type == FLUSHING || type == TRACING)) {
                sorter.add(task, time, CALLS, type == FLUSHING ? FLUSH : RECORDING, value, 0, 0, 0);
            }
        }
        if (mainThread && tasks[task].isCollective && (sent >= 0 || received >= 0 || communicator >= 0 || root >= 0)) {
            parameters(application, time, sent, received, communicator, root);
        }
    }

    private void call(long type, long value, long time) {
        if (value == 0) {
            tasks[task].insideAtBegin |= !tasks[task].hasCall;
            sorter.add(task, time, CALLS, END, 0, 0, 0, 0);
            tasks[task].isCollective = false;
        } else {
            MpiCall call = names.call(type, value);
            omissions.count(call == null ? 1 : 0, "MPI call that the .pcf does not name: only its time is kept");
            tasks[task].isCollective = call != null && call.collective() != null;
            tasks[task].lastCommunicator = NumberTable.NONE;
            sorter.add(task, time, CALLS, BEGIN, type, value, 0, 0);
        }
        tasks[task].hasCall = true;
    }

    private void parameters(int application, long time, long sent, long received, long communicator, long root) {
        int index = NumberTable.NONE;
        if (communicator >= 0) {
            index = communicators.of(application + 1, communicator, task);
            if (index == NumberTable.NONE) {
                omissions.count("collective operation on a communicator that is not defined or does not contain the"
                        + " task: left out");
            } else if (tasks[task].lastCommunicator == NumberTable.NONE) {
                tasks[task].lastCommunicator = index;
                tasks[task].lastNumber = collectives.add(index, task, time);
            } else {
                index = NumberTable.NONE; // the communicator was recorded before
            }
        }
        if (root == 1 && tasks[task].lastCommunicator != NumberTable.NONE) {
            sorter.add(tasks.length + tasks[task].lastCommunicator, tasks[task].lastNumber, 0, ROOT, task, 0, 0, 0);
        }
        sorter.add(task, time, CALLS, PARAMETERS, sent, received, index, 0);
    }

    private void message() {
        line.number();
        int fromApplication = object();
        int from = task;
        boolean main = mainThread;
        long sent = line.time();
        line.time();
        int toApplication = object();
        int to = task;
        main &= mainThread;
        long started = line.time();
        long received = line.time();
        long bytes = line.number();
        long tag = line.number();
        if (line.hasMore()) {
            throw line.malformed("a communication with 15 fields");
        }
        lastTime = Math.max(lastTime, Math.max(sent, received));
        if (!main || tag < 0 || tag > Integer.MAX_VALUE || bytes < 0) {
            omissions.count(
                    "message of a thread that is not a task's first, or with an impossible tag or size: left out");
            return;
        }
        hasMpi[fromApplication] = true;
        hasMpi[toApplication] = true;
        received = Math.max(started, received);
        sorter.add(from, sent, SENDS, SEND, (long) to << 32 | tag, bytes, started, received);
        sorter.add(to, started, RECEIVES, RECEIVE_START, (long) from << 32 | tag, bytes, received, messages);
        int phase = sent == received ? AT_ONCE : RECEIVES;
        sorter.add(to, received, phase, RECEIVE_END, (long) from << 32 | tag, bytes, started, messages);
        messages++;
    }

    private void finish() {
        int ranks = 0;
        for (int application = 0; application < hasMpi.length; application++) {
            for (int i = firstTask[application]; i < firstTask[application + 1]; i++) {
                rankOfTask[i] = hasMpi[application] ? ranks++ : -1;
                if (hasMpi[application] && tasks[i].begin != Long.MAX_VALUE) {
                    sorter.add(i, tasks[i].begin, FIRST, tasks[i].insideAtBegin ? INSIDE : TIME, 0, 0, 0, 0);
                    sorter.add(i, tasks[i].end, LAST, TIME, 0, 0, 0, 0);
                }
            }
        }
        if (ranks == 0) {
            throw new InputException(file + ": no task of the trace has MPI calls (events " + EventNames.FIRST_TYPE
                    + " to " + EventNames.LAST_TYPE + ") or messages. Record it with Extrae's MPI tracing switched on");
        }
        addNotes();
        collectives.align(communicators.members.toArray(new int[0][]), file);
        omissions.count(
                collectives.dropped,
                "collective operation that other ranks of its communicator do not have (cut trace): left out");
    }

    private void addNotes() {
        int applications = 0;
        int others = 0;
        for (int i = 0; i < hasMpi.length; i++) {
            applications += hasMpi[i] ? 1 : 0;
            others += hasMpi[i] ? 0 : header.tasks().get(i);
        }
        if (applications > 1) {
            notes.add(
                    applications + " applications of the trace have MPI calls: their tasks are ranks of one world, one "
                            + "application after the other.");
        }
        if (!names.hasNames) {
            notes.add("There is no .pcf next to the trace: calls are named by Extrae's default numbers.");
        }
        omissions.count(others, "task of an application without MPI calls: left out");
    }

    // ---- results

    /** Returns a number that is larger than all keys of records. */
    int keys() {
        return tasks.length + communicators.members.size();
    }

    /** Returns the duration of the trace, ticks. */
    long span() {
        return Math.max(header.duration(), lastTime);
    }
}
