package org.tailback.trace.mpi;

/** Approximations and omissions in the conversion of records to operations, each with its sentence. */
public enum Approximation {
    EMPTY_RANKS("rank without a single event in its file", "it does nothing"),
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
            "taken as one to or from MPI_PROC_NULL; some tracers lose records, too"),
    SENDS_WITHOUT_REQUEST(
            "non-blocking send without a record of its request", "started, but no later call waits for it"),
    GUESSED_RECEIVES(
            "non-blocking receive without a record of its request",
            "the receives that a rank starts are taken to complete in their order"),
    LATE_RECEIVES("receive completed in a wait or test without a record of its start", "started where it completed"),
    EMPTY_RECEIVES("non-blocking receive without a message", "left out, as if it were from MPI_PROC_NULL"),
    RECEIVES_NEVER_COMPLETED(
            "receive request never completed", "left out, as only they record a receive's source, tag and size"),
    PAIRED_RECEIVES(
            "receive request never completed",
            "paired with a message that no other receive takes, first come, first served, as requested"),
    GUESSED_WAITS(
            "MPI_Wait or MPI_Waitall without a record of the requests that it completed",
            "taken to complete the oldest of the requests without a completion, or all of them"),
    SENDS_NEVER_COMPLETED("send request never completed", "started, but never waited for"),
    RECEIVES_WITHOUT_REQUEST(
            "completed receive whose request was never started", "replayed as a blocking receive where it completed"),
    UNKNOWN_COMPLETIONS("completion of a request that was never started", "ignored"),
    CANCELLED_RECEIVES("cancelled receive", "left out"),
    /** Cancellation of a receive whose start is replayed. */
    CANCELLED_ON_THE_WAY("cancelled receive", "started and cancelled, where it was in the recorded run"),
    RECEIVES_NEVER_AWAITED("receive request never completed", "started, but never waited for"),
    /** Receives whose message the trace does not record. */
    OPEN_RECEIVES(
            "receive from any source or with any tag without a record of the message that it took",
            "takes the first message that arrives in the replay"),
    CANCELLED_SENDS("cancelled send", "sent nevertheless, but not waited for"),
    STRANGE_MESSAGES("record of a message with an impossible rank, tag or size", "left out"),
    UNDEFINED_COMMUNICATORS(
            "record that names a communicator that the trace does not define", "taken as that of all ranks"),
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
            "collective operation whose sizes are those of MPI_IN_PLACE",
            "one rank's buffer is taken as the recorded total by the number of ranks less one"),
    PERHAPS_IN_PLACE(
            "collective operation whose total divides by its number of ranks and by one less",
            "taken as one without MPI_IN_PLACE; with it, the buffers would be larger by one part in that number"
                    + " less one"),
    INDIVISIBLE(
            "collective operation whose total is no multiple of its number of ranks",
            "the buffer is taken as the total by the number of ranks, rounded down; the sizes may be counted"
                    + " otherwise"),
    ASSUMED_TOTALS(
            "collective operation of an unknown tracer",
            "its sizes are taken as totals over all ranks, as Score-P writes them; were they of one buffer, as EZTrace"
                    + " writes them, the messages would be larger"),
    AGAINST_CONVENTION(
            "collective operation whose sizes at a rank that is not the root are not as its tracer writes them",
            "taken as if they were"),
    EVENLY_SPREAD(
            "collective operation with a size per rank (such as alltoallv)",
            "the total is spread evenly over the ranks, as their records lack the parts or do not agree on them"),
    ESTIMATED_PAIRS(
            "alltoallv or alltoallw",
            "the bytes from each rank to each other are estimated from the sums that all ranks sent and received, as a"
                    + " trace records no more"),
    ONE_SIDED_CALLS("call of a one-sided operation", "left out: one-sided communication is not replayed"),
    OUTSIDE_OF_CALLS(
            "record of a message outside of any MPI call",
            "takes no time itself; the time of its call is counted as computation"),
    UNBALANCED(
            "end of an MPI call without its beginning, or the reverse",
            "ended where the next one begins or the trace ends"),
    BACKWARDS("time that lies before the one before it", "taken as equal to it");

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
