package org.tailback.study.collective;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.replication.Sample;
import org.tailback.replication.Share;

/**
 * The prediction for one algorithm, number of ranks and size.
 *
 * @param variant the loss model, as the user named it
 * @param jitterScale how strong the jitter was; 0 for none
 * @param algorithm its name
 * @param ranks number of ranks
 * @param ranksPerNode ranks of a node, the most if nodes differ
 * @param bytes block that each rank sends to each other one, or the buffer (see
 *     {@link org.tailback.collective.CollectiveProgram#calls}), bytes
 * @param times the makespans of all runs, seconds
 * @param factors of their mean, between which it lies by the platform's residuals; null if it has none for the row
 * @param late in how many runs there was at least one retransmission timeout
 * @param retransmissionTimeouts of the run with the first seed
 * @param closedForm the papers' formulas by name, seconds; empty unless requested
 * @param insideNodes share of messages inside nodes; NaN without messages
 * @param error why there is no time: all that depends on it is NaN; null if there is one
 */
@Fields("algorithm ranks bytes time low high coverage retransmissionTimeouts closedForm variant jitterScale "
        + "replications minimum quantile05 median quantile95 maximum timeoutProbability timeoutProbabilityLow "
        + "timeoutProbabilityHigh ranksPerNode insideNodes error")
public record CollectiveRow(
        @Output(name = "loss") String variant,
        double jitterScale,
        String algorithm,
        int ranks,
        int ranksPerNode,
        long bytes,
        Sample times,
        @Nullable Interval factors,
        Share late,
        long retransmissionTimeouts,
        Map<String, Double> closedForm,
        double insideNodes,
        @Nullable String error) {
    public CollectiveRow {
        closedForm = ImmutableMap.copyOf(closedForm);
    }

    static CollectiveRow failed(CollectiveStudy.Case of, String error) {
        return new CollectiveRow(
                of.variant().name(),
                of.jitter().isNone() ? 0 : of.jitter().scale(),
                of.algorithm(),
                of.ranks(),
                of.variant().ranksPerNode(),
                of.bytes(),
                Sample.NONE,
                null,
                new Share(0, 1, true),
                0,
                Map.of(),
                Double.NaN,
                error);
    }

    /** Returns the mean of the makespans, seconds. */
    public double time() {
        return times.mean();
    }

    /** Returns the lower end of the interval of the time; without residuals of the 95 % interval of the mean. */
    public double low() {
        return factors == null ? times.low() : factors.low() * times.low();
    }

    /** Returns the upper end of the interval of the time; without residuals of the 95 % interval of the mean. */
    public double high() {
        return factors == null ? times.high() : factors.high() * times.high();
    }

    /** Returns the probability that the time lies in the interval; NaN without residuals. */
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

    /** Returns the makespan that one of twenty runs falls below. */
    public double quantile05() {
        return times.quantile(0.05);
    }

    /** Returns the median makespan. */
    public double median() {
        return times.quantile(0.5);
    }

    /** Returns the makespan that one of twenty runs exceeds. */
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

    /** Returns the lower end of its 95 % interval. */
    public double timeoutProbabilityLow() {
        return error == null ? late.low() : Double.NaN;
    }

    /** Returns the upper end of its 95 % interval. */
    public double timeoutProbabilityHigh() {
        return error == null ? late.high() : Double.NaN;
    }

    /** Returns the common properties of rows whose algorithms compete with each other. */
    public Contest contest() {
        return new Contest(variant, jitterScale, ranks, ranksPerNode, bytes);
    }

    /** Returns the positions of rows in a list by the case in which they compete, in the order of the list. */
    public static Map<Contest, List<Integer>> contests(List<CollectiveRow> rows) {
        return IntStream.range(0, rows.size())
                .boxed()
                .collect(Collectors.groupingBy(i -> rows.get(i).contest(), LinkedHashMap::new, Collectors.toList()));
    }

    /** The same operation on the same network, by whatever algorithm. */
    public record Contest(String variant, double jitterScale, int ranks, int ranksPerNode, long bytes) {}
}
