package org.tailback.trace.otf2;

/**
 * The kind of object that an id in a record names. Local ids of each kind are translated to global ones by a mapping
 * table of its own.
 */
public enum Reference {
    // in the order of the mapping types of the format, which is also that of the attribute types from 11 on
    STRING,
    ATTRIBUTE,
    LOCATION,
    REGION,
    GROUP,
    METRIC,
    COMM,
    PARAMETER,
    RMA_WIN,
    SOURCE_CODE_LOCATION,
    CALLING_CONTEXT,
    INTERRUPT_GENERATOR,
    IO_FILE,
    IO_HANDLE,
    LOCATION_GROUP;

    private static final Reference[] VALUES = values();
    static final int COUNT = VALUES.length;

    /** Returns the kind of a mapping type. */
    static Reference of(int mappingType) {
        return VALUES[mappingType];
    }
}
