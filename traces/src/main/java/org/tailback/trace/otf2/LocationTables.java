package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.otf2.RecordField.Reference;

/** The definition file of one location: the global ids of its local ids, and the correction of its clock. */
final class LocationTables implements LocationDefinitions.Visitor {
    /** The tables of global definitions, and of a location without a file: ids stand for themselves, clocks agree. */
    static final LocationTables NONE = new LocationTables();

    private final @Nullable Mapping[] mappings = new @Nullable Mapping[Reference.values().length];
    private long[] times = new long[2];
    private long[] offsets = new long[2];
    private int offsetCount;
    private ClockCorrection clock = ClockCorrection.NONE;

    private LocationTables() {}

    static LocationTables read(Path file, long chunkSize) {
        LocationTables tables = new LocationTables();
        if (Files.exists(file)) {
            LocationDefinitions.read(file, chunkSize, tables);
            tables.clock = ClockCorrection.of(tables.times, tables.offsets, tables.offsetCount);
        }
        return tables;
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
        /** Returns the mapping of a list of entries; the last one of an id counts. */
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

    @Override
    public void mapping(int type, long[] locals, long[] globals, boolean dense) {
        for (Reference reference : Reference.values()) {
            if (type == reference.mappingType) {
                mappings[reference.ordinal()] = dense ? new Mapping(null, globals) : Mapping.sparse(locals, globals);
            }
        }
    }

    @Override
    public void clockOffset(long time, long offset, double standardDeviation) {
        times = Columns.fit(times, offsetCount);
        offsets = Columns.fit(offsets, offsetCount);
        times[offsetCount] = time;
        offsets[offsetCount++] = offset;
    }
}
