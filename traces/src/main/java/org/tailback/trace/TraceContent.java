package org.tailback.trace;

/** Content that a trace format may carry. */
public enum TraceContent {
    /** Point-to-point messages with their sizes, tags and waits. */
    MESSAGES("messages"),
    /** Collective operations, unless the trace contains them as messages. */
    COLLECTIVES("collectives"),
    /** Amounts of computation in floating-point operations. */
    COMPUTE_FLOPS("compute in flop"),
    /** Computation times in seconds. */
    COMPUTE_SECONDS("compute in seconds"),
    /** Dependencies between operations, instead of a total order of all operations. */
    DEPENDENCIES("dependencies"),
    /** Time of each operation in the recorded run. */
    TIMES("times"),
    /** Communicators other than the communicator of all ranks. */
    COMMUNICATORS("communicators");

    private final String label;

    TraceContent(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
