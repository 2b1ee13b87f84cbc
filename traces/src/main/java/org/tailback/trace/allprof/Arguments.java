package org.tailback.trace.allprof;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Argument;

/**
 * Arguments of an MPI function in the order of its line, between start and end. An argument takes one field. Arrays of
 * counts and displacements take two fields, for their address and their values; for C functions whose headers use other
 * names, only the address is recorded.
 */
record Arguments(List<Argument> list) {
    /** Letters of the arguments, in the order of {@link Argument}: n is the count, t the type, and so on. */
    private static final String LETTERS = "ntNTvVpdsgGoc.rRblk-";

    /** Functions with equal arguments, followed by the letters of these arguments. */
    private static final String FUNCTIONS = """
            Send Ssend Bsend Rsend bntdgc
            Isend Issend Ibsend Irsend Send_init Ssend_init Bsend_init Rsend_init bntdgcr
            Recv bntsgc-
            Irecv Recv_init bntsgcr
            Sendrecv bntdg-NTsGc-
            Sendrecv_replace bntdgsGc-
            Probe sgc-
            Iprobe sgc--
            Start Request_free Cancel r
            Startall nR
            Wait r-
            Waitall nR-
            Waitany Testall nR--
            Waitsome Testany Testsome nR---
            Test r--
            Comm_rank Comm_size Comm_dup c-
            Comm_split clk-
            Cart_create c-----
            """;

    /** Collective operations; nonblocking operations (Ibarrier) have an additional request at the end. */
    private static final String COLLECTIVES = """
            Barrier c
            Bcast bntoc
            Reduce b-nt-oc
            Allreduce Scan Exscan b-nt-c
            Gather Scatter bnt-NToc
            Allgather Alltoall bnt-NTc
            Gatherv bnt-VpToc
            Scatterv bvpt-NToc
            Allgatherv bnt-VpTc
            Alltoallv bvpt-VpTc
            Reduce_scatter b-Vt-c
            Reduce_scatter_block b-Nt-c
            """;

    private static final ImmutableMap<String, Arguments> BY_NAME = byName();

    Arguments {
        list = List.copyOf(list);
    }

    /** Returns the arguments of a function, or null if they are irrelevant. */
    static @Nullable Arguments of(String name) {
        return BY_NAME.get(name);
    }

    int fields() {
        return list.size() + (int) list.stream().filter(Arguments::isArray).count();
    }

    /** Returns whether an argument is an array whose address is followed by its values. */
    static boolean isArray(Argument argument) {
        return argument == Argument.COUNTS || argument == Argument.RECEIVE_COUNTS || argument == Argument.DISPLACEMENTS;
    }

    private static ImmutableMap<String, Arguments> byName() {
        ImmutableMap.Builder<String, Arguments> map = ImmutableMap.builder();
        for (String table : List.of(FUNCTIONS, COLLECTIVES)) {
            table.lines().forEach(line -> {
                int space = line.lastIndexOf(' ');
                String letters = line.substring(space + 1);
                for (String name : line.substring(0, space).split(" ", -1)) {
                    map.put("MPI_" + name, list(letters));
                    if (table.equals(COLLECTIVES)) {
                        map.put("MPI_I" + name.toLowerCase(Locale.ROOT), list(letters + "r"));
                    }
                }
            });
        }
        return map.buildOrThrow();
    }

    private static Arguments list(String letters) {
        return new Arguments(letters.chars()
                .mapToObj(letter -> Argument.values()[LETTERS.indexOf(letter)])
                .toList());
    }
}
