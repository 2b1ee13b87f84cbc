package org.tailback.trace.mpi;

/** Approximations and omissions in the conversion of records to operations, with a sentence for each. */
public enum Approximation {
    EMPTY_RANKS("rank without a single event in its file", "the rank does nothing"),
    UNKNOWN_EVENTS("event of a kind that only newer versions of OTF2 define", "ignored"),
    UNKNOWN_DATATYPES(
            "message or collective operation of a datatype whose size the trace does not record",
            "replayed with 0 bytes"),
    WAITANYS("MPI_Waitany", "replayed as a wait for the request that it completed in the recorded run"),
    WAITSOMES("MPI_Waitsome", "replayed as a wait for the requests that it completed in the recorded run"),
    SUCCESSFUL_TESTS(
            "successful MPI_Test (or Testall, Testany, Testsome)",
            "replayed as a wait, where it succeeded in the recorded run"),
    /** Point-to-point calls without a record of their message. */
    CALLS_WITHOUT_MESSAGE(
            "call of a send or receive without a record of a message",
            "taken as a call to or from MPI_PROC_NULL; some tracers also lose records"),
    SENDS_WITHOUT_REQUEST(
            "non-blocking send without a record of its request", "started, but no later call waits for it"),
    GUESSED_RECEIVES(
            "non-blocking receive without a record of its request",
            "receives are assumed to complete in the order in which the rank starts them"),
    LATE_RECEIVES("receive completed in a wait or test without a record of its start", "started where it completed"),
    EMPTY_RECEIVES("non-blocking receive without a message", "left out, as if it were from MPI_PROC_NULL"),
    RECEIVES_NEVER_COMPLETED(
            "receive request never completed",
            "left out, as only the completion records a receive's source, tag and size"),
    PAIRED_RECEIVES(
            "receive request never completed",
            "paired with a message that no other receive takes, first come, first served, as requested"),
    GUESSED_WAITS(
            "MPI_Wait or MPI_Waitall without a record of the requests that it completed",
            "assumed to complete the oldest request without a completion, or all such requests"),
    SENDS_NEVER_COMPLETED("send request never completed", "started, but never waited for"),
    RECEIVES_WITHOUT_REQUEST(
            "completed receive whose request was never started", "replayed as a blocking receive where it completed"),
    UNKNOWN_COMPLETIONS("completion of a request that was never started", "ignored"),
    CANCELLED_RECEIVES("cancelled receive", "left out"),
    /** Cancellation of a receive whose start is replayed. */
    CANCELLED_ON_THE_WAY("cancelled receive", "started and cancelled at the same points as in the recorded run"),
    RECEIVES_NEVER_AWAITED("receive request never completed", "started, but never waited for"),
    /** Receives whose message the trace does not record. */
    OPEN_RECEIVES(
            "receive from any source or with any tag without a record of the received message",
            "receives the first message that arrives in the replay"),
    CANCELLED_SENDS("cancelled send", "sent nevertheless, but not waited for"),
    STRANGE_MESSAGES("record of a message with an impossible rank, tag or size", "left out"),
    UNDEFINED_COMMUNICATORS(
            "record that names a communicator that the trace does not define",
            "replaced by the communicator of all ranks"),
    STRANGE_COLLECTIVES(
            "collective operation of an unknown kind, an impossible root or size, or a communicator without the rank",
            "left out"),
    BETWEEN_GROUPS("collective operation between two groups of ranks", "left out"),
    COLLECTIVES_NEVER_COMPLETED("non-blocking collective operation never completed", "left out"),
    CREATIONS("collective creation or destruction of a communicator, window or file", "replayed as a barrier"),
    COMMUNICATOR_CALLS(
            "call that makes a communicator without a record of it", "left out, with the messages that it may cause"),
    COLLECTIVES_WITHOUT_SIZE(
            "collective operation without sizes",
            "replayed with messages of 0 bytes, and with the first rank as root where none is recorded"),
    IN_PLACE(
            "collective operation with the sizes of MPI_IN_PLACE",
            "the buffer of a rank is assumed to be the recorded total divided by the number of ranks minus 1"),
    PERHAPS_IN_PLACE(
            "collective operation whose total is divisible by its number of ranks n and by n - 1",
            "assumed to be without MPI_IN_PLACE; with MPI_IN_PLACE, the buffers would be larger by a factor of"
                    + " n / (n - 1)"),
    INDIVISIBLE(
            "collective operation whose total is not a multiple of its number of ranks",
            "the buffer is assumed to be the total divided by the number of ranks, rounded down; the tracer may"
                    + " count sizes differently"),
    ASSUMED_TOTALS(
            "collective operation of an unknown tracer",
            "sizes are assumed to be totals over all ranks, as in Score-P; if they are sizes of one buffer, as in"
                    + " EZTrace, the messages are larger"),
    AGAINST_CONVENTION(
            "collective operation whose sizes at a rank that is not the root contradict the tracer's convention",
            "the convention is assumed"),
    EVENLY_SPREAD(
            "collective operation with a size per rank (such as alltoallv)",
            "the total is distributed evenly over the ranks, as their records lack the sizes or contradict each other"),
    ESTIMATED_PAIRS(
            "alltoallv or alltoallw",
            "the bytes from each rank to each other rank are estimated from the totals sent and received, as a"
                    + " trace records only totals"),
    ONE_SIDED_CALLS("call of a one-sided operation", "left out: one-sided communication is not replayed"),
    OUTSIDE_OF_CALLS(
            "record of a message outside of any MPI call",
            "takes no time itself; the time of its call is counted as computation"),
    UNBALANCED(
            "end of an MPI call without its beginning, or the reverse",
            "ended where the next call begins or the trace ends"),
    BACKWARDS("time earlier than the previous time of its rank", "replaced by the previous time");

    private final String event;
    private final String consequence;

    Approximation(String event, String consequence) {
        this.event = event;
        this.consequence = consequence;
    }

    String sentence(long count) {
        return count + " x " + event + ": " + consequence + ".";
    }
}
