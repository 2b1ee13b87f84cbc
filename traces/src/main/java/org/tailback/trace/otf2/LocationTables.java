package org.tailback.trace.otf2;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import org.tailback.columns.Columns;
import org.tailback.trace.io.IdTable;
import org.tailback.trace.otf2.RecordField.Reference;

/** The definition file of one location: the global ids of its local ids, and the correction of its clock. */
final class LocationTables implements LocationDefinitions.Visitor {
    /** The tables of global definitions, and of a location without a file: ids stand for themselves, clocks agree. */
    static final LocationTables NONE = new LocationTables();

    /** Global ids by local ids. */
    private final EnumMap<Reference, IdTable<Long>> globals = new EnumMap<>(Reference.class);

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
        IdTable<Long> table = globals.get(reference);
        Long global = table == null ? null : table.get(local);
        return global == null ? local : global;
    }

    long correct(long time) {
        return clock.correct(time);
    }

    @Override
    public void mapping(int type, long[] locals, long[] itsGlobals) {
        for (Reference reference : Reference.values()) {
            if (type == reference.mappingType) {
                IdTable<Long> table = new IdTable<>();
                for (int i = 0; i < locals.length; i++) {
                    table.put(locals[i], itsGlobals[i]);
                }
                globals.put(reference, table);
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
