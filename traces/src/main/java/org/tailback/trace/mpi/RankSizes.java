package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The records of all ranks of the collective operations with a size per rank, of which each rank's record has
 * its own part only. All ranks are read once more when the first of them asks. Thread-safe.
 */
final class RankSizes {
    /** Numbers that are kept: 64 MiB. */
    private static final long MOST_NUMBERS = 1L << 23;

    private final Consumer<Table> reader;
    private @Nullable Table table;

    /** @param reader fills a table with the records of all ranks */
    RankSizes(Consumer<Table> reader) {
        this.reader = reader;
    }

    /**
     * Returns the ranks' records of an operation.
     *
     * @param number of the operation among those of its kind on the communicator, from 0
     * @return null if the record of a rank is missing
     */
    synchronized @Nullable Row row(Kind kind, Communicator communicator, int number) {
        Table known = table;
        if (known == null) {
            known = new Table();
            reader.accept(known);
            table = known;
        }
        return known.row(kind, communicator, number);
    }

    static final class Numbering {
        private final Map<Series, Integer> next = new HashMap<>();

        int next(Kind kind, Communicator communicator) {
            return next.merge(new Series(kind, communicator.number()), 1, Integer::sum) - 1;
        }
    }

    private record Series(Kind kind, int communicator) {}

    /** The records of all ranks, while they are read by one thread. */
    static final class Table {
        private final Map<Series, List<Row>> rows = new HashMap<>();
        private long numbers;

        void note(Kind kind, Communicator communicator, int number, int position, int ranks, long sent, long received) {
            List<Row> series = rows.computeIfAbsent(new Series(kind, communicator.number()), key -> new ArrayList<>());
            if (number == series.size()) {
                numbers += 2L * ranks;
                if (numbers > MOST_NUMBERS) {
                    return;
                }
                series.add(new Row(ranks));
            }
            if (number < series.size()) {
                series.get(number).note(position, sent, received);
            }
        }

        private @Nullable Row row(Kind kind, Communicator communicator, int number) {
            List<Row> series = rows.getOrDefault(new Series(kind, communicator.number()), List.of());
            return number < series.size() && series.get(number).isComplete() ? series.get(number) : null;
        }
    }

    /**
     * The sizes of one operation: those that the ranks of its communicator sent and received, as recorded, by position.
     */
    static final class Row {
        final long[] sent;
        final long[] received;
        private int missing;

        Row(int ranks) {
            sent = new long[ranks];
            received = new long[ranks];
            missing = ranks;
        }

        void note(int position, long out, long in) {
            if (out >= 0 && in >= 0) {
                sent[position] = out;
                received[position] = in;
                missing--;
            }
        }

        private boolean isComplete() {
            return missing == 0;
        }
    }
}
