package org.tailback.trace.otf2;

/** What an id in a record names. Local ids are translated to global ones by a table for each. */
enum Reference {
    REGION(3),
    COMM(6);

    /** The number of its tables in the format. */
    final int mappingType;

    Reference(int mappingType) {
        this.mappingType = mappingType;
    }
}
