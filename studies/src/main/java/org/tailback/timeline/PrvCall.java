package org.tailback.timeline;

import com.google.common.collect.ImmutableMap;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What Paraver shows of an operation or collective: the numbers of Extrae.
 *
 * @param state of the thread meanwhile
 * @param type of the events at its beginning and end; 0 if there are none
 * @param value of the event at its beginning
 * @param name of the MPI function
 */
record PrvCall(int state, int type, int value, String name) {
    static final int POINT_TO_POINT = 50_000_001;
    static final int COLLECTIVE = 50_000_002;
    static final int OTHER = 50_000_003;

    static final int SENT_BYTES = 50_100_001;
    static final int RECEIVED_BYTES = 50_100_002;
    static final int IS_ROOT = 50_100_003;
    static final int COMMUNICATOR = 50_100_004;

    private static final int RUNNING = 1;
    private static final int WAITING_A_MESSAGE = 3;
    private static final int BLOCKING_SEND = 4;
    private static final int SYNCHRONIZATION = 5;
    private static final int PROBE = 6;
    private static final int WAIT = 8;
    private static final int IMMEDIATE_SEND = 10;
    private static final int IMMEDIATE_RECEIVE = 11;
    private static final int GROUP_COMMUNICATION = 13;
    private static final int OTHERS = 15;

    /** Paraver's states: number, name and colour. */
    private static final String[] STATES = {
        "0    Idle {117,195,255}",
        "1    Running {0,0,255}",
        "3    Waiting a message {255,0,0}",
        "4    Blocking Send {255,0,174}",
        "5    Synchronization {179,0,0}",
        "6    Test/Probe {0,255,0}",
        "8    Wait/WaitAll {235,0,0}",
        "10   Immediate Send {255,0,255}",
        "11   Immediate Receive {100,100,177}",
        "13   Group Communication {255,144,26}",
        "15   Others {192,224,0}",
    };

    /** By the names of slices. */
    private static final ImmutableMap<String, PrvCall> CALLS = calls();

    private static ImmutableMap<String, PrvCall> calls() {
        ImmutableMap.Builder<String, PrvCall> calls = ImmutableMap.builder();
        calls.put("compute", new PrvCall(RUNNING, 0, 0, ""));
        calls.put("start", new PrvCall(OTHERS, 0, 0, ""));
        put(calls, BLOCKING_SEND, POINT_TO_POINT, 1, "Send");
        put(calls, WAITING_A_MESSAGE, POINT_TO_POINT, 2, "Recv");
        put(calls, IMMEDIATE_SEND, POINT_TO_POINT, 3, "Isend");
        put(calls, IMMEDIATE_RECEIVE, POINT_TO_POINT, 4, "Irecv");
        put(calls, WAIT, POINT_TO_POINT, 5, "Wait");
        put(calls, WAIT, POINT_TO_POINT, 6, "Waitall");
        put(calls, WAIT, POINT_TO_POINT, 59, "Waitany");
        put(calls, WAIT, POINT_TO_POINT, 60, "Waitsome");
        put(calls, PROBE, POINT_TO_POINT, 61, "Probe");
        calls.put("cancel", new PrvCall(OTHERS, OTHER, 40, "MPI_Cancel"));
        calls.put("free", new PrvCall(OTHERS, OTHER, 115, "MPI_Request_free"));
        put(calls, SYNCHRONIZATION, COLLECTIVE, 8, "Barrier");
        String[] operations = {
            "7 Bcast",
            "9 Reduce",
            "10 Allreduce",
            "11 Alltoall",
            "12 Alltoallv",
            "13 Gather",
            "14 Gatherv",
            "15 Scatter",
            "16 Scatterv",
            "17 Allgather",
            "18 Allgatherv",
            "30 Scan",
            "80 Reduce_scatter",
            "168 Reduce_scatter_block",
            "170 Alltoallw",
            "174 Neighbor_allgather",
            "176 Neighbor_allgatherv",
            "178 Neighbor_alltoall",
            "180 Neighbor_alltoallv",
            "182 Neighbor_alltoallw",
            // a free number: Extrae has none
            "1000 Exscan",
        };
        for (String operation : operations) {
            int blank = operation.indexOf(' ');
            put(
                    calls,
                    GROUP_COMMUNICATION,
                    COLLECTIVE,
                    Integer.parseInt(operation.substring(0, blank)),
                    operation.substring(blank + 1));
        }
        return calls.buildOrThrow();
    }

    private static void put(ImmutableMap.Builder<String, PrvCall> calls, int state, int type, int value, String name) {
        calls.put(label(name), new PrvCall(state, type, value, "MPI_" + name));
    }

    private static String label(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "");
    }

    /** Returns what is shown of a slice. */
    static PrvCall of(Slice slice) {
        PrvCall call = CALLS.get(slice.name());
        if (call == null) {
            throw new IllegalArgumentException("no call of Paraver for " + slice.name());
        }
        return call;
    }

    /** Returns the .pcf file: the names and colours of states, and the names of events and their values. */
    static String names() {
        StringBuilder text = new StringBuilder("""
                DEFAULT_OPTIONS

                LEVEL               THREAD
                UNITS               NANOSEC
                LOOK_BACK           100
                SPEED               1
                FLAG_ICONS          ENABLED
                NUM_OF_STATE_COLORS 1000
                YMAX_SCALE          37


                DEFAULT_SEMANTIC

                THREAD_FUNC          State As Is


                STATES
                """);
        for (String state : STATES) {
            text.append(state, 0, state.indexOf(" {")).append('\n');
        }
        text.append("\n\nSTATES_COLOR\n");
        for (String state : STATES) {
            text.append(state, 0, 5).append(state.substring(state.indexOf('{'))).append('\n');
        }
        type(text, POINT_TO_POINT, "MPI Point-to-point");
        type(text, COLLECTIVE, "MPI Collective Comm");
        type(text, OTHER, "MPI Other");
        text.append("\n\nEVENT_TYPE\n")
                .append("1    50100001    Send Size in MPI Global OP\n")
                .append("1    50100002    Recv Size in MPI Global OP\n")
                .append("1    50100003    Root in MPI Global OP\n")
                .append("1    50100004    Communicator in MPI Global OP\n\n");
        return text.toString();
    }

    private static void type(StringBuilder text, int type, String name) {
        text.append("\n\nEVENT_TYPE\n9   ").append(type).append("    ").append(name);
        text.append("\nVALUES\n");
        TreeMap<Integer, String> values = new TreeMap<>();
        CALLS.values().stream().filter(call -> call.type == type).forEach(call -> values.put(call.value, call.name));
        values.forEach(
                (value, call) -> text.append(value).append("   ").append(call).append('\n'));
        text.append("0   Outside MPI\n");
    }
}
