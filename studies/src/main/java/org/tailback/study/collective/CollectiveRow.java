package org.tailback.study.collective;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.replication.Sample;
import org.tailback.replication.Share;
import org.tailback.study.collective.CollectiveStudy.Case;

/**
 * Prediction for one algorithm, number of ranks and size.
 *
 * @param of case whose time is predicted
 * @param ranksPerNode number of ranks per node; the largest number if nodes differ
 * @param times the makespans of all runs, seconds
 * @param factors ends of the interval of the time divided by the mean time, from the platform's residuals; null if the
 *     platform has no residuals for the row
 * @param late number of runs with at least one retransmission timeout
 * @param retransmissionTimeouts number of retransmission timeouts in the run with the first seed
 * @param closedForm times by the papers' formulas, by name, seconds; empty unless requested
 * @param insideNodes share of messages that stay on their node; NaN without messages
 * @param error reason for the failure; null if there is a time. After a failure, all values that depend on the time are
 *     NaN
 */
@Fields("algorithm ranks bytes time low high coverage retransmissionTimeouts closedForm variant jitterScale "
        + "replications minimum quantile05 median quantile95 maximum timeoutProbability timeoutProbabilityLow "
        + "timeoutProbabilityHigh ranksPerNode insideNodes error")
public record CollectiveRow(
        Case of,
        int ranksPerNode,
        Sample times,
        @Nullable Interval factors,
        Share late,
        long retransmissionTimeouts,
        Map<String, Double> closedForm,
        double insideNodes,
        @Nullable String error) {
    /** Relative difference below which times count as equal. */
    public static final double ROUNDING = 1e-12;

    static CollectiveRow failed(Case of, String error) {
        int ranksPerNode = of.variant().ranksPerNode();
        Share late = new Share(0, 1, true);
        return new CollectiveRow(of, ranksPerNode, Sample.NONE, null, late, 0, Map.of(), Double.NaN, error);
    }

    /** Returns the name of the network variant, usually the requested name of its loss model. */
    @Output(name = "loss")
    public String variant() {
        return of.variant().name();
    }

    /** Returns the strength of the jitter; 0 for none. */
    public double jitterScale() {
        return of.jitter().isNone() ? 0 : of.jitter().scale();
    }

    /** Returns the algorithm's name. */
    public String algorithm() {
        return of.algorithm();
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return of.ranks();
    }

    /**
     * Returns the size in bytes of the block that each rank sends to each other rank, or of the buffer (see {@link
     * org.tailback.collective.CollectiveProgram#calls}).
     */
    public long bytes() {
        return of.bytes();
    }

    /** Returns the mean of the makespans, seconds. */
    public double time() {
        return times.mean();
    }

    /**
     * Returns the lower end of the interval of the time; without residuals, the lower end of the mean's 95 % interval.
     */
    public double low() {
        return factors == null ? times.low() : factors.low() * times.low();
    }

    /**
     * Returns the upper end of the interval of the time; without residuals, the upper end of the mean's 95 % interval.
     */
    public double high() {
        return factors == null ? times.high() : factors.high() * times.high();
    }

    /** Returns the probability that the time is in the interval; NaN without residuals. */
    public double coverage() {
        return factors == null ? Double.NaN : factors.coverage();
    }

    /** Returns the number of runs. */
    public int replications() {
        return times.count();
    }

    /** Returns the shortest makespan. */
    public double minimum() {
        return times.minimum();
    }

    /** Returns the 5 % quantile of the makespans. */
    public double quantile05() {
        return times.quantile(0.05);
    }

    /** Returns the median makespan. */
    public double median() {
        return times.quantile(0.5);
    }

    /** Returns the 95 % quantile of the makespans. */
    public double quantile95() {
        return times.quantile(0.95);
    }

    /** Returns the longest makespan. */
    public double maximum() {
        return times.maximum();
    }

    /** Returns the share of runs with a retransmission timeout. */
    public double timeoutProbability() {
        return error == null ? late.value() : Double.NaN;
    }

    /** Returns the lower end of the 95 % interval of the timeout probability. */
    public double timeoutProbabilityLow() {
        return error == null ? late.low() : Double.NaN;
    }

    /** Returns the upper end of the 95 % interval of the timeout probability. */
    public double timeoutProbabilityHigh() {
        return error == null ? late.high() : Double.NaN;
    }

    /** Case in which algorithms compete: the same operation on the same network with any algorithm. */
    public record Contest(String variant, double jitterScale, int ranks, int ranksPerNode, long bytes) {
        /** Order by all properties, with the size last. */
        static final Comparator<Contest> ORDER = Comparator.comparing(Contest::variant)
                .thenComparing(Contest::jitterScale)
                .thenComparing(Contest::ranks)
                .thenComparing(Contest::ranksPerNode)
                .thenComparing(Contest::bytes);

        /** Returns the properties other than the size. */
        public Contest ofAnySize() {
            return new Contest(variant, jitterScale, ranks, ranksPerNode, 0);
        }
    }

    /** Returns the common properties of rows whose algorithms compete with each other. */
    public Contest contest() {
        return new Contest(variant(), jitterScale(), ranks(), ranksPerNode, bytes());
    }

    /** Returns the rows grouped by the case in which their algorithms compete, in the order of the list. */
    public static Map<Contest, List<CollectiveRow>> contests(List<CollectiveRow> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(CollectiveRow::contest, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the rows that no other row beats by more than the relative error, in ascending order of time. */
    public static List<CollectiveRow> best(List<CollectiveRow> rows, ToDoubleFunction<CollectiveRow> error) {
        double least = rows.stream().mapToDouble(CollectiveRow::time).min().orElse(0);
        return rows.stream()
                .filter(row -> row.time() <= least * (1 + error.applyAsDouble(row)))
                .sorted(Comparator.comparingDouble(CollectiveRow::time))
                .toList();
    }
}
