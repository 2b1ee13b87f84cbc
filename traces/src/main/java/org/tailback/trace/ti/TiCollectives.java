package org.tailback.trace.ti;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.ti.TiCounts.Count;

/** Reader of the arguments of a collective operation, in the order of {@link Keyword#form}. */
final class TiCollectives {
    private final ActionLine line;
    private final int rank;
    private final int ranks;
    private final int defaultDatatype;
    private final double computeSpeed;
    private final TiCounts counts;

    private long sent;
    private long received;
    private long @Nullable [] sentToEach;
    private long @Nullable [] receivedFromEach;
    private int sendSize;
    private int receiveSize;
    private int root;
    private double seconds;

    /**
     * Creates a reader.
     *
     * @param computeSpeed compute speed for the work of reductions, flop/s
     */
    TiCollectives(ActionLine line, int rank, int ranks, int defaultDatatype, double computeSpeed, TiCounts counts) {
        this.line = line;
        this.rank = rank;
        this.ranks = ranks;
        this.defaultDatatype = defaultDatatype;
        this.computeSpeed = computeSpeed;
        this.counts = counts;
    }

    CollectiveCall read(Keyword keyword) {
        Kind kind = keyword.collective();
        // of allgatherv, nothing | [sdt] [rdt] | P displacements | sdt rdt and P displacements: distinguished only
        // by the number of words
        int rest = 0;
        for (String argument : keyword.form) {
            if (argument.equals("send-datatype")) {
                rest = kind == Kind.ALLGATHERV ? line.remaining() : 0;
            }
            read(argument, kind, rest);
        }
        boolean sends = kind != Kind.SCATTER && kind != Kind.SCATTERV || rank == root;
        boolean receives = kind != Kind.GATHER && kind != Kind.GATHERV || rank == root;
        checkSides(kind, sends && receives);
        long[] out = sends ? sentToEach : null;
        long[] in = receives ? receivedFromEach : null;
        long ofOut = toBytes(out, sendSize);
        long ofIn = toBytes(in, receiveSize);
        long bytes = out != null ? ofOut : in != null ? ofIn : size(sends);
        return new CollectiveCall(kind, root, bytes, out, in, seconds);
    }

    private void read(String argument, Kind kind, int rest) {
        boolean onlyDisplacements = rest > 2 && rest <= ranks;
        switch (argument) {
            case "count" -> sent = line.count(argument);
            case "send-count" -> sent = line.signedCount(argument);
            case "receive-count" -> received = line.signedCount(argument);
            case "send-buffer-size", "receive-buffer-size" -> line.signedCount(argument);
            case "send-counts" -> sentToEach = plainCounts("send count");
            case "receive-counts" -> {
                long[] each = plainCounts("receive count");
                sentToEach = kind == Kind.REDUCE_SCATTER ? each : sentToEach;
                receivedFromEach = kind == Kind.REDUCE_SCATTER ? null : each;
            }
            case "flops" -> {
                seconds = seconds(line, computeSpeed);
                counts.count(Count.FLOPS, seconds > 0 ? 1 : 0);
            }
            case "root" -> root = line.root();
            case "datatype", "send-datatype" ->
                sendSize = onlyDisplacements ? line.defaultSize(defaultDatatype) : line.datatypeSize(defaultDatatype);
            case "receive-datatype" -> receiveSize = onlyDisplacements ? sendSize : line.datatypeSize(defaultDatatype);
            case "displacements" -> line.skip(rest > 2 ? ranks : 0);
            default -> {
                // number of ranks
            }
        }
    }

    private void checkSides(Kind kind, boolean both) {
        boolean unequal = switch (kind) {
            case GATHER, SCATTER, ALLGATHER, ALLTOALL ->
                both && sent * (double) sendSize != received * (double) receiveSize;
            case ALLGATHERV ->
                receivedFromEach != null && sent * (double) sendSize != receivedFromEach[rank] * (double) receiveSize;
            default -> false;
        };
        counts.count(Count.UNEQUAL_SIDES, unequal ? 1 : 0);
    }

    /** Returns the size of one buffer. The count that is not significant in MPI may have any recorded value. */
    private long size(boolean sends) {
        long count = sends ? sent : received;
        if (count < 0) {
            throw line.problem("expected a " + (sends ? "send" : "receive") + "-count, 0 or more, found " + count, "");
        }
        return line.size(count, sends ? sendSize : receiveSize);
    }

    /**
     * Returns whether the line of an operation with a count per rank has too few counts for all ranks: such an
     * operation was recorded in a communicator of fewer ranks.
     *
     * @param arguments number of words after the keyword
     */
    static boolean isOfFewerRanks(Keyword keyword, int arguments, int ranks) {
        return switch (keyword) {
            case GATHERV, SCATTERV, ALLGATHERV, REDUCESCATTER -> arguments >= 2 && arguments < ranks + 1;
            case ALLTOALLV -> arguments >= 4 && arguments % 2 == 0 && arguments < 2 * ranks + 2;
            default -> false;
        };
    }

    static double seconds(ActionLine line, double computeSpeed) {
        double seconds = line.amount("number of flops") / computeSpeed;
        if (seconds == Double.POSITIVE_INFINITY) {
            throw line.problem("the computation is too long to represent at " + computeSpeed + " flop/s", "");
        }
        return seconds;
    }

    private long[] plainCounts(String name) {
        long[] found = new long[ranks];
        for (int i = 0; i < ranks; i++) {
            found[i] = line.plainCount(name);
        }
        return found;
    }

    /** Converts counts to bytes; returns their sum. */
    private long toBytes(long @Nullable [] elements, int elementSize) {
        long sum = 0;
        for (int i = 0; elements != null && i < elements.length; i++) {
            elements[i] = line.size(elements[i], elementSize);
            sum = line.size(sum + elements[i], 1);
        }
        return sum;
    }
}
