package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;

/** The fields of one kind of record. A record has at most one list. */
final class RecordLayout {
    private final Field[] fields;

    RecordLayout(ImmutableList<Field> fields) {
        this.fields = fields.toArray(new Field[0]);
    }

    /** The caller does not change it. */
    Field[] fields() {
        return fields;
    }
}
