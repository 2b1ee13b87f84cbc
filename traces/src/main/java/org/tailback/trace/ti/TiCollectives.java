package org.tailback.trace.ti;

import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.ti.TiCounts.Count;

/**
 * Reads what follows the keywords of collective operations. The order of the getters is the order of the words.
 *
 * @param computeSpeed flop/s, for the work of reductions
 */
record TiCollectives(ActionLine line, int rank, int ranks, int defaultDatatype, double computeSpeed, TiCounts counts) {

    CollectiveCall read(Keyword keyword) {
        return switch (keyword) {
            case BARRIER -> CollectiveCall.uniform(Kind.BARRIER, 0, 0);
            case BCAST -> bcast();
            case REDUCE -> reduction(Kind.REDUCE, true);
            case ALLREDUCE -> reduction(Kind.ALLREDUCE, false);
            case SCAN -> reduction(Kind.SCAN, false);
            case EXSCAN -> reduction(Kind.EXSCAN, false);
            case REDUCESCATTER -> reduceScatter();
            case GATHER -> uniform(Kind.GATHER, true);
            case SCATTER -> uniform(Kind.SCATTER, true);
            case ALLGATHER -> uniform(Kind.ALLGATHER, false);
            case ALLTOALL -> uniform(Kind.ALLTOALL, false);
            case GATHERV -> gatherv();
            case SCATTERV -> scatterv();
            case ALLGATHERV -> allgatherv();
            case ALLTOALLV -> alltoallv();
            default -> throw new IllegalArgumentException(keyword + " is no collective operation");
        };
    }

    /**
     * Returns true for a line of an operation with a count per rank that has too few of them for all ranks: it was
     * recorded in a communicator of fewer ranks.
     *
     * @param arguments how many words follow the keyword
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
            throw line.problem("the computation takes for ever at " + computeSpeed + " flop/s", "");
        }
        return seconds;
    }

    private CollectiveCall bcast() {
        long count = line.count("count");
        int root = line.root();
        return CollectiveCall.uniform(Kind.BCAST, root, size(count));
    }

    private CollectiveCall reduction(Kind kind, boolean rooted) {
        long count = line.count("count");
        double seconds = flops();
        int root = rooted ? line.root() : 0;
        return new CollectiveCall(kind, root, size(count), null, null, seconds);
    }

    private CollectiveCall reduceScatter() {
        long[] kept = plainCounts("receive count");
        double seconds = flops();
        long total = toBytes(kept, line.datatypeSize(defaultDatatype));
        return new CollectiveCall(Kind.REDUCE_SCATTER, 0, total, kept, null, seconds);
    }

    private CollectiveCall uniform(Kind kind, boolean rooted) {
        // the side that is not significant in MPI may have any recorded value
        long sendCount = line.signedCount("send-count");
        long receiveCount = line.signedCount("receive-count");
        int root = rooted ? line.root() : 0;
        int sendSize = line.datatypeSize(defaultDatatype);
        int receiveSize = line.datatypeSize(defaultDatatype);
        boolean receives = kind != Kind.GATHER || rank == root;
        boolean sends = kind != Kind.SCATTER || rank == root;
        if (sends && receives && sendCount * (double) sendSize != receiveCount * (double) receiveSize) {
            counts.count(Count.UNEQUAL_SIDES);
        }
        long count = sends ? sendCount : receiveCount;
        if (count < 0) {
            throw line.problem(
                    "expected a " + (sends ? "send" : "receive") + "-count of 0 or more, found " + count, "");
        }
        return CollectiveCall.uniform(kind, root, line.size(count, sends ? sendSize : receiveSize));
    }

    private CollectiveCall gatherv() {
        long sendCount = line.count("send-count");
        long[] receiveCounts = plainCounts("receive count");
        int root = line.root();
        int sendSize = line.datatypeSize(defaultDatatype);
        int receiveSize = line.datatypeSize(defaultDatatype);
        if (rank != root) {
            return CollectiveCall.uniform(Kind.GATHERV, root, line.size(sendCount, sendSize));
        }
        long total = toBytes(receiveCounts, receiveSize);
        return new CollectiveCall(Kind.GATHERV, root, total, null, receiveCounts, 0);
    }

    private CollectiveCall scatterv() {
        long[] sendCounts = plainCounts("send count");
        long receiveCount = line.count("receive-count");
        int root = line.root();
        int sendSize = line.datatypeSize(defaultDatatype);
        int receiveSize = line.datatypeSize(defaultDatatype);
        if (rank != root) {
            return CollectiveCall.uniform(Kind.SCATTERV, root, line.size(receiveCount, receiveSize));
        }
        long total = toBytes(sendCounts, sendSize);
        return new CollectiveCall(Kind.SCATTERV, root, total, sendCounts, null, 0);
    }

    private CollectiveCall allgatherv() {
        long sendCount = line.count("send-count");
        long[] receiveCounts = plainCounts("receive count");
        // nothing | [sdt] [rdt] | P displacements | sdt rdt and P displacements: only their number distinguishes
        // them
        int rest = line.remaining();
        boolean onlyDisplacements = rest > 2 && rest <= ranks;
        int sendSize = onlyDisplacements ? line.defaultSize(defaultDatatype) : line.datatypeSize(defaultDatatype);
        int receiveSize = onlyDisplacements ? sendSize : line.datatypeSize(defaultDatatype);
        if (rest > 2) {
            line.skip(ranks);
        }
        if (sendCount * (double) sendSize != receiveCounts[rank] * (double) receiveSize) {
            counts.count(Count.UNEQUAL_SIDES);
        }
        return new CollectiveCall(Kind.ALLGATHERV, 0, toBytes(receiveCounts, receiveSize), null, receiveCounts, 0);
    }

    private CollectiveCall alltoallv() {
        line.signedCount("send-buffer-size");
        long[] sendCounts = plainCounts("send count");
        line.signedCount("receive-buffer-size");
        long[] receiveCounts = plainCounts("receive count");
        long total = toBytes(sendCounts, line.datatypeSize(defaultDatatype));
        toBytes(receiveCounts, line.datatypeSize(defaultDatatype));
        return new CollectiveCall(Kind.ALLTOALLV, 0, total, sendCounts, receiveCounts, 0);
    }

    private double flops() {
        double seconds = seconds(line, computeSpeed);
        if (seconds > 0) {
            counts.count(Count.FLOPS);
        }
        return seconds;
    }

    private long size(long count) {
        return line.size(count, line.datatypeSize(defaultDatatype));
    }

    private long[] plainCounts(String name) {
        long[] found = new long[ranks];
        for (int i = 0; i < ranks; i++) {
            found[i] = line.plainCount(name);
        }
        return found;
    }

    private long toBytes(long[] elements, int elementSize) {
        long sum = 0;
        for (int i = 0; i < elements.length; i++) {
            elements[i] = line.size(elements[i], elementSize);
            sum = line.size(sum + elements[i], 1);
        }
        return sum;
    }
}
