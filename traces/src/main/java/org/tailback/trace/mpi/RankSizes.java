package org.tailback.trace.mpi;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Records of all ranks for the collective operations with a size per rank. A rank's record contains only the size of
 * its own block. All ranks are read once more when such a record is requested for the first time. Thread-safe.
 */
final class RankSizes {
    /** Largest number of sizes that are kept: 64 MiB. */
    private static final long MOST_NUMBERS = 1L << 23;

    private final Consumer<Table> reader;
    private @Nullable Table table;

    /**
     * Creates an empty table.
     *
     * @param reader function that fills a table with the records of all ranks
     */
    RankSizes(Consumer<Table> reader) {
        this.reader = reader;
    }

    /**
     * Identity of an operation.
     *
     * @param communicator number of the communicator
     * @param number index of the operation among the operations of its kind on the communicator, from 0
     */
    record Operation(Kind kind, int communicator, int number) {}

    /** Returns the ranks' records of an operation; null if the record of a rank is missing. */
    synchronized @Nullable Row row(Operation operation) {
        Table known = table;
        if (known == null) {
            known = new Table();
            reader.accept(known);
            table = known;
        }
        Row row = known.rows.get(operation);
        return row == null || row.missing > 0 ? null : row;
    }

    /** Table of the records of all ranks, while one thread reads them. */
    static final class Table {
        private final Map<Operation, Row> rows = new HashMap<>();
        private long numbers;

        /** Adds the record of the rank at a position of a communicator of {@code ranks}. */
        void note(Operation operation, int position, int ranks, CollectiveRecord record) {
            Row row = rows.get(operation);
            if (row == null) {
                numbers += 2L * ranks;
                if (numbers > MOST_NUMBERS) {
                    return;
                }
                row = new Row(ranks);
                rows.put(operation, row);
            }
            if (record.sent() >= 0 && record.received() >= 0) {
                row.sent[position] = record.sent();
                row.received[position] = record.received();
                row.missing--;
            }
        }
    }

    /** Sizes of one operation that the ranks of its communicator sent and received, as recorded, by position. */
    static final class Row {
        final long[] sent;
        final long[] received;
        private int missing;

        Row(int ranks) {
            sent = new long[ranks];
            received = new long[ranks];
            missing = ranks;
        }
    }
}
