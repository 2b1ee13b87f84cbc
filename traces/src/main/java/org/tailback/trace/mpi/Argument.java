package org.tailback.trace.mpi;

/** Meanings of arguments of MPI functions. */
public enum Argument {
    /** Number of sent elements, or of requests; for calls that only receive, number of received elements. */
    COUNT,
    /** Datatype of the elements of {@link #COUNT} and {@link #COUNTS}. */
    TYPE,
    RECEIVE_COUNT,
    /** Datatype of the received elements, for calls with two datatypes. */
    RECEIVE_TYPE,
    /** Numbers of elements sent to each rank. */
    COUNTS,
    RECEIVE_COUNTS,
    DISPLACEMENTS,
    DESTINATION,
    SOURCE,
    /** Tag of the sent message, or of the call's only message. */
    TAG,
    RECEIVE_TAG,
    ROOT,
    COMMUNICATOR,
    /** Rank of the caller in the communicator. */
    RANK,
    REQUEST,
    REQUESTS,
    /** Address of the sent data. */
    BUFFER,
    COLOUR,
    KEY,
    /** Any argument that is not used by readers. */
    OTHER
}
