package org.tailback.trace.mpi;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.SendMode;

/**
 * An MPI function as traces name it.
 *
 * @param name such as MPI_Send
 * @param kind meaning of its records
 * @param mode of its sends; standard where it sends nothing
 */
public record MpiCall(String name, Kind kind, SendMode mode) {
    /** The call of records outside of any call. */
    public static final MpiCall NONE = new MpiCall("outside of MPI calls", Kind.OTHER, SendMode.STANDARD);

    /** Kinds of functions that the translation of records distinguishes. */
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
        /** Neither sends nor receives nor waits for another rank. */
        OTHER,
        /** Unknown to the library; its records, if it has any, count. */
        UNKNOWN;

        /** Returns whether it may complete requests that other calls have started. */
        public boolean completes() {
            return this == WAIT || this == WAITALL || this == WAITANY || this == WAITSOME || this == TEST;
        }
    }

    private static final ImmutableMap<String, Kind> KINDS = kinds();
    /** Functions that concern one rank only, or whose effects other calls complete: a replay does not need them. */
    private static final ImmutableSet<String> LOCAL = ImmutableSet.copyOf(words("""
            abi_get_version abort address alloc_mem bsend_init cancel close_port comm_compare comm_delete_attr
            comm_disconnect comm_free comm_group comm_rank comm_remote_group comm_remote_size comm_size
            comm_test_inter dims_create finalized free_mem initialized is_thread_main lookup_name open_port
            other pcontrol publish_name query_thread recv_init reduce_local register_datarep request_free
            request_get_status request_get_status_all request_get_status_any request_get_status_some
            rsend_init send_init sizeof ssend_init test_cancelled topo_test unpublish_name wtick wtime"""));

    private static final ImmutableList<String> LOCAL_PREFIXES = words("""
            add_error_ aint_ attr_ buffer_ cart comm_buffer_ comm_get_ comm_set_ dist_graph_neighbors
            errhandler_ error_ get_ graph group_ info_ keyval_ op_ pack remove_error_ status_ t_ type_ unpack""");
    private static final ImmutableList<String> LOCAL_SUFFIXES = words("_c2f _errhandler _f2c _fromint _keyval _toint");

    private static ImmutableList<String> words(String text) {
        return ImmutableList.copyOf(Splitter.onPattern("\\s+").split(text));
    }

    /** Returns the function of a name, in any case and with or without brackets; empty if it is none of MPI. */
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
        return Optional.of(new MpiCall(name, kind == null ? byPart(word) : kind, mode(word)));
    }

    private static Kind byPart(String word) {
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
        boolean local = LOCAL.contains(word)
                || LOCAL_PREFIXES.stream().anyMatch(word::startsWith)
                || LOCAL_SUFFIXES.stream().anyMatch(word::endsWith);
        return local ? Kind.OTHER : Kind.UNKNOWN;
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
        put(kinds, Kind.SEND, "send ssend bsend rsend");
        put(kinds, Kind.NONBLOCKING_SEND, "isend issend ibsend irsend start startall");
        put(kinds, Kind.RECEIVE, "recv mrecv");
        put(kinds, Kind.NONBLOCKING_RECEIVE, "irecv imrecv");
        put(kinds, Kind.SENDRECV, "sendrecv sendrecv_replace");
        put(kinds, Kind.WAIT, "wait");
        put(kinds, Kind.WAITALL, "waitall");
        put(kinds, Kind.WAITANY, "waitany");
        put(kinds, Kind.WAITSOME, "waitsome");
        put(kinds, Kind.TEST, "test testall testany testsome");
        put(kinds, Kind.PROBE, "probe mprobe iprobe improbe");
        put(kinds, Kind.INIT, "init init_thread");
        put(kinds, Kind.FINALIZE, "finalize");
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            if (!kind.isNeighbourhood()) {
                kinds.put(kind.name().toLowerCase(Locale.ROOT), Kind.COLLECTIVE);
                kinds.put("i" + kind.name().toLowerCase(Locale.ROOT), Kind.NONBLOCKING_COLLECTIVE);
            }
        }
        put(kinds, Kind.COMMUNICATOR, """
                cart_create cart_sub comm_create comm_create_from_group comm_create_group comm_dup
                comm_dup_with_info comm_idup comm_idup_with_info comm_split comm_split_type dist_graph_create
                dist_graph_create_adjacent graph_create intercomm_create intercomm_create_from_groups
                intercomm_merge""");
        put(kinds, Kind.ONE_SIDED, """
                accumulate compare_and_swap fetch_and_op get get_accumulate put raccumulate rget
                rget_accumulate rput""");
        return kinds.buildOrThrow();
    }

    private static void put(ImmutableMap.Builder<String, Kind> kinds, Kind kind, String words) {
        words(words).forEach(word -> kinds.put(word, kind));
    }

    /** Returns the operation of a collective call, blocking or not; null for other functions and for neighbourhoods. */
    public CollectiveCall.@Nullable Kind collective() {
        if (kind != Kind.COLLECTIVE && kind != Kind.NONBLOCKING_COLLECTIVE) {
            return null;
        }
        String word = name.strip().toUpperCase(Locale.ROOT).replace("()", "");
        word = word.substring(word.indexOf('_') + (kind == Kind.COLLECTIVE ? 1 : 2));
        for (CollectiveCall.Kind operation : CollectiveCall.Kind.values()) {
            if (operation.name().equals(word) && !operation.isNeighbourhood()) {
                return operation;
            }
        }
        return null;
    }
}
