package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;

/** The fields of one kind of record. A record has at most one list. */
final class RecordLayout {
    private final Field[] fields;
    private final ImmutableList<String> names;

    RecordLayout(ImmutableList<Field> fields) {
        this.fields = fields.toArray(new Field[0]);
        ImmutableList.Builder<String> all = ImmutableList.builder();
        for (Field field : fields) {
            addNames(field, all);
        }
        this.names = all.build();
    }

    static void addNames(Field field, ImmutableList.Builder<String> names) {
        names.add(field.name());
        if (field.encoding() == Field.Encoding.TYPED_VALUE) {
            names.add("value");
        }
    }

    /** The caller does not change it. */
    Field[] fields() {
        return fields;
    }

    /** Names of the values of {@link RecordFields#value}. */
    ImmutableList<String> names() {
        return names;
    }
}
