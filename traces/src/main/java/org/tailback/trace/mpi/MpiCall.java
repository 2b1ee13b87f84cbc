package org.tailback.trace.mpi;

import com.google.common.collect.ImmutableMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.SendMode;

/**
 * An MPI function in a trace.
 *
 * @param name name of the function, such as MPI_Send
 * @param kind meaning of the function's records
 * @param mode mode of the function's sends; standard for functions without sends
 * @param collective operation of a collective call, blocking or not; null for other functions and for neighbourhood
 *     collectives
 */
public record MpiCall(String name, Kind kind, SendMode mode, CollectiveCall.@Nullable Kind collective) {
    /** Pseudo-call of records outside of any call. */
    public static final MpiCall NONE = new MpiCall("outside of MPI calls", Kind.OTHER);

    /** Kinds of functions distinguished by the translation of records. */
    public enum Kind {
        SEND,
        /** Start of sends, or of receives in the case of persistent requests. */
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
        /** Creation of a communicator from others: a collective operation with unknown messages. */
        COMMUNICATOR,
        ONE_SIDED,
        FILE,
        /** Function that neither sends nor receives nor waits for another rank. */
        OTHER,
        /** Function that is unknown to the library; its records, if there are any, are used. */
        UNKNOWN;

        /** Returns whether the function may complete requests started by other calls. */
        public boolean completes() {
            return this == WAIT || this == WAITALL || this == WAITANY || this == WAITSOME || this == TEST;
        }
    }

    /**
     * Kinds, each with its functions as regular expressions without MPI_; the first match is used. Functions of kind
     * OTHER concern one rank only, or their effects are completed by other calls, so they are not replayed.
     */
    private static final ImmutableMap<Pattern, Kind> KINDS = """
            SEND [sbr]?send
            NONBLOCKING_SEND i[sbr]?send|start|startall
            RECEIVE m?recv
            NONBLOCKING_RECEIVE im?recv
            SENDRECV sendrecv|sendrecv_replace
            WAIT wait
            WAITALL waitall
            WAITANY waitany
            WAITSOME waitsome
            TEST test(all|any|some)?
            PROBE i?m?probe
            INIT init|init_thread
            FINALIZE finalize
            COMMUNICATOR cart_(create|sub)|comm_(create|create_from_group|create_group|split|split_type)
            COMMUNICATOR comm_i?dup(_with_info)?|dist_graph_create(_adjacent)?|graph_create
            COMMUNICATOR intercomm_(create|create_from_groups|merge)
            ONE_SIDED r?(accumulate|get|get_accumulate|put)|compare_and_swap|fetch_and_op|win_.*
            FILE file_.*
            COLLECTIVE neighbor_.*
            NONBLOCKING_COLLECTIVE ineighbor_.*
            OTHER abi_get_version|abort|address|alloc_mem|[bsr]?send_init|recv_init|cancel|close_port|dims_create
            OTHER comm_(compare|delete_attr|disconnect|free|group|rank|remote_group|remote_size|size|test_inter)
            OTHER finalized|free_mem|initialized|is_thread_main|lookup_name|open_port|other|pcontrol|publish_name
            OTHER query_thread|reduce_local|register_datarep|request_free|request_get_status(_all|_any|_some)?|sizeof
            OTHER test_cancelled|topo_test|unpublish_name|wtick|wtime
            OTHER (add_error_|aint_|attr_|buffer_|cart|comm_buffer_|comm_get_|comm_set_|dist_graph_neighbors).*
            OTHER (errhandler_|error_|get_|graph|group_|info_|keyval_|op_|pack|remove_error_|status_|t_|type_|unpack).*
            OTHER .*(_c2f|_errhandler|_f2c|_fromint|_keyval|_toint)
            """.lines()
            .map(line -> line.split(" ", 2))
            .collect(ImmutableMap.toImmutableMap(words -> Pattern.compile(words[1]), words -> Kind.valueOf(words[0])));

    /** Creates a function that is not a collective operation, with standard mode for its sends. */
    public MpiCall(String name, Kind kind) {
        this(name, kind, SendMode.STANDARD, null);
    }

    /**
     * Returns the function with a name, in any case and with or without brackets; empty for names that are not MPI
     * functions.
     */
    public static Optional<MpiCall> of(String name) {
        String full = name.strip().toLowerCase(Locale.ROOT);
        if (!full.startsWith("mpi_") && !full.startsWith("pmpi_")) {
            return Optional.empty();
        }
        String word = full.substring(full.indexOf('_') + 1).replaceFirst("\\(\\)$", "");
        for (CollectiveCall.Kind operation : CollectiveCall.Kind.values()) {
            String blocking = operation.name().toLowerCase(Locale.ROOT);
            if (!operation.isNeighbourhood() && (word.equals(blocking) || word.equals("i" + blocking))) {
                Kind kind = word.equals(blocking) ? Kind.COLLECTIVE : Kind.NONBLOCKING_COLLECTIVE;
                return Optional.of(new MpiCall(name, kind, SendMode.STANDARD, operation));
            }
        }
        Kind kind = KINDS.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(word).matches())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Kind.UNKNOWN);
        return Optional.of(new MpiCall(name, kind, mode(word), null));
    }

    private static SendMode mode(String word) {
        return switch (word) {
            case "ssend", "issend" -> SendMode.SYNCHRONOUS;
            case "bsend", "ibsend" -> SendMode.BUFFERED;
            case "rsend", "irsend" -> SendMode.READY;
            default -> SendMode.STANDARD;
        };
    }
}
