package org.tailback.trace.allprof;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of an MPI function's line, in their order, between its start and its end. An argument takes one
 * field, but arrays of counts and displacements two: their address and their values; C functions whose headers
 * name them otherwise have the address alone.
 */
record Arguments(List<Role> roles) {
    enum Role {
        BUFFER('b'),
        RECEIVE_BUFFER('B'),
        COUNT('n'),
        RECEIVE_COUNT('N'),
        TYPE('t'),
        RECEIVE_TYPE('T'),
        COUNTS('v'),
        RECEIVE_COUNTS('V'),
        DISPLACEMENTS('p'),
        DESTINATION('d'),
        SOURCE('s'),
        ROOT('o'),
        TAG('g'),
        RECEIVE_TAG('G'),
        COMMUNICATOR('c'),
        REQUEST('r'),
        REQUESTS('R'),
        COLOUR('l'),
        KEY('k'),
        /** An argument that the reader does not use. */
        OTHER('-');

        private final char letter;

        Role(char letter) {
            this.letter = letter;
        }

        private static Role of(int letter) {
            return Stream.of(values())
                    .filter(role -> role.letter == letter)
                    .findFirst()
                    .orElseThrow();
        }

        boolean isArray() {
            return this == COUNTS || this == RECEIVE_COUNTS || this == DISPLACEMENTS;
        }
    }

    /** Functions with equal arguments, and the letters of these. */
    private static final String FUNCTIONS = """
            Send Ssend Bsend Rsend bntdgc
            Isend Issend Ibsend Irsend Send_init Ssend_init Bsend_init Rsend_init bntdgcr
            Recv bntsgc-
            Irecv Recv_init bntsgcr
            Sendrecv bntdgBNTsGc-
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

    /** Collective operations; the non-blocking ones (Ibarrier) have a request at the end, too. */
    private static final String COLLECTIVES = """
            Barrier c
            Bcast bntoc
            Reduce bBnt-oc
            Allreduce Scan Exscan bBnt-c
            Gather Scatter bntBNToc
            Allgather Alltoall bntBNTc
            Gatherv bntBVpToc
            Scatterv bvptBNToc
            Allgatherv bntBVpTc
            Alltoallv bvptBVpTc
            Reduce_scatter bBVt-c
            Reduce_scatter_block bBNt-c
            """;

    private static final ImmutableMap<String, Arguments> BY_NAME = byName();

    Arguments {
        roles = List.copyOf(roles);
    }

    /** Returns the arguments of a function, or null if they do not matter. */
    static @Nullable Arguments of(String name) {
        return BY_NAME.get(name);
    }

    int fields() {
        return roles.size() + (int) roles.stream().filter(Role::isArray).count();
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
        return new Arguments(letters.chars().mapToObj(Role::of).toList());
    }
}
