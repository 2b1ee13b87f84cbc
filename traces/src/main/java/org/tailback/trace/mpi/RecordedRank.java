package org.tailback.trace.mpi;

/** The records of one rank, being read and told to a translator. */
public interface RecordedRank {
    /** To whom they are told. */
    CallTranslator translator();

    /**
     * Reads until an operation can be taken from the translator.
     *
     * @return false at the end of the rank's program, then and later
     * @throws org.tailback.error.InputException if the trace is malformed
     */
    boolean readToOperation();
}
