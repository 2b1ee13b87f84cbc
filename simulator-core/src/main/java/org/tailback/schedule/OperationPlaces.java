package org.tailback.schedule;

/** Finds where the operations of a schedule are written, for messages. */
@FunctionalInterface
public interface OperationPlaces {
    /** As {@link Schedule#placeOf}. */
    String placeOf(int rank, int operation);
}
