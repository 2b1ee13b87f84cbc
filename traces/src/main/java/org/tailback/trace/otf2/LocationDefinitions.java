package org.tailback.trace.otf2;

import java.nio.file.Path;

/** Reads the definition file of one location: its tables of ids, and the offsets of its clock. */
final class LocationDefinitions {
    private static final int MAPPING_TABLE = 5;
    private static final int CLOCK_OFFSET = 6;

    private LocationDefinitions() {}

    /** Receiver of the two kinds of records in such a file that matter: mapping tables and clock offsets. */
    interface Visitor {
        /**
         * Receives a table from local to global ids.
         *
         * @param type of the ids, see {@link Reference}; may be unknown
         * @param locals the local ids
         * @param globals their global ids
         */
        void mapping(int type, long[] locals, long[] globals);

        /**
         * Receives the offset of the location's clock from the common one.
         *
         * @param time by the location's clock, ticks, unsigned
         * @param offset to be added, ticks
         * @param standardDeviation of the offset, ticks
         */
        void clockOffset(long time, long offset, double standardDeviation);
    }

    static void read(Path file, long chunkSize, Visitor visitor) {
        ChunkedFile in = new ChunkedFile(file, chunkSize, 1024);
        for (int code = in.nextRecord(); code >= 0; code = in.nextRecord()) {
            in.beginRecord();
            if (code == MAPPING_TABLE) {
                in.load();
                readMapping(in, visitor);
            } else if (code == CLOCK_OFFSET) {
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
        long[] locals = new long[(int) claimed];
        long[] globals = new long[(int) claimed];
        for (int i = 0; i < globals.length; i++) {
            locals[i] = mode == 0 ? i : in.compressed64();
            globals[i] = in.compressed64();
        }
        visitor.mapping(type, locals, globals);
    }
}
