package org.tailback.trace.dumpi;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.util.List;
import java.util.stream.Stream;
import org.tailback.trace.mpi.Argument;
import org.tailback.trace.mpi.MpiCall;

/**
 * A recorded function.
 *
 * @param id id in the file
 * @param call call with the function's name, such as MPI_Send
 * @param arguments arguments in the order of the file
 * @param isWritten false if no version of the tracer writes records of the function
 * @param positions position of the argument with each meaning, in the order of {@link Argument}; -1 for none; read-only
 */
record DumpiFunction(int id, MpiCall call, List<Field> arguments, boolean isWritten, int[] positions) {
    /** Meanings of the arguments by their names in functions.txt. */
    private static final ImmutableMap<String, Argument> MEANINGS = Stream.of(
                    ("count=COUNT type=TYPE dest=DESTINATION source=SOURCE tag=TAG root=ROOT "
                                    + "sendcount=COUNT sendtype=TYPE sendcounts=COUNTS sendtypes=TYPE sendtag=TAG "
                                    + "recvcount=RECEIVE_COUNT recvtype=RECEIVE_TYPE recvcounts=RECEIVE_COUNTS "
                                    + "recvtypes=RECEIVE_TYPE recvtag=RECEIVE_TAG comm=COMMUNICATOR commrank=RANK "
                                    + "request=REQUEST requests=REQUESTS")
                            .split(" "))
            .map(pair -> pair.split("="))
            .collect(ImmutableMap.toImmutableMap(pair -> pair[0], pair -> Argument.valueOf(pair[1])));

    static DumpiFunction of(int id, String name, List<Field> arguments, boolean isWritten) {
        String interned = name.intern(); // interned for a fast switch
        MpiCall call = MpiCall.of(interned).orElse(new MpiCall(interned, MpiCall.Kind.OTHER));
        int[] positions = Stream.of(Argument.values())
                .mapToInt(meaning -> Iterables.indexOf(arguments, field -> MEANINGS.get(field.name) == meaning))
                .toArray();
        return new DumpiFunction(id, call, arguments, isWritten, positions);
    }

    String name() {
        return call.name();
    }

    /** Returns the position of the argument with a meaning, or -1 if there is none. */
    int position(Argument meaning) {
        return positions[meaning.ordinal()];
    }

    /** Returns the position of the argument with a name, or -1 if there is none. */
    int position(String name) {
        return Iterables.indexOf(arguments, field -> field.name.equals(name));
    }

    /**
     * An argument as stored in a record; numbers are big endian and signed.
     *
     * @param size size of a number, or of an innermost element of a list, in bytes
     * @param depth 0 for a number, 1 for a list preceded by its length, 2 for a list of such lists
     * @param atRootOnly whether it is present only if the arguments {@code commrank} and {@code root} are equal
     */
    record Field(String name, int size, int depth, boolean atRootOnly) {
        /** Size of a status; a list of statuses is present only if the record's mask has its bit. */
        static final int STATUS = 14;

        /** Parses {@code [?]name:kind}, where the kind is a letter and a star for each level of lists. */
        static Field of(String text) {
            boolean atRootOnly = text.startsWith("?");
            int colon = text.indexOf(':');
            int size = switch (text.charAt(colon + 1)) {
                case 'b' -> 1;
                case 'h' -> 2;
                case 'i' -> 4;
                case 'l' -> 8;
                case 's' -> STATUS;
                default -> throw new IllegalArgumentException(text);
            };
            return new Field(text.substring(atRootOnly ? 1 : 0, colon), size, text.length() - colon - 2, atRootOnly);
        }

        boolean isStatuses() {
            return size == STATUS;
        }
    }
}
