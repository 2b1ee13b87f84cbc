package org.tailback.explain;

import java.util.Optional;

/** Finds the collective operations that messages belong to. */
@FunctionalInterface
public interface CollectiveNames {
    /** Returns the kind of collective operation, such as {@code allreduce}; empty for a message of the program. */
    Optional<String> of(int communicator, int tag);
}
