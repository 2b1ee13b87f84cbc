package org.tailback.trace.ti;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.TextOutput;

/** Writer of the keyword and arguments of collective operations; the counterpart of {@link TiCollectives}. */
record TiCollectiveLine(TextOutput out, int rank, int ranks, WritingLosses losses) {
    private static final double SPEED = TraceOptions.ASSUMED_COMPUTE_SPEED;
    /** Precision of the shortest amount: more digits are rounding errors of the product of time and speed. */
    private static final MathContext FEW_DIGITS = new MathContext(15);

    private static final String WORK = "reduction work that is not an exact number of flop: rounded";

    void write(CollectiveCall call) {
        Keyword keyword = keyword(call.kind());
        long[] send = call.sendCounts();
        long[] receive = call.receiveCounts();
        switch (call.kind()) {
            case GATHERV -> receive = call.root() == rank ? counts(call, receive) : null;
            case SCATTERV -> send = call.root() == rank ? counts(call, send) : null;
            case ALLGATHERV -> receive = counts(call, receive);
            case ALLTOALLV, ALLTOALLW -> {
                send = counts(call, send);
                receive = counts(call, receive);
            }
            case REDUCE_SCATTER -> receive = counts(call, send);
            case REDUCE_SCATTER_BLOCK -> {
                receive = new long[ranks];
                Arrays.fill(receive, checked(call.bytes()));
            }
            default -> {
                // one size
            }
        }
        out.text(keyword.word);
        for (String argument : keyword.form) {
            switch (argument) {
                case "count" -> out.number(checked(call.bytes()));
                case "send-count" -> out.number(own(call, receive));
                case "receive-count" -> out.number(own(call, send));
                case "send-counts" -> list(send);
                case "receive-counts" -> list(receive);
                case "send-buffer-size" -> out.number(sum(send));
                case "receive-buffer-size" -> out.number(sum(receive));
                case "flops" -> work(call.computeSeconds());
                case "root" -> out.number(call.root());
                case "datatype", "send-datatype", "receive-datatype" -> out.number(Datatype.BYTE);
                default -> {
                    // the number of ranks, and displacements, which are omitted
                }
            }
        }
        if (call.computeSeconds() > 0 && !keyword.form.contains("flops")) {
            losses.count(WORK);
        }
        out.character('\n');
    }

    private Keyword keyword(CollectiveCall.Kind kind) {
        return switch (kind) {
            case ALLTOALLW -> {
                losses.count("alltoallw: written as alltoallv");
                yield Keyword.ALLTOALLV;
            }
            case REDUCE_SCATTER_BLOCK -> {
                losses.count("reducescatterblock: written as reducescatter with equal counts");
                yield Keyword.REDUCESCATTER;
            }
            default -> Keyword.valueOf(kind.name().replace("_", ""));
        };
    }

    /** Returns the size of the rank's own block. */
    private long own(CollectiveCall call, long @Nullable [] counts) {
        return checked(counts == null ? call.bytes() : counts[rank]);
    }

    static long checked(long bytes) {
        if (bytes > ActionLine.LARGEST_SIZE) {
            throw new InputException("A size of " + bytes + " bytes is more than the 2^53 that a TI trace can hold");
        }
        return bytes;
    }

    private void work(double seconds) {
        double flops = flops(seconds);
        losses.count(Double.isNaN(flops) ? 1 : 0, WORK);
        out.decimal(Double.isNaN(flops) ? seconds * SPEED : flops);
    }

    /**
     * Returns the amount of computation in flop that takes exactly the given time at the speed assumed by readers, with
     * few digits if possible; NaN if there is no such amount.
     */
    static double flops(double seconds) {
        double flops = seconds * SPEED;
        boolean isWhole = flops == Math.rint(flops);
        double rounded =
                isWhole ? flops : new BigDecimal(flops).round(FEW_DIGITS).doubleValue();
        for (double candidate : new double[] {rounded, flops, Math.nextUp(flops), Math.nextDown(flops)}) {
            if (candidate / SPEED == seconds) {
                return candidate;
            }
        }
        return Double.NaN;
    }

    private long[] counts(CollectiveCall call, long @Nullable [] counts) {
        if (counts == null || counts.length != ranks) {
            throw new InputException("Rank " + rank + " performs " + call.kind().label()
                    + " without a size for each of " + ranks + " ranks");
        }
        return counts;
    }

    /** Writes one size per rank; 0 for all ranks if the sizes are not significant. */
    private void list(long @Nullable [] counts) {
        for (long count : counts == null ? new long[ranks] : counts) {
            out.number(checked(count));
        }
    }

    private static long sum(long @Nullable [] counts) {
        return Arrays.stream(Objects.requireNonNull(counts)).reduce(0, Math::addExact);
    }
}
