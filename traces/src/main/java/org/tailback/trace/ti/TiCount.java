package org.tailback.trace.ti;

/** Counts of reading a rank's program: approximations, omissions and additions, with the words that report them. */
enum TiCount {
    UNKNOWN_WAITS("wait ignored", "waits ignored", "there was no open request of its source, destination and tag%s"),
    TESTS("test ignored", "tests ignored", "MPI_Test is taken to cost no time"),
    LEFT_REQUESTS(
            "request never waited for",
            "requests never waited for",
            "the end of the trace waits for it, in %s of the ranks"),
    FOREIGN_LINES(
            "line skipped", "lines skipped", "it belongs to another rank than that of the file in which it stands"),
    NULL_DATATYPES(
            "size of a derived or unknown datatype (-1)",
            "sizes of a derived or unknown datatype (-1)",
            "taken as 0 bytes"),
    FRACTIONAL_COUNTS("count with a fraction", "counts with a fraction", "the fraction was cut off"),
    ANY_SOURCES(
            "receive from any source (-333)",
            "receives from any source (-333)",
            "taken as such, although SMPI records receives from MPI_PROC_NULL alike"),
    NOBODY("send to no rank (-333)", "sends to no rank (-333)", "taken as MPI_PROC_NULL, so that nothing is sent"),
    PERSISTENT_RECEIVES(
            "start of a persistent receive",
            "starts of persistent receives",
            "taken from any source, as the trace does not name it"),
    SURVIVORS(
            "request that a waitall leaves open",
            "requests that waitalls leave open",
            "later waits of the rank prove that the waitall was meant for others"),
    SUCCESSFUL_TESTS(
            "test taken as a wait",
            "tests taken as waits",
            "nothing waits for the request of which it is the last test"),
    OTHER_TESTS(
            "testany, testall or testsome ignored",
            "testany, testall or testsome ignored",
            "the trace does not tell the requests and what came out"),
    WAITANYS(
            "waitAny",
            "waitAny actions",
            "the trace does not tell the requests; taken as all open ones that no wait of their own ends"),
    EMPTY_WAITANYS(
            "waitAny ignored", "waitAny actions ignored", "there was no open request that no wait of its own ends"),
    SURPLUS_ARGUMENTS(
            "action with more arguments than its keyword takes",
            "actions with more arguments than their keyword takes",
            "the rest was ignored"),
    COMMUNICATOR_OPERATIONS(
            "comm_split or comm_dup",
            "comm_split or comm_dup actions",
            "the trace does not tell which ranks a communicator has, so that every collective operation is taken as"
                    + " one of all ranks"),
    UNEQUAL_SIDES(
            "collective operation of unequal send and receive sizes",
            "collective operations of unequal send and receive sizes",
            "the size sent counts"),
    RANKS_WITHOUT_INIT(
            "rank without init before its first size without datatype",
            "ranks without init before their first size without datatype",
            "such sizes are taken as bytes"),
    INITS,
    FINALIZES,
    SENDRECVS,
    UNKNOWN_WAITS_AFTER_WAITALL,
    RANKS_WITH_LEFT_REQUESTS,
    WAITS_FOR_NOBODY,
    SENDS_TO_NOBODY,
    ISENDS_TO_NOBODY,
    STARTS_FOR_NOBODY,
    STARTS,
    TESTANYS,
    TESTALLS,
    TESTSOMES,
    WAITS_AS_WAITANYS,
    ADDED_WAITANYS,
    ADDED_PROBES,
    FLOPS,
    /** Collective operations that are performed. */
    COLLECTIVES;

    private final String singular;
    private final String plural;
    private final String consequence;

    /** Not reported by itself. */
    TiCount() {
        this("", "", "");
    }

    TiCount(String singular, String plural, String consequence) {
        this.singular = singular;
        this.plural = plural;
        this.consequence = consequence;
    }

    boolean isReported() {
        return !singular.isEmpty();
    }

    /** @param detail where the sentence has room for one */
    String sentence(long count, Object detail) {
        return count + " " + (count == 1 ? singular : plural) + ": " + String.format(consequence, detail) + ".";
    }
}
