package org.tailback.trace.dumpi;

import com.google.common.collect.ImmutableList;
import org.tailback.program.SendMode;
import org.tailback.trace.mpi.MpiCall;

/** A function of which there are records. Immutable. */
final class DumpiFunction {
    private final int id;
    private final String name;
    private final MpiCall call;
    private final DumpiArgument[] arguments;
    private final boolean written;
    private final int rankArgument;
    private final int rootArgument;

    /**
     * @param id in the file
     * @param name such as MPI_Send
     * @param arguments in the order of the file
     * @param written false if no version of the tracer writes records of it
     */
    DumpiFunction(int id, String name, ImmutableList<DumpiArgument> arguments, boolean written) {
        this.id = id;
        this.name = name.intern(); // so that a switch finds it fast
        this.call = MpiCall.of(name).orElse(new MpiCall(name, MpiCall.Kind.OTHER, SendMode.STANDARD));
        this.arguments = arguments.toArray(new DumpiArgument[0]);
        this.written = written;
        this.rankArgument = position("commrank");
        this.rootArgument = position("root");
    }

    int id() {
        return id;
    }

    String name() {
        return name;
    }

    /** Returns the MPI call of its records. */
    MpiCall call() {
        return call;
    }

    int argumentCount() {
        return arguments.length;
    }

    DumpiArgument argument(int position) {
        return arguments[position];
    }

    boolean isWritten() {
        return written;
    }

    /** Returns the argument that is the rank in the communicator, or -1. */
    int rankArgument() {
        return rankArgument;
    }

    /** Returns the argument that is the root, or -1. */
    int rootArgument() {
        return rootArgument;
    }

    /** Returns the position of an argument, or -1 if there is none of the name. */
    int position(String argument) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].name().equals(argument)) {
                return i;
            }
        }
        return -1;
    }
}
