package org.tailback.trace.dumpi;

/**
 * An argument of a function as a record holds it.
 *
 * @param name what it means
 * @param kind how it is written
 * @param atRootOnly whether it is there only if the arguments {@code commrank} and {@code root} are equal
 */
record DumpiArgument(String name, Kind kind, boolean atRootOnly) {
    /** Ways in which arguments are written; all big endian and signed. */
    enum Kind {
        BYTE("b", 1, 0),
        SHORT("h", 2, 0),
        INT("i", 4, 0),
        LONG("l", 8, 0),
        /** A number of elements (32 bits), and the elements. */
        BYTES("b*", 1, 1),
        SHORTS("h*", 2, 1),
        INTS("i*", 4, 1),
        /** Lists of lists, each with its number of elements. */
        BYTES2("b**", 1, 2),
        INTS2("i**", 4, 2),
        BYTES3("b***", 1, 3),
        /** A list of statuses; only where the record's mask says that they were recorded. */
        STATUSES("s", 14, 1);

        private final String code;
        private final int size;
        private final int depth;

        Kind(String code, int size, int depth) {
            this.code = code;
            this.size = size;
            this.depth = depth;
        }

        /** Bytes of a number, or of an innermost element. */
        int size() {
            return size;
        }

        /** 0 for a number, 1 for a list, 2 for a list of lists. */
        int depth() {
            return depth;
        }
    }

    /** Reads {@code [?]name:code}. */
    static DumpiArgument of(String text) {
        boolean atRootOnly = text.startsWith("?");
        int colon = text.indexOf(':');
        String code = text.substring(colon + 1);
        for (Kind kind : Kind.values()) {
            if (kind.code.equals(code)) {
                return new DumpiArgument(text.substring(atRootOnly ? 1 : 0, colon), kind, atRootOnly);
            }
        }
        throw new IllegalArgumentException(text);
    }
}
