package org.tailback.trace.dumpi;

import java.util.List;
import org.tailback.program.SendMode;
import org.tailback.trace.mpi.MpiCall;

/**
 * A function that is recorded.
 *
 * @param id in the file
 * @param call with its name, such as MPI_Send
 * @param arguments in the order of the file
 * @param isWritten false if no version of the tracer writes records of it
 * @param rankArgument position of the argument that is the rank in the communicator, or -1
 * @param rootArgument position of the argument that is the root, or -1
 */
record DumpiFunction(
        int id, MpiCall call, List<Argument> arguments, boolean isWritten, int rankArgument, int rootArgument) {

    static DumpiFunction of(int id, String name, List<Argument> arguments, boolean isWritten) {
        String interned = name.intern(); // so that a switch finds it fast
        MpiCall call = MpiCall.of(interned).orElse(new MpiCall(interned, MpiCall.Kind.OTHER, SendMode.STANDARD));
        return new DumpiFunction(
                id, call, arguments, isWritten, position(arguments, "commrank"), position(arguments, "root"));
    }

    String name() {
        return call.name();
    }

    Argument argument(int position) {
        return arguments.get(position);
    }

    /** Returns the position of an argument, or -1 if there is none of the name. */
    int position(String argument) {
        return position(arguments, argument);
    }

    private static int position(List<Argument> arguments, String name) {
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * An argument as a record holds it; numbers are big endian and signed.
     *
     * @param size bytes of a number, or of an innermost element of a list
     * @param depth 0 for a number, 1 for a list with its length before it, 2 for a list of such lists
     * @param atRootOnly whether it is there only if the arguments {@code commrank} and {@code root} are equal
     */
    record Argument(String name, int size, int depth, boolean atRootOnly) {
        /** Size of a status; a list of statuses is there only if the record's mask has their bit. */
        static final int STATUS = 14;

        /** Reads {@code [?]name:kind}, where the kind is a letter and a star for each level of lists. */
        static Argument of(String text) {
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
            return new Argument(text.substring(atRootOnly ? 1 : 0, colon), size, text.length() - colon - 2, atRootOnly);
        }

        boolean isStatuses() {
            return size == STATUS;
        }
    }
}
