package org.tailback.trace.allprof;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which arguments a line of an MPI function has, in their order, between its start and its end. An argument takes one
 * field, but arrays of counts and displacements two: their address and their values; those of C functions whose headers
 * call them otherwise have the address alone.
 *
 * @param roles of the arguments
 */
record Arguments(List<Role> roles) {
    /** The meaning of an argument. */
    enum Role {
        BUFFER,
        RECEIVE_BUFFER,
        COUNT,
        RECEIVE_COUNT,
        TYPE,
        RECEIVE_TYPE,
        COUNTS,
        RECEIVE_COUNTS,
        DISPLACEMENTS,
        DESTINATION,
        SOURCE,
        ROOT,
        TAG,
        RECEIVE_TAG,
        COMMUNICATOR,
        REQUEST,
        REQUESTS,
        COLOUR,
        KEY,
        /** Nothing that matters. */
        OTHER
    }

    private static final ImmutableMap<String, Arguments> BY_NAME = byName();

    Arguments {
        roles = List.copyOf(roles);
    }

    /** Returns the arguments of a function, or null if they do not matter. */
    static @Nullable Arguments of(String name) {
        return BY_NAME.get(name);
    }

    /** Returns the number of fields of arguments with all values. */
    int fields() {
        int fields = 0;
        for (Role role : roles) {
            fields += isArray(role) ? 2 : 1;
        }
        return fields;
    }

    static boolean isArray(Role role) {
        return role == Role.COUNTS || role == Role.RECEIVE_COUNTS || role == Role.DISPLACEMENTS;
    }

    private static Arguments list(String words) {
        return new Arguments(words.chars().mapToObj(Arguments::role).toList());
    }

    private static Role role(int letter) {
        return switch (letter) {
            case 'b' -> Role.BUFFER;
            case 'B' -> Role.RECEIVE_BUFFER;
            case 'n' -> Role.COUNT;
            case 'N' -> Role.RECEIVE_COUNT;
            case 't' -> Role.TYPE;
            case 'T' -> Role.RECEIVE_TYPE;
            case 'v' -> Role.COUNTS;
            case 'V' -> Role.RECEIVE_COUNTS;
            case 'p' -> Role.DISPLACEMENTS;
            case 'd' -> Role.DESTINATION;
            case 's' -> Role.SOURCE;
            case 'o' -> Role.ROOT;
            case 'g' -> Role.TAG;
            case 'G' -> Role.RECEIVE_TAG;
            case 'c' -> Role.COMMUNICATOR;
            case 'r' -> Role.REQUEST;
            case 'R' -> Role.REQUESTS;
            case 'l' -> Role.COLOUR;
            case 'k' -> Role.KEY;
            default -> Role.OTHER;
        };
    }

    private static ImmutableMap<String, Arguments> byName() {
        ImmutableMap.Builder<String, Arguments> map = ImmutableMap.builder();
        for (String mode : List.of("", "s", "b", "r")) {
            map.put("MPI_" + (mode.isEmpty() ? "Send" : mode.toUpperCase(Locale.ROOT) + "send"), list("bntdgc"));
            map.put("MPI_I" + mode + "send", list("bntdgcr"));
            map.put(
                    "MPI_" + (mode.isEmpty() ? "Send" : mode.toUpperCase(Locale.ROOT) + "send") + "_init",
                    list("bntdgcr"));
        }
        map.put("MPI_Recv", list("bntsgc-"));
        map.put("MPI_Irecv", list("bntsgcr"));
        map.put("MPI_Recv_init", list("bntsgcr"));
        map.put("MPI_Sendrecv", list("bntdgBNTsGc-"));
        map.put("MPI_Sendrecv_replace", list("bntdgsGc-"));
        map.put("MPI_Probe", list("sgc-"));
        map.put("MPI_Iprobe", list("sgc--"));
        map.put("MPI_Start", list("r"));
        map.put("MPI_Startall", list("nR"));
        map.put("MPI_Request_free", list("r"));
        map.put("MPI_Cancel", list("r"));
        map.put("MPI_Wait", list("r-"));
        map.put("MPI_Waitall", list("nR-"));
        map.put("MPI_Waitany", list("nR--"));
        map.put("MPI_Waitsome", list("nR---"));
        map.put("MPI_Test", list("r--"));
        map.put("MPI_Testall", list("nR--"));
        map.put("MPI_Testany", list("nR---"));
        map.put("MPI_Testsome", list("nR---"));
        collective(map, "barrier", "c");
        collective(map, "bcast", "bntoc");
        collective(map, "reduce", "bBnt-oc");
        collective(map, "allreduce", "bBnt-c");
        collective(map, "scan", "bBnt-c");
        collective(map, "exscan", "bBnt-c");
        collective(map, "gather", "bntBNToc");
        collective(map, "scatter", "bntBNToc");
        collective(map, "allgather", "bntBNTc");
        collective(map, "alltoall", "bntBNTc");
        collective(map, "gatherv", "bntBVpToc");
        collective(map, "scatterv", "bvptBNToc");
        collective(map, "allgatherv", "bntBVpTc");
        collective(map, "alltoallv", "bvptBVpTc");
        collective(map, "reduce_scatter", "bBVt-c");
        collective(map, "reduce_scatter_block", "bBNt-c");
        map.put("MPI_Comm_rank", list("c-"));
        map.put("MPI_Comm_size", list("c-"));
        map.put("MPI_Comm_split", list("clk-"));
        map.put("MPI_Comm_dup", list("c-"));
        map.put("MPI_Cart_create", list("c-----"));
        return map.buildOrThrow();
    }

    private static void collective(ImmutableMap.Builder<String, Arguments> map, String word, String letters) {
        map.put("MPI_" + Character.toUpperCase(word.charAt(0)) + word.substring(1), list(letters));
        map.put("MPI_I" + word, list(letters + "r"));
    }
}
