package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.stability.Internal;

/**
 * Prediction of a replay. Times are in seconds, sizes in bytes. The duration equals {@code makespan - started}, apart
 * from rounding if a host's clock is large.
 *
 * @param makespan instant at which the last rank finished, on the clock of the run
 * @param interval interval of the makespan; null if the platform has no residuals for it
 * @param ranks results of the ranks, in the order of ranks
 * @param traffic totals of all messages
 * @param conflicts conflicts of the messages
 * @param models models and seed of the prediction
 * @param warnings approximations and omissions, one sentence each
 * @param messagesInsideNodes number of messages inside a node, including messages of a rank to itself
 * @param losses seconds lost by all messages
 * @param pairs losses of each pair of ranks, in descending order of the total; empty unless the replay was built with
 *     pair statistics
 * @param timeouts the first {@value #MOST_TIMEOUTS} retransmission timeouts of messages that were delivered, in the
 *     order in which they began
 * @param started instant at which the replay started, on the clock of the run; 0 on the replay's own clock
 * @param duration time from the program's start to the finish of its last rank, seconds, >= 0
 * @param failure failure that ended the replay early, like the abort of an MPI job; empty if all ranks finished. After
 *     a failure, {@code makespan} is its instant, which is also the finish of each rank that had not finished (in a
 *     schedule, the finish of such a rank is the end of its last operation)
 */
public record ReplayResult(
        double makespan,
        @Inline @Nullable Interval interval,
        List<RankResult> ranks,
        @Inline Traffic traffic,
        Conflicts conflicts,
        @Inline Models models,
        List<String> warnings,
        long messagesInsideNodes,
        @Inline Losses losses,
        @Output(most = MOST_PAIRS) List<PairResult> pairs,
        List<Timeout> timeouts,
        double started,
        double duration,
        @NoOutput Optional<Failure> failure) {
    /** Largest number of timeouts that {@link #timeouts} lists. */
    public static final int MOST_TIMEOUTS = 10_000;

    private static final int MOST_PAIRS = 1000;

    /**
     * Totals of the messages of a replay.
     *
     * @param messages number of all messages sent
     * @param bytes sum of the sizes of these messages
     * @param averagePenalty mean over all messages between nodes, weighted by size, of the time in the network divided
     *     by the contention-free time; 1 without such messages
     * @param retransmissionTimeouts number of messages that waited for a retransmission timeout
     */
    public record Traffic(long messages, long bytes, double averagePenalty, long retransmissionTimeouts) {}

    /**
     * Names of the models of a replay.
     *
     * @param model name of the bandwidth-sharing model
     * @param cost name of the message cost
     * @param loss name of the loss model
     * @param seed seed of all random numbers in the run
     */
    public record Models(String model, String cost, String loss, long seed) {}

    /**
     * Seconds lost by the messages, summed over the messages.
     *
     * @param lostToContention seconds for which messages between nodes were in the network beyond their contention-free
     *     time, summed over the messages; retransmission timeouts are excluded
     * @param lostToTimeouts seconds for which messages waited for retransmission timeouts, summed over the messages,
     *     >= 0
     */
    public record Losses(double lostToContention, double lostToTimeouts) {}

    @Internal
    public ReplayResult {
        ranks = immutable(ranks);
        pairs = immutable(pairs);
        timeouts = ImmutableList.copyOf(timeouts);
        warnings = ImmutableList.copyOf(warnings);
    }

    private static <E> List<E> immutable(List<E> list) {
        return list instanceof ResultColumns<E> ? list : ImmutableList.copyOf(list);
    }

    /** Returns the number of all pairs. */
    @Output(after = "pairs")
    public int pairsInAll() {
        return pairs.size();
    }

    /** Returns the number of all timeouts. */
    @Output(after = "timeouts")
    public long timeoutsInAll() {
        return traffic.retransmissionTimeouts;
    }

    /** Returns the share of messages that stay inside nodes; NaN without messages. */
    public double shareInsideNodes() {
        return traffic.messages == 0 ? Double.NaN : (double) messagesInsideNodes / traffic.messages;
    }

    /** Returns a copy with other warnings. */
    public ReplayResult withWarnings(List<String> other) {
        return with(interval, other);
    }

    /** Returns a copy with another interval. */
    public ReplayResult withInterval(@Nullable Interval other) {
        return with(other, warnings);
    }

    private ReplayResult with(@Nullable Interval otherInterval, List<String> otherWarnings) {
        return new ReplayResult(
                makespan,
                otherInterval,
                ranks,
                traffic,
                conflicts,
                models,
                otherWarnings,
                messagesInsideNodes,
                losses,
                pairs,
                timeouts,
                started,
                duration,
                failure);
    }
}
