package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the definition file of one location says: which global ids its local ids stand for, and how its clock went. */
final class LocationTables {
    /** Of global definitions, and of a location without a file: ids stand for themselves, clocks agree. */
    static final LocationTables NONE = new Builder().build();

    private final @Nullable IdTable[] mappings;
    private final ClockCorrection clock;

    private LocationTables(@Nullable IdTable[] mappings, ClockCorrection clock) {
        this.mappings = mappings;
        this.clock = clock;
    }

    /** Reads a file, if there is one. */
    static LocationTables read(Path file, long chunkSize) {
        if (!Files.exists(file)) {
            return NONE;
        }
        Builder builder = new Builder();
        LocalDefinitions.read(file, chunkSize, builder);
        return builder.build();
    }

    /** Returns the global id of a local one; itself where no table names it. */
    long global(Reference reference, long local) {
        IdTable mapping = mappings[reference.ordinal()];
        return mapping == null ? local : mapping.get(local, local);
    }

    /** Returns a time by the common clock. */
    long correct(long time) {
        return clock.correct(time);
    }

    private static final class Builder implements LocalDefinitions {
        private final @Nullable IdTable[] mappings = new @Nullable IdTable[Reference.COUNT];
        private long[] times = new long[2];
        private long[] offsets = new long[2];
        private int count;

        @Override
        public void mapping(int type, long[] locals, long[] globals, boolean dense) {
            if (type < Reference.COUNT) {
                // an id without an entry stands for itself: no one value can fill the gaps of a sparse table
                mappings[type] = dense ? IdTable.dense(globals) : IdTable.sparse(locals, globals, globals.length);
            }
        }

        @Override
        public void clockOffset(long time, long offset, double standardDeviation) {
            times = ChunkedFile.grown(times, count + 1);
            offsets = ChunkedFile.grown(offsets, count + 1);
            times[count] = time;
            offsets[count++] = offset;
        }

        LocationTables build() {
            return new LocationTables(mappings, ClockCorrection.of(times, offsets, count));
        }
    }
}
