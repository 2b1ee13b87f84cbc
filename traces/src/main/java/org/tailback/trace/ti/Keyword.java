package org.tailback.trace.ti;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.io.WordTable;

/**
 * Keywords of TI traces, with their arguments: first the keywords that SimGrid replays, then keywords that SMPI records
 * and SimGrid does not replay, if their arguments are sufficient.
 */
enum Keyword {
    INIT("init", "[x]"),
    FINALIZE("finalize", ""),
    COMM_SIZE("comm_size", ""),
    COMM_SPLIT("comm_split", ""),
    COMM_DUP("comm_dup", ""),
    COMPUTE("compute", "flops"),
    SLEEP("sleep", "seconds"),
    LOCATION("location", "file line"),
    SEND("send", "destination tag count [datatype]"),
    ISEND("isend", "destination tag count [datatype]"),
    RECV("recv", "source tag count [datatype]"),
    IRECV("irecv", "source tag count [datatype]"),
    TEST("test", "source destination tag"),
    WAIT("wait", "source destination tag"),
    WAITALL("waitall", "[n]"),
    SENDRECV("sendRecv", "send-count destination receive-count source send-datatype receive-datatype"),
    BARRIER("barrier", ""),
    BCAST("bcast", "count [root [datatype]]"),
    REDUCE("reduce", "count flops [root [datatype]]"),
    ALLREDUCE("allreduce", "count flops [datatype]"),
    ALLTOALL("alltoall", "send-count receive-count [send-datatype receive-datatype]"),
    ALLTOALLV(
            "alltoallv",
            "send-buffer-size P send-counts receive-buffer-size P receive-counts [send-datatype receive-datatype]"),
    GATHER("gather", "send-count receive-count [root [send-datatype receive-datatype]]"),
    SCATTER("scatter", "send-count receive-count [root [send-datatype receive-datatype]]"),
    ALLGATHER("allgather", "send-count receive-count [send-datatype receive-datatype]"),
    GATHERV("gatherv", "send-count P receive-counts [root [send-datatype receive-datatype]]"),
    ALLGATHERV("allgatherv", "send-count P receive-counts [send-datatype receive-datatype] [P displacements]"),
    SCATTERV("scatterv", "P send-counts receive-count [root [send-datatype receive-datatype]]"),
    REDUCESCATTER("reducescatter", "P receive-counts flops [datatype]"),
    SCAN("scan", "count flops [datatype]"),
    EXSCAN("exscan", "count flops [datatype]"),
    SSEND("Ssend", "destination tag count [datatype]"),
    ISSEND("ISsend", "destination tag count [datatype]"),
    BSEND("bsend", "destination tag count [datatype]"),
    IBSEND("ibsend", "destination tag count [datatype]"),
    START("Start", "destination tag bytes [datatype]"),
    WAITANY("waitAny", "n"),
    TESTANY("testany", ""),
    TESTALL("testall", ""),
    TESTSOME("testsome", ""),
    IBARRIER("ibarrier", BARRIER),
    IBCAST("ibcast", BCAST),
    IREDUCE("ireduce", REDUCE),
    IALLREDUCE("iallreduce", ALLREDUCE),
    IALLTOALL("ialltoall", ALLTOALL),
    IALLTOALLV("ialltoallv", ALLTOALLV),
    IGATHER("igather", GATHER),
    ISCATTER("iscatter", SCATTER),
    IALLGATHER("iallgather", ALLGATHER),
    IGATHERV("igatherv", GATHERV),
    IALLGATHERV("iallgatherv", ALLGATHERV),
    ISCATTERV("iscatterv", SCATTERV),
    IREDUCESCATTER("ireducescatter", REDUCESCATTER),
    ISCAN("iscan", SCAN),
    IEXSCAN("iexscan", EXSCAN);

    /** Calls to record instead of calls whose line omits their messages, by word. Such lines cannot be omitted. */
    private static final Map<String, String> SENDING = Map.of(
            "Startall", "MPI_Start for each request in place of MPI_Startall",
            "isendRecv", "MPI_Isend and MPI_Irecv in place of MPI_Isendrecv",
            "alltoallw", "MPI_Alltoallv in place of MPI_Alltoallw",
            "ialltoallw", "MPI_Ialltoallv in place of MPI_Ialltoallw");

    /** Actions that SMPI records, or may record, and that cannot be replayed because their lines lack information. */
    private static final List<String> RECORDED_ONLY = List.of("waitSome", "waitsome", "migrate");

    private static final List<String> ONE_SIDED_PREFIXES =
            List.of("Win_", "Get", "Put", "Accumulate", "Rget", "Rput", "Raccumulate", "Fetch_", "Compare_");

    private static final String FILE_PREFIX = "IO";

    static final WordTable<Keyword> WORDS = new WordTable<>(List.of(values()), keyword -> keyword.word);

    final String word;
    final String arguments;
    /** Names of the arguments, in their order. */
    final ImmutableList<String> form;
    /** Blocking form of a non-blocking collective operation; null for other keywords. */
    final @Nullable Keyword blocking;

    private final CollectiveCall.@Nullable Kind collective;

    Keyword(String word, String arguments) {
        this(word, arguments, null);
    }

    /** Creates the non-blocking form of a collective operation, with the same arguments. */
    Keyword(String word, Keyword blocking) {
        this(word, blocking.arguments, blocking);
    }

    Keyword(String word, String arguments, @Nullable Keyword blocking) {
        this.word = word;
        this.arguments = arguments;
        this.blocking = blocking;
        this.collective = CollectiveCall.Kind.labelled(word).orElse(null);
        this.form = ImmutableList.copyOf(
                Splitter.on(CharMatcher.anyOf(" []")).omitEmptyStrings().split(arguments));
    }

    /** Returns the kind of a blocking collective operation. */
    CollectiveCall.Kind collective() {
        return Objects.requireNonNull(collective);
    }

    /** Returns whether SMPI writes a word although it cannot be replayed. */
    static boolean isRecordedOnly(String word) {
        return RECORDED_ONLY.contains(word) || SENDING.containsKey(word) || isOneSided(word) || isFileCall(word);
    }

    /** Returns the calls to record instead of an action whose line omits its messages; null for other words. */
    static @Nullable String insteadOfSending(String word) {
        return SENDING.get(word);
    }

    static boolean isOneSided(String word) {
        return ONE_SIDED_PREFIXES.stream().anyMatch(word::startsWith);
    }

    static boolean isFileCall(String word) {
        return word.startsWith(FILE_PREFIX);
    }
}
