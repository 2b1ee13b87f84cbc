package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;

/** The definition file of one location: the global ids of its local ids, and the correction of its clock. */
final class LocationTables {
    /** Of global definitions, and of a location without a file: ids stand for themselves, clocks agree. */
    static final LocationTables NONE = new Builder().build();

    private final @Nullable Mapping[] mappings;
    private final ClockCorrection clock;

    private LocationTables(@Nullable Mapping[] mappings, ClockCorrection clock) {
        this.mappings = mappings;
        this.clock = clock;
    }

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
        /** Of several entries of one id the last one counts. */
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

    private static final class Builder implements LocalDefinitions {
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
}
