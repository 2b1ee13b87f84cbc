package org.tailback.replay;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The prediction of a replay. Times in seconds, sizes in bytes. More may be added: a replay makes results, and whoever
 * needs one without a replay uses {@link #builder}.
 */
public sealed interface ReplayResult permits ReplayData {
    /** Most timeouts that {@link #timeouts} lists. */
    int MOST_TIMEOUTS = 10_000;

    /** The instant at which the replay started, seconds on the clock of the run; 0 on a clock of its own. */
    double started();

    /** The instant at which the last rank finished, seconds on the clock of the run. */
    double makespan();

    /** Time from the program's start to the finish of its last rank, seconds, >= 0. */
    default double duration() {
        return makespan() - started();
    }

    /** The results of the ranks, in their order. */
    List<RankResult> ranks();

    /** Number of messages sent in all. */
    long messages();

    /** The sum of their sizes, bytes. */
    long bytes();

    /** Number of them inside a node, those of a rank to itself included. */
    long messagesInsideNodes();

    /** As {@link RankResult#averagePenalty}, over all messages between nodes. */
    double averagePenalty();

    /** As {@link RankResult#lostToContention}, over all messages, seconds. */
    double lostToContention();

    /** Seconds that messages waited for retransmission timeouts, summed over the messages, >= 0. */
    double lostToTimeouts();

    /**
     * Losses of each pair of ranks, those that lost most in all first; empty unless the replay was built with pair
     * statistics.
     */
    List<PairResult> pairs();

    /** Number of messages that waited for a retransmission timeout. */
    long retransmissionTimeouts();

    /**
     * The first {@value #MOST_TIMEOUTS} retransmission timeouts of messages that were delivered, in the order in
     * which they began.
     */
    List<Timeout> timeouts();

    /** The conflicts of the messages. */
    Conflicts conflicts();

    /** Name of the bandwidth-sharing model. */
    String model();

    /** Name of the message cost. */
    String cost();

    /** Name of the loss model. */
    String loss();

    /** The seed of everything random in the run. */
    long seed();

    /**
     * The failure that ended the replay before its programs, as an MPI job is aborted: then {@link #makespan} is its
     * instant, and ranks that had not finished have it as their finish (ranks of a schedule: the end of their last
     * operation). Empty if all ranks finished.
     */
    default Optional<Failure> failure() {
        return Optional.empty();
    }

    /** Approximations and omissions, a sentence each. */
    List<String> warnings();

    /**
     * Begins a result in which everything is 0 or empty until it is set, but for the penalty and the seed, which are 1.
     */
    static Builder builder() {
        return new Builder();
    }

    /** Gathers a result. */
    final class Builder {
        private double started;
        private double makespan;
        private List<RankResult> ranks = List.of();
        private long messages;
        private long bytes;
        private long messagesInsideNodes;
        private double averagePenalty = 1;
        private double lostToContention;
        private double lostToTimeouts;
        private List<PairResult> pairs = List.of();
        private long retransmissionTimeouts;
        private List<Timeout> timeouts = List.of();
        private Conflicts conflicts = new Conflicts(0, 0, 0, 0);
        private String model = "";
        private String cost = "";
        private String loss = "";
        private long seed = 1;
        private List<String> warnings = List.of();
        private @Nullable Failure failure;

        private Builder() {}

        /** Sets {@link ReplayResult#started}. */
        public Builder started(double value) {
            started = value;
            return this;
        }

        /** Sets {@link ReplayResult#makespan}. */
        public Builder makespan(double value) {
            makespan = value;
            return this;
        }

        /** Sets {@link ReplayResult#ranks}. */
        public Builder ranks(List<RankResult> value) {
            ranks = value;
            return this;
        }

        /** Sets {@link ReplayResult#ranks} to so many, made whenever they are asked for, always the same. */
        public Builder ranks(int count, IntFunction<RankResult> results) {
            return ranks(new ResultColumns<>(count) {
                @Override
                RankResult at(int rank) {
                    return results.apply(rank);
                }
            });
        }

        /** Sets {@link ReplayResult#messages}. */
        public Builder messages(long value) {
            messages = value;
            return this;
        }

        /** Sets {@link ReplayResult#bytes}. */
        public Builder bytes(long value) {
            bytes = value;
            return this;
        }

        /** Sets {@link ReplayResult#messagesInsideNodes}. */
        public Builder messagesInsideNodes(long value) {
            messagesInsideNodes = value;
            return this;
        }

        /** Sets {@link ReplayResult#averagePenalty}. */
        public Builder averagePenalty(double value) {
            averagePenalty = value;
            return this;
        }

        /** Sets {@link ReplayResult#lostToContention}. */
        public Builder lostToContention(double value) {
            lostToContention = value;
            return this;
        }

        /** Sets {@link ReplayResult#lostToTimeouts}. */
        public Builder lostToTimeouts(double value) {
            lostToTimeouts = value;
            return this;
        }

        /** Sets {@link ReplayResult#pairs}. */
        public Builder pairs(List<PairResult> value) {
            pairs = value;
            return this;
        }

        /** Sets {@link ReplayResult#retransmissionTimeouts}. */
        public Builder retransmissionTimeouts(long value) {
            retransmissionTimeouts = value;
            return this;
        }

        /** Sets {@link ReplayResult#timeouts}. */
        public Builder timeouts(List<Timeout> value) {
            timeouts = value;
            return this;
        }

        /** Sets {@link ReplayResult#conflicts}. */
        public Builder conflicts(Conflicts value) {
            conflicts = value;
            return this;
        }

        /** Sets {@link ReplayResult#model}. */
        public Builder model(String value) {
            model = value;
            return this;
        }

        /** Sets {@link ReplayResult#cost}. */
        public Builder cost(String value) {
            cost = value;
            return this;
        }

        /** Sets {@link ReplayResult#loss}. */
        public Builder loss(String value) {
            loss = value;
            return this;
        }

        /** Sets {@link ReplayResult#seed}. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Sets {@link ReplayResult#warnings}. */
        public Builder warnings(List<String> value) {
            warnings = value;
            return this;
        }

        /** Sets {@link ReplayResult#failure}; null for none. */
        public Builder failure(@Nullable Failure value) {
            failure = value;
            return this;
        }

        /** The result, with copies of lists that could change. */
        public ReplayResult build() {
            return new ReplayData(
                    started,
                    makespan,
                    ranks,
                    messages,
                    bytes,
                    messagesInsideNodes,
                    averagePenalty,
                    lostToContention,
                    lostToTimeouts,
                    pairs,
                    retransmissionTimeouts,
                    timeouts,
                    conflicts,
                    model,
                    cost,
                    loss,
                    seed,
                    warnings,
                    Optional.ofNullable(failure));
        }
    }
}
