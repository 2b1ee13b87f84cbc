package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.otf2.RecordField.Reference;

/** The definition file of one location: the global ids of its local ids, and the correction of its clock. */
final class LocationTables {
    /** The tables of global definitions, and of a location without a file: ids stand for themselves, clocks agree. */
    static final LocationTables NONE = new Builder().build();

    private final @Nullable Mapping[] mappings;
    private final ClockCorrection clock;

    private LocationTables(@Nullable Mapping[] mappings, ClockCorrection clock) {
        this.mappings = mappings;
        this.clock = clock;
    }

    static LocationTables read(Path file, long chunkSize) {
        Builder builder = new Builder();
        if (Files.exists(file)) {
            read(file, chunkSize, builder);
        }
        return builder.build();
    }

    /** Returns the global id of a local one; itself where no table names it. */
    long global(Reference reference, long local) {
        Mapping mapping = mappings[reference.ordinal()];
        return mapping == null ? local : mapping.global(local);
    }

    long correct(long time) {
        return clock.correct(time);
    }

    /**
     * Global ids by local ids. An id without an entry stands for itself.
     *
     * @param indices the index of each local id in {@code globals}; null if a local id is its own index
     */
    private record Mapping(@Nullable NumberTable indices, long[] globals) {
        /** Adds an entry; the last one of an id counts. */
        static Mapping sparse(long[] locals, long[] globals) {
            NumberTable indices = new NumberTable();
            for (int i = globals.length - 1; i >= 0; i--) {
                if (indices.get(locals[i]) == NumberTable.NONE) {
                    indices.put(locals[i], i);
                }
            }
            return new Mapping(indices, globals);
        }

        long global(long local) {
            if (indices == null) {
                return local >= 0 && local < globals.length ? globals[(int) local] : local;
            }
            int index = indices.get(local);
            return index == NumberTable.NONE ? local : globals[index];
        }
    }

    private static final class Builder implements Visitor {
        private final @Nullable Mapping[] mappings = new @Nullable Mapping[Reference.values().length];
        private long[] times = new long[2];
        private long[] offsets = new long[2];
        private int count;

        @Override
        public void mapping(int type, long[] locals, long[] globals, boolean dense) {
            for (Reference reference : Reference.values()) {
                if (type == reference.mappingType) {
                    mappings[reference.ordinal()] =
                            dense ? new Mapping(null, globals) : Mapping.sparse(locals, globals);
                }
            }
        }

        @Override
        public void clockOffset(long time, long offset, double standardDeviation) {
            times = Columns.fit(times, count);
            offsets = Columns.fit(offsets, count);
            times[count] = time;
            offsets[count++] = offset;
        }

        LocationTables build() {
            return new LocationTables(mappings, ClockCorrection.of(times, offsets, count));
        }
    }

    /** The two kinds of records in such a file that matter: mapping tables and clock offsets. */
    interface Visitor {
        /**
         * A table from local to global ids.
         *
         * @param type which ids, as {@link Reference#of}; may be unknown
         * @param locals the local ids; for a dense table 0, 1, …
         * @param globals their global ids
         */
        void mapping(int type, long[] locals, long[] globals, boolean dense);

        /**
         * The offset of the location's clock from the common one.
         *
         * @param time by the location's clock, ticks, unsigned
         * @param offset what to add, ticks
         * @param standardDeviation of the offset, ticks
         */
        void clockOffset(long time, long offset, double standardDeviation);
    }

    static void read(Path file, long chunkSize, Visitor visitor) {
        final int mappingTable = 5;
        final int clockOffset = 6;
        ChunkedFile in = new ChunkedFile(file, chunkSize, 1024);
        for (int code = in.nextRecord(); code >= 0; code = in.nextRecord()) {
            in.beginRecord();
            if (code == mappingTable) {
                in.load();
                readMapping(in, visitor);
            } else if (code == clockOffset) {
                in.load();
                visitor.clockOffset(in.fixed(8), in.compressed64(), Double.longBitsToDouble(in.fixed(8)));
            }
        }
    }

    private static void readMapping(ChunkedFile in, Visitor visitor) {
        int type = in.unsignedByte();
        long claimed = in.compressed64();
        int mode = in.unsignedByte();
        if (mode != 0 && mode != 1) {
            throw in.corrupt("expected the mode of a mapping table, 0 or 1, found " + mode);
        }
        if (claimed < 0 || claimed > in.remaining()) {
            throw in.corrupt(Long.toUnsignedString(claimed) + " mappings are announced, but only " + in.remaining()
                    + " bytes are left of the record");
        }
        boolean dense = mode == 0;
        long[] locals = new long[(int) claimed];
        long[] globals = new long[(int) claimed];
        for (int i = 0; i < globals.length; i++) {
            locals[i] = dense ? i : in.compressed64();
            globals[i] = in.compressed64();
        }
        visitor.mapping(type, locals, globals, dense);
    }
}
