package org.tailback.trace.measured;

import java.util.List;
import org.tailback.output.Output;

/**
 * Recorded times of a run and times of its replay. Times are in seconds; relative errors are (simulated - recorded) /
 * recorded, NaN for a recorded time of 0.
 *
 * @param span recorded time from the beginning of the first operation of any rank to the end of the last operation; NaN
 *     without operations
 * @param ranks times of the ranks in their order
 * @param calls times of kinds of calls and of {@link #COMPUTE}, by name
 * @param clocks result of the check of the recording's clocks by the messages
 */
public record MeasuredRun(double span, List<RankTime> ranks, List<CallTime> calls, ClockCheck.Result clocks) {
    /** Name of the kind of computations. */
    public static final String COMPUTE = "compute";

    public MeasuredRun {
        ranks = List.copyOf(ranks);
        calls = List.copyOf(calls);
    }

    /**
     * Times of one rank.
     *
     * @param recorded sum of the recorded times of the rank's calls and computations that are replayed
     * @param simulated time at which the rank finishes in the replay
     * @param leftOut recorded time in calls that the replay omits, such as MPI_Init
     */
    public record RankTime(int rank, double recorded, double simulated, double leftOut) {
        /** Returns (simulated - recorded) / recorded. */
        @Output(after = "simulated")
        public double relativeError() {
            return error(recorded, simulated);
        }
    }

    /**
     * Times of one kind of calls, summed over all ranks.
     *
     * @param kind name of the kind, such as MPI_Send, or {@link #COMPUTE}
     * @param count number of calls
     * @param recorded sum of the recorded times of these calls
     * @param simulated sum of the times of these calls in the replay
     */
    public record CallTime(String kind, long count, double recorded, double simulated) {
        /** Returns (simulated - recorded) / recorded. */
        @Output
        public double relativeError() {
            return error(recorded, simulated);
        }
    }

    /** Returns the largest recorded time of a rank, for comparison with the makespan. */
    @Output(after = "span")
    public double recorded() {
        return ranks.stream().mapToDouble(RankTime::recorded).max().orElse(Double.NaN);
    }

    /** Returns the makespan of the replay. */
    @Output(after = "recorded")
    public double simulated() {
        return ranks.stream().mapToDouble(RankTime::simulated).max().orElse(Double.NaN);
    }

    /** Returns (simulated - recorded) / recorded, for the largest recorded time of a rank and the makespan. */
    @Output(after = "simulated")
    public double relativeError() {
        return error(recorded(), simulated());
    }

    private static double error(double recorded, double simulated) {
        return recorded > 0 ? (simulated - recorded) / recorded : Double.NaN;
    }
}
