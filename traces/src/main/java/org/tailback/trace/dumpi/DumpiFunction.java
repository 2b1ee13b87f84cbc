package org.tailback.trace.dumpi;

import java.util.List;
import org.tailback.program.SendMode;
import org.tailback.trace.mpi.MpiCall;

/**
 * A function of which there are records.
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

    /** Ways in which arguments are written; all big endian and signed. */
    enum Kind {
        BYTE("b", 1, 0),
        SHORT("h", 2, 0),
        INT("i", 4, 0),
        LONG("l", 8, 0),
        /** A number of elements (32 bits), and the elements. */
        BYTES("b*", 1, 1),
        SHORTS("h*", 2, 1),
        INTS("i*", 4, 1),
        /** Lists of lists, each with its number of elements. */
        BYTES2("b**", 1, 2),
        INTS2("i**", 4, 2),
        BYTES3("b***", 1, 3),
        /** A list of statuses; only if the record's mask has their bit. */
        STATUSES("s", 14, 1);

        private final String code;
        private final int size;
        private final int depth;

        Kind(String code, int size, int depth) {
            this.code = code;
            this.size = size;
            this.depth = depth;
        }

        /** Bytes of a number, or of an innermost element. */
        int size() {
            return size;
        }

        /** 0 for a number, 1 for a list, 2 for a list of lists. */
        int depth() {
            return depth;
        }
    }

    /**
     * An argument as a record holds it.
     *
     * @param atRootOnly whether it is there only if the arguments {@code commrank} and {@code root} are equal
     */
    record Argument(String name, Kind kind, boolean atRootOnly) {
        /** Reads {@code [?]name:code}. */
        static Argument of(String text) {
            boolean atRootOnly = text.startsWith("?");
            int colon = text.indexOf(':');
            for (Kind kind : Kind.values()) {
                if (kind.code.equals(text.substring(colon + 1))) {
                    return new Argument(text.substring(atRootOnly ? 1 : 0, colon), kind, atRootOnly);
                }
            }
            throw new IllegalArgumentException(text);
        }
    }
}
