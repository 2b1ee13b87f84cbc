package org.tailback.trace.measured;

import java.util.List;
import org.tailback.output.Output;

/**
 * The recorded times of a run and those of its replay. Times are seconds; relative errors are (simulated - recorded)
 * / recorded, NaN where nothing was recorded.
 *
 * @param span from the first rank's first operation to the last rank's end of its last one, as recorded; NaN without
 *     operations
 * @param ranks in their order
 * @param calls kinds of calls and {@link #COMPUTE}, by name
 * @param clocks the evidence of the messages about the clocks of the recording
 */
public record MeasuredRun(double span, List<RankTime> ranks, List<CallTime> calls, ClockCheck.Result clocks) {
    /** The kind of computations. */
    public static final String COMPUTE = "compute";

    public MeasuredRun {
        ranks = List.copyOf(ranks);
        calls = List.copyOf(calls);
    }

    /**
     * Times of one rank.
     *
     * @param recorded sum of the recorded times of its calls and computations that are replayed
     * @param simulated time at which it finishes in the replay
     * @param leftOut recorded time between them, in calls that the replay leaves out, such as MPI_Init
     */
    public record RankTime(int rank, double recorded, double simulated, double leftOut) {
        /** Returns (simulated - recorded) / recorded. */
        @Output(after = "simulated")
        public double relativeError() {
            return error(recorded, simulated);
        }
    }

    /**
     * Times of one kind of calls, of all ranks together.
     *
     * @param kind such as MPI_Send, or {@link #COMPUTE}
     * @param count number of calls
     * @param recorded sum of their recorded times
     * @param simulated sum of their times in the replay
     */
    public record CallTime(String kind, long count, double recorded, double simulated) {
        /** Returns (simulated - recorded) / recorded. */
        @Output
        public double relativeError() {
            return error(recorded, simulated);
        }
    }

    /** Returns the largest recorded time of a rank, to be compared with the makespan. */
    @Output(after = "span")
    public double recorded() {
        return ranks.stream().mapToDouble(RankTime::recorded).max().orElse(Double.NaN);
    }

    /** Returns the makespan of the replay. */
    @Output(after = "recorded")
    public double simulated() {
        return ranks.stream().mapToDouble(RankTime::simulated).max().orElse(Double.NaN);
    }

    /** Returns (simulated - recorded) / recorded of the largest recorded time of a rank and the makespan. */
    @Output(after = "simulated")
    public double relativeError() {
        return error(recorded(), simulated());
    }

    private static double error(double recorded, double simulated) {
        return recorded > 0 ? (simulated - recorded) / recorded : Double.NaN;
    }
}
