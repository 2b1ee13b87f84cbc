package org.tailback.trace.mpi;

/** The meanings of arguments of MPI functions. */
public enum Argument {
    /** Number of elements that are sent, or of requests; of calls that only receive, received elements. */
    COUNT,
    /** Datatype of the elements of {@link #COUNT} and {@link #COUNTS}. */
    TYPE,
    RECEIVE_COUNT,
    /** Datatype of the received elements, where there are two. */
    RECEIVE_TYPE,
    /** Numbers of elements that are sent to each rank. */
    COUNTS,
    RECEIVE_COUNTS,
    DISPLACEMENTS,
    DESTINATION,
    SOURCE,
    /** Tag of the sent message, or of the only one. */
    TAG,
    RECEIVE_TAG,
    ROOT,
    COMMUNICATOR,
    /** Rank of the caller in the communicator. */
    RANK,
    REQUEST,
    REQUESTS,
    /** The sent data. */
    BUFFER,
    COLOUR,
    KEY,
    /** An argument that no reader uses. */
    OTHER
}
