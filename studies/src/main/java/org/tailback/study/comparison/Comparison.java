package org.tailback.study.comparison;

import com.google.common.collect.ImmutableList;
import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.output.Inline;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.Validity;
import org.tailback.study.comparison.ComparisonRuns.Outcome;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.engine.EngineChoice;
import org.tailback.study.engine.StudyEngine;
import org.tailback.study.workload.RunDescription;
import org.tailback.study.workload.Workload;

/**
 * Replays a program on several platforms, each once as it is and once without contention, and ranks them. Says which
 * ranks and which phases lose most to contention.
 *
 * <p>A phase is a tenth of the run's own makespan: traces name no phases of their program, and tenths can be compared
 * from one network to another as long as the program does the same things in the same order. What a phase loses is
 * summed over all messages that are in the network during it, in seconds; a rank's loss is that of the messages it
 * sends, in the whole run.
 *
 * <p>The result does not depend on the engine and its number of threads.
 */
public final class Comparison {
    /** Number of phases of a run. */
    public static final int PHASES = 10;

    private static final int RANKS_WRITTEN = 100;

    private Comparison() {}

    /**
     * A workload on a platform.
     *
     * @param platformName as it is called in the result
     * @param modelName the bandwidth-sharing model as it is called in the result; its own name if empty
     * @param workload the program
     * @param platform with its placement
     * @param seed of everything random
     * @param nodePrice price of a node with its part of the network, in any currency, > 0; NaN if it is not known
     * @param description what another process needs to make workload and platform; null if only this process can
     *     replay them
     */
    public record Candidate(
            String platformName,
            String modelName,
            Workload workload,
            Platform platform,
            long seed,
            double nodePrice,
            @Nullable RunDescription description) {
        /** Creates a candidate that only this process can replay. */
        public Candidate(
                String platformName,
                String modelName,
                Workload workload,
                Platform platform,
                long seed,
                double nodePrice) {
            this(platformName, modelName, workload, platform, seed, nodePrice, null);
        }

        /** In messages. */
        String name() {
            return platformName + ", " + platform.placement().name() + (modelName.isEmpty() ? "" : ", " + modelName);
        }
    }

    /**
     * A phase of a run.
     *
     * @param from seconds
     * @param to seconds
     * @param lostToContention seconds, summed over messages
     */
    public record Phase(double from, double to, double lostToContention) implements Serializable {}

    /**
     * A rank whose messages lose time to contention.
     *
     * @param rank its number
     * @param lostToContention seconds, summed over the messages that it sends
     * @param averagePenalty of them, weighted by size
     */
    public record Rank(int rank, double lostToContention, double averagePenalty) implements Serializable {}

    /**
     * One candidate.
     *
     * @param platform its name
     * @param placement name of the placement rule
     * @param model its name
     * @param makespan seconds
     * @param interval where the makespan lies; null if the platform says nothing about it
     * @param relative the makespan divided by the best one, >= 1; NaN if that is 0
     * @param retransmissionTimeouts how many messages waited for one
     * @param averagePenalty over all messages between nodes
     * @param uncontended the makespan if messages did not disturb each other and none were lost, seconds
     * @param lostToContention seconds, summed over messages
     * @param nodes number of nodes that the ranks use
     * @param ranksPerNode on the node with the most
     * @param insideNodes share of messages that stay inside nodes; NaN without messages
     * @param price of these nodes, in the currency of the candidate; NaN if it is not known
     * @param basis what the numbers of the platform come from
     * @param workload its name
     * @param outside differences between the run and what these numbers hold for, such as
     *     {@code 32 ranks a node (measured: 1)}
     * @param ranks those that lose something, most first
     * @param phases {@link #PHASES} of equal length in their order; none if the makespan is 0
     * @param efficiencies of the whole run; null if not asked for
     */
    public record Row(
            String platform,
            String placement,
            String model,
            double makespan,
            @Inline @Nullable Interval interval,
            double relative,
            long retransmissionTimeouts,
            double averagePenalty,
            double uncontended,
            double lostToContention,
            int nodes,
            int ranksPerNode,
            double insideNodes,
            double price,
            Validity.Basis basis,
            String workload,
            List<String> outside,
            @Output(most = RANKS_WRITTEN) List<Rank> ranks,
            List<Phase> phases,
            @Nullable Efficiencies efficiencies)
            implements Serializable {
        public Row {
            outside = ImmutableList.copyOf(outside);
            ranks = ImmutableList.copyOf(ranks);
            phases = ImmutableList.copyOf(phases);
        }

        private Row relativeTo(double best) {
            return new Row(
                    platform,
                    placement,
                    model,
                    makespan,
                    interval,
                    makespan / best,
                    retransmissionTimeouts,
                    averagePenalty,
                    uncontended,
                    lostToContention,
                    nodes,
                    ranksPerNode,
                    insideNodes,
                    price,
                    basis,
                    workload,
                    outside,
                    ranks,
                    phases,
                    efficiencies);
        }

        /**
         * Returns what a run takes of the nodes that were paid for: price times makespan, in currency times seconds;
         * NaN if the price is not known.
         */
        @Output(after = "price")
        public double runPrice() {
            return price * makespan;
        }
    }

    /**
     * Results.
     *
     * @param rows best first; equal ones in the order of the candidates
     * @param warnings of all replays, each once, in the order of the candidates
     */
    public record Result(List<Row> rows, List<String> warnings) {
        public Result {
            rows = ImmutableList.copyOf(rows);
            warnings = ImmutableList.copyOf(warnings);
        }
    }

    /**
     * Compares.
     *
     * @param candidates at least one
     * @param engine where they are replayed
     * @param efficiencies whether to measure them, which takes several replays more
     * @throws InputException if a candidate cannot be replayed
     * @throws org.tailback.error.UnfinishedProgramException if a program cannot finish
     */
    public static Result of(List<Candidate> candidates, EngineChoice engine, boolean efficiencies) {
        candidates.forEach(candidate -> candidate.workload().requireUsable(candidate.platform(), candidate.name()));
        List<Integer> indices = IntStream.range(0, candidates.size()).boxed().toList();
        Map<Integer, Outcome> outcomeOf = new TreeMap<>();
        try (StudyEngine.Session<Integer, Outcome> session =
                engine.open(new ComparisonRuns(candidates, efficiencies))) {
            if (!session.perform(indices, () -> false, outcomeOf::put)) {
                throw new IllegalStateException("interrupted");
            }
        }
        Collection<Outcome> outcomes = outcomeOf.values();
        double best = outcomes.stream()
                .mapToDouble(outcome -> outcome.row().makespan())
                .min()
                .orElse(Double.NaN);
        return new Result(
                outcomes.stream()
                        .map(outcome -> outcome.row().relativeTo(best))
                        .sorted(Comparator.comparingDouble(Row::makespan))
                        .toList(),
                outcomes.stream()
                        .flatMap(outcome -> outcome.warnings().stream())
                        .distinct()
                        .toList());
    }
}
