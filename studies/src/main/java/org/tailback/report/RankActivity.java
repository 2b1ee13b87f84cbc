package org.tailback.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tailback.program.OperationKind;

/**
 * Activity of the ranks of a run over time. It contains every operation if there are few. Otherwise it contains the
 * kind of activity that takes most time, by time bin and group of neighbouring ranks. Memory does not depend on the
 * length of the run.
 */
final class RankActivity {
    /** Kinds of activity, in the order of the page's list. */
    enum Kind {
        COMPUTE,
        SEND,
        RECEIVE,
        WAIT,
        COLLECTIVE,
        OTHER;

        static Kind of(OperationKind kind) {
            return switch (kind) {
                case COMPUTE -> COMPUTE;
                case SEND, ISEND -> SEND;
                case RECV, IRECV -> RECEIVE;
                case WAIT, WAITALL, WAITANY, WAITSOME -> WAIT;
                case PROBE, IPROBE, FREE, CANCEL, START -> OTHER;
            };
        }
    }

    static final int BINS = 1000;
    /** Largest number of rows of one pixel each, so that a page shows all rows at once. */
    private static final int MOST_ROWS = 512;

    private static final int MOST_OPERATIONS = 40_000;
    private static final int KINDS = Kind.values().length;

    final RankGroups rows;
    final double binSeconds;
    private final float[] seconds;
    private final List<Operation> operations = new ArrayList<>();
    private boolean tooMany;

    /** An operation of a rank from its beginning to its end; kind and name are indices into the page's lists. */
    record Operation(int rank, int kind, int name, double begin, double end) {}

    /**
     * Creates the empty activity of a run.
     *
     * @param makespan makespan of the run, known from a first run, seconds
     */
    RankActivity(int ranks, double makespan) {
        rows = RankGroups.atMost(MOST_ROWS, ranks);
        binSeconds = Math.max(makespan, Double.MIN_NORMAL) / BINS;
        seconds = new float[rows.count() * BINS * KINDS];
        tooMany = rows.size() > 1;
    }

    /**
     * Adds an operation.
     *
     * @param ofName index into the page's list of names
     */
    void add(int ofRank, Kind ofKind, int ofName, double enter, double leave) {
        if (!(leave > enter)) {
            return;
        }
        int category = ofKind.ordinal();
        int row = rows.of(ofRank);
        int last = Math.min(BINS - 1, (int) (leave / binSeconds));
        for (int bin = Math.min(BINS - 1, (int) (enter / binSeconds)); bin <= last; bin++) {
            double inside = Math.min(leave, (bin + 1) * binSeconds) - Math.max(enter, bin * binSeconds);
            seconds[(row * BINS + bin) * KINDS + category] += (float) Math.max(0, inside);
        }
        if (tooMany) {
            return;
        }
        if (operations.size() == MOST_OPERATIONS) {
            tooMany = true;
            return;
        }
        operations.add(new Operation(ofRank, category, ofName, enter, leave));
    }

    boolean isExact() {
        return !tooMany;
    }

    /**
     * Returns two bytes per row and bin: the kind that takes most time, and its share of the ranks' time as a value
     * from 0 to 255 (all time).
     */
    byte[] cells() {
        byte[] cells = new byte[2 * rows.count() * BINS];
        for (int row = 0; row < rows.count(); row++) {
            double ranksOfRow = rows.sizeOf(row);
            for (int bin = 0; bin < BINS; bin++) {
                int cell = row * BINS + bin;
                int most = 0;
                for (int i = 1; i < KINDS; i++) {
                    if (seconds[cell * KINDS + i] > seconds[cell * KINDS + most]) {
                        most = i;
                    }
                }
                double share = seconds[cell * KINDS + most] / (binSeconds * ranksOfRow);
                cells[2 * cell] = (byte) most;
                cells[2 * cell + 1] = (byte) (share > 0 ? Math.max(1, Math.min(255, Math.round(255 * share))) : 0);
            }
        }
        return cells;
    }

    /** Returns the operations grouped by rank, in the order of time. Valid only if {@link #isExact}. */
    List<Operation> operations() {
        operations.sort(Comparator.comparingInt(Operation::rank));
        return operations;
    }
}
