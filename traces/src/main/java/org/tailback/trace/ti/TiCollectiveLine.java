package org.tailback.trace.ti;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.TextOutput;

/** Writes the keyword and arguments of collective operations: the counterpart of {@link TiCollectives}. */
final class TiCollectiveLine {
    private static final int BYTES = 6;
    private static final String WORK = "reduction work that no number of flop is exactly: written as the nearest one";

    private final TextOutput out;
    private final int rank;
    private final int ranks;
    private final WritingLosses losses;

    TiCollectiveLine(TextOutput out, int rank, int ranks, WritingLosses losses) {
        this.out = out;
        this.rank = rank;
        this.ranks = ranks;
        this.losses = losses;
    }

    void write(CollectiveCall call) {
        long bytes = checked(call.bytes());
        boolean atRoot = call.root() == rank;
        switch (call.kind()) {
            case BARRIER -> out.text("barrier");
            case BCAST -> out.text("bcast").number(bytes).number(call.root()).number(BYTES);
            case REDUCE ->
                work(out.text("reduce").number(bytes), call).number(call.root()).number(BYTES);
            case ALLREDUCE, SCAN, EXSCAN ->
                work(out.text(call.kind().label()).number(bytes), call).number(BYTES);
            case GATHER, SCATTER, ALLGATHER, ALLTOALL -> {
                out.text(call.kind().label()).number(bytes).number(bytes);
                if (call.kind().hasRoot()) {
                    out.number(call.root());
                }
                out.number(BYTES).number(BYTES);
            }
            case GATHERV -> {
                long[] counts = atRoot ? counts(call, call.receiveCounts()) : new long[ranks];
                out.text("gatherv").number(atRoot ? counts[rank] : bytes);
                list(counts).number(call.root()).number(BYTES).number(BYTES);
            }
            case SCATTERV -> {
                long[] counts = atRoot ? counts(call, call.sendCounts()) : new long[ranks];
                list(out.text("scatterv"), counts).number(atRoot ? counts[rank] : bytes);
                out.number(call.root()).number(BYTES).number(BYTES);
            }
            case ALLGATHERV -> {
                long[] counts = counts(call, call.receiveCounts());
                out.text("allgatherv").number(counts[rank]);
                list(counts).number(BYTES).number(BYTES);
            }
            case ALLTOALLV, ALLTOALLW -> {
                if (call.kind() == CollectiveCall.Kind.ALLTOALLW) {
                    losses.count("alltoallw: written as alltoallv");
                }
                long[] send = counts(call, call.sendCounts());
                long[] receive = counts(call, call.receiveCounts());
                out.text("alltoallv").number(sum(send));
                list(send).number(sum(receive));
                list(receive).number(BYTES).number(BYTES);
            }
            case REDUCE_SCATTER -> {
                list(out.text("reducescatter"), counts(call, call.sendCounts()));
                work(out, call).number(BYTES);
            }
            case REDUCE_SCATTER_BLOCK -> {
                losses.count("reducescatterblock: written as reducescatter with equal counts");
                long[] counts = new long[ranks];
                Arrays.fill(counts, bytes);
                list(out.text("reducescatter"), counts);
                work(out, call).number(BYTES);
            }
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                throw new IllegalStateException("expanded before: " + call.kind());
        }
        if (call.computeSeconds() > 0 && !hasWork(call.kind())) {
            losses.count(WORK);
        }
        out.character('\n');
    }

    private static boolean hasWork(CollectiveCall.Kind kind) {
        return switch (kind) {
            case REDUCE, ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> true;
            default -> false;
        };
    }

    static long checked(long bytes) {
        if (bytes > ActionLine.LARGEST_SIZE) {
            throw new InputException("A size of " + bytes + " bytes is more than the 2^53 that a TI trace can hold");
        }
        return bytes;
    }

    private TextOutput work(TextOutput line, CollectiveCall call) {
        double flops = TiFlops.of(call.computeSeconds());
        if (Double.isNaN(flops)) {
            losses.count(WORK);
            flops = TiFlops.nearest(call.computeSeconds());
        }
        return line.decimal(flops);
    }

    private long[] counts(CollectiveCall call, long @Nullable [] counts) {
        if (counts == null || counts.length != ranks) {
            throw new InputException("Rank " + rank + " performs " + call.kind().label()
                    + " without a size for each of " + ranks + " ranks");
        }
        return counts;
    }

    private TextOutput list(long[] counts) {
        return list(out, counts);
    }

    private static TextOutput list(TextOutput line, long[] counts) {
        for (long count : counts) {
            line.number(checked(count));
        }
        return line;
    }

    private static long sum(long[] counts) {
        return Arrays.stream(counts).reduce(0, Math::addExact);
    }
}
