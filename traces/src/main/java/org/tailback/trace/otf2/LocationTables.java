package org.tailback.trace.otf2;

import com.google.common.primitives.ImmutableLongArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import org.tailback.trace.io.IdTable;

/** Definition file of one location, which contains the global ids of its local ids, and the correction of its clock. */
final class LocationTables {
    /** Tables of a location without a definition file: its ids are global, and its clock is the common clock. */
    static final LocationTables NONE = new LocationTables();

    /** Kinds of ids that are translated, with the numbers of their tables. */
    enum Reference {
        REGION(3),
        COMMUNICATOR(6);

        private final int mappingType;

        Reference(int mappingType) {
            this.mappingType = mappingType;
        }
    }

    private static final int MAPPING_TABLE = 5;
    private static final int CLOCK_OFFSET = 6;

    /** Global ids by local ids. */
    private final EnumMap<Reference, IdTable<Long>> globals = new EnumMap<>(Reference.class);

    private ClockCorrection clock = ClockCorrection.NONE;

    private LocationTables() {}

    static LocationTables read(Path file, long chunkSize) {
        if (!Files.exists(file)) {
            return NONE;
        }
        LocationTables tables = new LocationTables();
        ImmutableLongArray.Builder times = ImmutableLongArray.builder();
        ImmutableLongArray.Builder offsets = ImmutableLongArray.builder();
        ChunkedFile in = new ChunkedFile(file, chunkSize, 1024);
        for (int code = in.nextRecord(); code >= 0; code = in.nextRecord()) {
            in.beginRecord();
            if (code == MAPPING_TABLE) {
                in.load();
                tables.readMapping(in);
            } else if (code == CLOCK_OFFSET) {
                in.load();
                times.add(in.fixed(8));
                offsets.add(in.compressed64());
            }
        }
        tables.clock = new ClockCorrection(times.build(), offsets.build());
        return tables;
    }

    private void readMapping(ChunkedFile in) {
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
        IdTable<Long> table = new IdTable<>();
        for (int i = 0; i < claimed; i++) {
            table.put(mode == 0 ? i : in.compressed64(), in.compressed64());
        }
        for (Reference reference : Reference.values()) {
            if (type == reference.mappingType) {
                globals.put(reference, table);
            }
        }
    }

    /** Returns the global id of a local id; the local id itself if no table contains it. */
    long global(Reference reference, long local) {
        IdTable<Long> table = globals.get(reference);
        Long global = table == null ? null : table.get(local);
        return global == null ? local : global;
    }

    long correct(long time) {
        return clock.correct(time);
    }
}
