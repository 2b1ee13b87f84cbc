package org.tailback.trace.mpi;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;

/** The functions of MPI that concern one rank only, or that leave what they begin to others: a replay lacks nothing without. */
final class LocalCalls {
    private static final ImmutableList<String> PREFIXES = ImmutableList.of(
            "type_",
            "group_",
            "info_",
            "errhandler_",
            "attr_",
            "keyval_",
            "op_",
            "status_",
            "t_",
            "error_",
            "add_error_",
            "remove_error_",
            "pack",
            "unpack",
            "get_",
            "cart",
            "graph",
            "dist_graph_neighbors",
            "buffer_",
            "comm_get_",
            "comm_set_",
            "comm_buffer_",
            "aint_");
    private static final ImmutableList<String> SUFFIXES =
            ImmutableList.of("_c2f", "_f2c", "_toint", "_fromint", "_keyval", "_errhandler");
    private static final ImmutableSet<String> WORDS = ImmutableSet.of(
            // what archives of ours call the time of calls without an operation
            "other",
            "abi_get_version",
            "abort",
            "address",
            "alloc_mem",
            "cancel",
            "close_port",
            "comm_compare",
            "comm_delete_attr",
            "comm_disconnect",
            "comm_free",
            "comm_group",
            "comm_rank",
            "comm_remote_group",
            "comm_remote_size",
            "comm_size",
            "comm_test_inter",
            "dims_create",
            "finalized",
            "free_mem",
            "initialized",
            "is_thread_main",
            "lookup_name",
            "open_port",
            "pcontrol",
            "publish_name",
            "query_thread",
            "reduce_local",
            "register_datarep",
            "request_free",
            "request_get_status",
            "request_get_status_all",
            "request_get_status_any",
            "request_get_status_some",
            "sizeof",
            "test_cancelled",
            "topo_test",
            "unpublish_name",
            "wtick",
            "wtime",
            // of a persistent message; it is recorded where it starts
            "bsend_init",
            "recv_init",
            "rsend_init",
            "send_init",
            "ssend_init");

    private LocalCalls() {}

    /** @param word the function's name in lower case, without {@code mpi_} */
    static boolean contain(String word) {
        return WORDS.contains(word)
                || PREFIXES.stream().anyMatch(word::startsWith)
                || SUFFIXES.stream().anyMatch(word::endsWith);
    }
}
