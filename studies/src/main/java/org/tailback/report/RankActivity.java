package org.tailback.report;

import java.io.IOException;
import java.util.Arrays;
import org.tailback.program.OperationKind;

/**
 * What the ranks of a run do over time: every operation as long as there are few, otherwise for rows of equally many
 * neighbouring ranks and bins of time what takes most of it. Memory does not depend on the length of the run.
 */
final class RankActivity {
    /** In the order of the page's list of kinds. */
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
                case PROBE, FREE, CANCEL, START -> OTHER;
            };
        }
    }

    static final int BINS = 1000;
    /** One pixel each, so that a page shows all at once. */
    private static final int MOST_ROWS = 512;

    private static final int MOST_OPERATIONS = 40_000;
    private static final int KINDS = Kind.values().length;

    private final int ranks;
    private final int ranksPerRow;
    private final int rows;
    private final double binSeconds;
    private final float[] seconds;
    private int count;
    private boolean tooMany;
    private int[] rank = new int[256];
    private byte[] kind = new byte[256];
    private int[] name = new int[256];
    private double[] begin = new double[256];
    private double[] end = new double[256];

    /** @param makespan of the run, which is known from a first one, seconds */
    RankActivity(int ranks, double makespan) {
        this.ranks = ranks;
        ranksPerRow = (ranks + MOST_ROWS - 1) / MOST_ROWS;
        rows = (ranks + ranksPerRow - 1) / ranksPerRow;
        binSeconds = Math.max(makespan, Double.MIN_NORMAL) / BINS;
        seconds = new float[rows * BINS * KINDS];
        tooMany = ranksPerRow > 1;
    }

    /** @param name a number that the page has a word for */
    void add(int ofRank, Kind ofKind, int ofName, double enter, double leave) {
        if (!(leave > enter)) {
            return;
        }
        int category = ofKind.ordinal();
        int row = ofRank / ranksPerRow;
        int last = Math.min(BINS - 1, (int) (leave / binSeconds));
        for (int bin = Math.min(BINS - 1, (int) (enter / binSeconds)); bin <= last; bin++) {
            double inside = Math.min(leave, (bin + 1) * binSeconds) - Math.max(enter, bin * binSeconds);
            seconds[(row * BINS + bin) * KINDS + category] += (float) Math.max(0, inside);
        }
        if (tooMany) {
            return;
        }
        if (count == MOST_OPERATIONS) {
            tooMany = true;
            return;
        }
        if (count == rank.length) {
            rank = Arrays.copyOf(rank, 2 * count);
            kind = Arrays.copyOf(kind, 2 * count);
            name = Arrays.copyOf(name, 2 * count);
            begin = Arrays.copyOf(begin, 2 * count);
            end = Arrays.copyOf(end, 2 * count);
        }
        rank[count] = ofRank;
        kind[count] = (byte) category;
        name[count] = ofName;
        begin[count] = enter;
        end[count] = leave;
        count++;
    }

    /** True if every operation is there. */
    boolean isExact() {
        return !tooMany;
    }

    double binSeconds() {
        return binSeconds;
    }

    int rows() {
        return rows;
    }

    /** How many neighbouring ranks a row stands for; fewer in the last one if they do not divide the ranks. */
    int ranksPerRow() {
        return ranksPerRow;
    }

    /** The ranks of a row: {@code 7}, or {@code 16-31}. */
    String rowName(int row) {
        int first = row * ranksPerRow;
        int last = Math.min(ranks, first + ranksPerRow) - 1;
        return first == last ? Integer.toString(first) : first + "-" + last;
    }

    /** For every row and bin two bytes: the kind that takes most time, and its share of the ranks' time, 255 for all. */
    byte[] cells() {
        byte[] cells = new byte[2 * rows * BINS];
        for (int row = 0; row < rows; row++) {
            double ranksOfRow = Math.min(ranks, (row + 1) * ranksPerRow) - row * ranksPerRow;
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

    /** The operations, those of a rank together and in the order of time; only if {@link #isExact}. */
    void forEach(OperationConsumer consumer) throws IOException {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> rank[a] != rank[b] ? Integer.compare(rank[a], rank[b]) : Integer.compare(a, b));
        for (int i : order) {
            consumer.operation(rank[i], kind[i], name[i], begin[i], end[i]);
        }
    }

    /** Receives operations. */
    @FunctionalInterface
    interface OperationConsumer {
        void operation(int rank, int kind, int name, double begin, double end) throws IOException;
    }
}
