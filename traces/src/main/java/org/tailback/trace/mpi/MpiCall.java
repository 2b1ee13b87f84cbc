package org.tailback.trace.mpi;

import com.google.common.collect.ImmutableMap;
import java.util.Locale;
import java.util.Optional;
import org.tailback.program.SendMode;

/**
 * An MPI function as traces name it.
 *
 * @param name such as MPI_Send
 * @param kind what its records mean
 * @param mode of what it sends; standard where it sends nothing
 */
public record MpiCall(String name, Kind kind, SendMode mode) {
    /** Records that stand outside of any call. */
    public static final MpiCall NONE = new MpiCall("outside of MPI calls", Kind.OTHER, SendMode.STANDARD);

    /** Kinds of functions that a program builder has to tell apart. */
    public enum Kind {
        SEND,
        /** Starts sends; or receives, where it starts persistent requests. */
        NONBLOCKING_SEND,
        RECEIVE,
        NONBLOCKING_RECEIVE,
        SENDRECV,
        WAIT,
        WAITALL,
        WAITANY,
        WAITSOME,
        /** One of MPI_Test, MPI_Testall, MPI_Testany, MPI_Testsome. */
        TEST,
        PROBE,
        COLLECTIVE,
        NONBLOCKING_COLLECTIVE,
        INIT,
        FINALIZE,
        /** Makes a communicator of others: a collective operation inside, of unknown messages. */
        COMMUNICATOR,
        ONE_SIDED,
        FILE,
        /** Neither sends nor receives nor waits for anybody. */
        OTHER,
        /** One that nobody here knows to replay; its records, if it has any, count. */
        UNKNOWN;

        /** Whether it may complete requests that other calls have started. */
        public boolean completes() {
            return this == WAIT || this == WAITALL || this == WAITANY || this == WAITSOME || this == TEST;
        }
    }

    private static final ImmutableMap<String, Kind> KINDS = kinds();

    /** The function of a name, in any case and with or without brackets; empty if it is none of MPI. */
    public static Optional<MpiCall> of(String name) {
        String word = name.strip().toLowerCase(Locale.ROOT);
        if (word.endsWith("()")) {
            word = word.substring(0, word.length() - 2);
        }
        if (!word.startsWith("mpi_") && !word.startsWith("pmpi_")) {
            return Optional.empty();
        }
        word = word.substring(word.indexOf('_') + 1);
        Kind kind = KINDS.get(word);
        if (kind == null) {
            kind = byPrefix(word);
        }
        return Optional.of(new MpiCall(name, kind, mode(word)));
    }

    private static Kind byPrefix(String word) {
        if (word.startsWith("file_")) {
            return Kind.FILE;
        }
        if (word.startsWith("win_")) {
            return Kind.ONE_SIDED;
        }
        if (word.startsWith("neighbor_")) {
            return Kind.COLLECTIVE;
        }
        if (word.startsWith("ineighbor_")) {
            return Kind.NONBLOCKING_COLLECTIVE;
        }
        return LocalCalls.contain(word) ? Kind.OTHER : Kind.UNKNOWN;
    }

    private static SendMode mode(String word) {
        return switch (word) {
            case "ssend", "issend" -> SendMode.SYNCHRONOUS;
            case "bsend", "ibsend" -> SendMode.BUFFERED;
            case "rsend", "irsend" -> SendMode.READY;
            default -> SendMode.STANDARD;
        };
    }

    private static ImmutableMap<String, Kind> kinds() {
        ImmutableMap.Builder<String, Kind> kinds = ImmutableMap.builder();
        put(kinds, Kind.SEND, "send", "ssend", "bsend", "rsend");
        put(kinds, Kind.NONBLOCKING_SEND, "isend", "issend", "ibsend", "irsend", "start", "startall");
        put(kinds, Kind.RECEIVE, "recv", "mrecv");
        put(kinds, Kind.NONBLOCKING_RECEIVE, "irecv", "imrecv");
        put(kinds, Kind.SENDRECV, "sendrecv", "sendrecv_replace");
        put(kinds, Kind.WAIT, "wait");
        put(kinds, Kind.WAITALL, "waitall");
        put(kinds, Kind.WAITANY, "waitany");
        put(kinds, Kind.WAITSOME, "waitsome");
        put(kinds, Kind.TEST, "test", "testall", "testany", "testsome");
        put(kinds, Kind.PROBE, "probe", "mprobe", "iprobe", "improbe");
        put(kinds, Kind.INIT, "init", "init_thread");
        put(kinds, Kind.FINALIZE, "finalize");
        for (String word : new String[] {
            "barrier",
            "bcast",
            "reduce",
            "allreduce",
            "gather",
            "gatherv",
            "scatter",
            "scatterv",
            "allgather",
            "allgatherv",
            "alltoall",
            "alltoallv",
            "alltoallw",
            "reduce_scatter",
            "reduce_scatter_block",
            "scan",
            "exscan"
        }) {
            kinds.put(word, Kind.COLLECTIVE);
            kinds.put("i" + word, Kind.NONBLOCKING_COLLECTIVE);
        }
        put(
                kinds,
                Kind.COMMUNICATOR,
                "comm_create",
                "comm_create_group",
                "comm_dup",
                "comm_dup_with_info",
                "comm_idup",
                "comm_idup_with_info",
                "comm_create_from_group",
                "intercomm_create_from_groups",
                "comm_split",
                "comm_split_type",
                "cart_create",
                "cart_sub",
                "graph_create",
                "dist_graph_create",
                "dist_graph_create_adjacent",
                "intercomm_create",
                "intercomm_merge");
        put(
                kinds,
                Kind.ONE_SIDED,
                "put",
                "get",
                "accumulate",
                "get_accumulate",
                "fetch_and_op",
                "compare_and_swap",
                "rput",
                "rget",
                "raccumulate",
                "rget_accumulate");
        return kinds.buildOrThrow();
    }

    private static void put(ImmutableMap.Builder<String, Kind> kinds, Kind kind, String... words) {
        for (String word : words) {
            kinds.put(word, kind);
        }
    }
}
