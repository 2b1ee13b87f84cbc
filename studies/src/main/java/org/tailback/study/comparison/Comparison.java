package org.tailback.study.comparison;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.StatedError;
import org.tailback.platform.Validity.Basis;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Workload;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.hpl.HplWork;

/**
 * Comparison of a program on several platforms. Each candidate is replayed once unchanged and once without contention.
 * Candidates are ranked by makespan. HPL runs with matrices of different orders do different amounts of work, so they
 * are ranked by flop/s. The result lists the ranks that lose most to contention; the loss of a rank is the loss of all
 * messages that it sends.
 *
 * <p>The result does not depend on the number of threads.
 */
public final class Comparison {
    private static final int RANKS_WRITTEN = 100;
    private static final double NAN = Double.NaN;

    private Comparison() {}

    /**
     * A workload on a platform.
     *
     * @param platformName name of the platform in the result
     * @param modelName name of the bandwidth-sharing model in the result; the model's own name if empty
     * @param workload the program
     * @param platform the platform with its placement
     * @param seed seed of all random numbers
     * @param nodePrice price of a node including its share of the network, in any currency, > 0; NaN if unknown
     */
    public record Candidate(
            String platformName, String modelName, Workload workload, Platform platform, long seed, double nodePrice) {
        /**
         * Returns the number of floating-point operations that HPL counts for the workload; NaN if it is not a run of
         * HPL.
         */
        double flops() {
            return HplWork.flops(workload.name());
        }

        Row failed(String error) {
            return Row.failed(
                    platformName,
                    platform.placement().name(),
                    modelName.isEmpty() ? platform.model().name() : modelName,
                    platform.validity().basis(),
                    workload.name(),
                    error);
        }

        String name() {
            return platformName + ", " + platform.placement().name() + (modelName.isEmpty() ? "" : ", " + modelName);
        }
    }

    /**
     * A rank whose messages lose time to contention.
     *
     * @param rank number of the rank
     * @param lostToContention lost seconds, summed over the messages that the rank sends
     * @param averagePenalty average penalty of the messages that the rank sends, weighted by size
     */
    public record Rank(int rank, double lostToContention, double averagePenalty) {}

    /**
     * Times of a candidate.
     *
     * @param makespan makespan in seconds
     * @param interval interval of the makespan; null if the platform has no residuals for it
     * @param relative makespan divided by the best makespan, or the best flop/s divided by the flop/s of the run, >= 1;
     *     NaN if the best makespan is 0
     * @param retransmissionTimeouts number of messages that waited for a retransmission timeout
     * @param averagePenalty average penalty of all messages between nodes, weighted by size
     * @param uncontended makespan without contention and losses, seconds
     * @param lostToContention lost seconds, summed over messages
     */
    public record Times(
            double makespan,
            @Inline @Nullable Interval interval,
            double relative,
            long retransmissionTimeouts,
            double averagePenalty,
            double uncontended,
            double lostToContention) {}

    /**
     * Nodes of a candidate.
     *
     * @param nodes number of nodes that the ranks use
     * @param ranksPerNode number of ranks on the node with the most ranks
     * @param insideNodes share of messages that stay on their node; NaN without messages
     * @param price price of these nodes, in the currency of the candidate; NaN if unknown
     */
    public record Nodes(int nodes, int ranksPerNode, double insideNodes, double price) {}

    /**
     * Result of a candidate.
     *
     * @param platform name of the platform
     * @param placement name of the placement rule
     * @param model name of the bandwidth-sharing model
     * @param times times of the run
     * @param nodes nodes of the run
     * @param basis origin of the platform's numbers
     * @param workload name of the program
     * @param flops number of floating-point operations that HPL counts for the workload; NaN if it is not a run of HPL
     * @param outside differences between the run and the range of validity of the platform's numbers, such as {@code 32
     *     ranks per node (measured: 1)}
     * @param stated errors of the platform's predictions as stated by their source
     * @param timeout retransmission timeout of a message that lost its last packet, seconds; NaN if no message is lost
     * @param ranks ranks with losses, in descending order of losses
     * @param efficiencies efficiencies of the whole run; null if not requested
     * @param error reason for the failure; null if there is a makespan. After a failure, all values that depend on the
     *     makespan are NaN
     */
    public record Row(
            String platform,
            String placement,
            String model,
            @Inline Times times,
            @Inline Nodes nodes,
            Basis basis,
            String workload,
            @NoOutput double flops,
            List<String> outside,
            @NoOutput List<StatedError> stated,
            @NoOutput double timeout,
            @Output(most = RANKS_WRITTEN) List<Rank> ranks,
            @Nullable Efficiencies efficiencies,
            @Nullable String error) {
        /** Returns a row without a makespan. */
        public static Row failed(
                String platform, String placement, String model, Basis basis, String workload, String error) {
            return new Row(
                    platform,
                    placement,
                    model,
                    new Times(NAN, null, NAN, 0, NAN, NAN, NAN),
                    new Nodes(0, 0, NAN, NAN),
                    basis,
                    workload,
                    NAN,
                    List.of(),
                    List.of(),
                    NAN,
                    List.of(),
                    null,
                    error);
        }

        /** Returns the makespan in seconds. */
        public double makespan() {
            return times.makespan;
        }

        /**
         * Returns the run's price: price of the nodes times makespan, in currency times seconds; NaN if the price is
         * unknown.
         */
        @Output(after = "nodes")
        public double runPrice() {
            return nodes.price * times.makespan;
        }

        /** Returns the rate as HPL prints it, in 10^9 flop/s; NaN if the workload is not a run of HPL. */
        @Output(after = "workload")
        public double gflops() {
            return flops / times.makespan / 1e9;
        }
    }

    /**
     * Results of a comparison.
     *
     * @param rows rows of the successful candidates, best first; equal rows in the order of the candidates
     * @param failed rows of the other candidates, in the order of the candidates, with an error instead of a makespan
     * @param warnings distinct warnings of all replays, in the order of the candidates
     */
    public record Result(List<Row> rows, List<Row> failed, List<String> warnings) {}

    /**
     * Compares candidates.
     *
     * @param candidates candidates, at least one
     * @param threads number of candidates replayed concurrently, >= 1
     * @param efficiencies whether to measure efficiencies, which requires several additional replays
     * @param replayed called by several threads, after each candidate's replay with contention and after its last
     *     replay
     * @throws InputException the first failure, if no candidate can be replayed
     * @throws org.tailback.error.UnfinishedProgramException as above, if the program cannot finish
     */
    public static Result of(List<Candidate> candidates, int threads, boolean efficiencies, Runnable replayed) {
        List<Attempt<ComparedRun>> attempts = OrderedTasks.map(
                candidates.size(),
                threads,
                i -> Attempt.of(() -> {
                    Candidate candidate = candidates.get(i);
                    candidate.workload().requireUsable(candidate.platform(), candidate.name());
                    return ComparedRun.of(candidate, efficiencies, replayed);
                }));
        List<ComparedRun> runs = Attempt.standing(attempts);
        List<String> warnings = new ArrayList<>(Attempt.warnings(attempts));
        warnings.addAll(warnings(runs));
        boolean byRate = runs.stream()
                        .mapToDouble(run -> run.candidate().flops())
                        .filter(flops -> !Double.isNaN(flops))
                        .distinct()
                        .count()
                > 1;
        ToDoubleFunction<ComparedRun> cost =
                run -> byRate ? run.makespan() / run.candidate().flops() : run.makespan();
        double best = runs.stream().mapToDouble(cost).min().orElse(Double.NaN);
        return new Result(
                runs.stream()
                        .sorted(Comparator.comparingDouble(cost))
                        .map(run -> run.row(cost.applyAsDouble(run) / best))
                        .toList(),
                Attempt.failed(candidates, attempts, Candidate::failed),
                warnings);
    }

    /**
     * Returns the distinct warnings; a warning that does not apply to all platforms begins with the names of its
     * platforms.
     */
    private static List<String> warnings(List<ComparedRun> runs) {
        SetMultimap<String, String> platformsOf = LinkedHashMultimap.create();
        for (ComparedRun run : runs) {
            Platform platform = run.candidate().platform();
            int ranks = run.candidate().workload().ranks();
            Stream.concat(
                            run.result().warnings().stream(),
                            platform.placement().warnings(platform.cluster(), ranks).stream())
                    .forEach(warning -> platformsOf.put(warning, run.candidate().platformName()));
        }
        long all = runs.stream()
                .map(run -> run.candidate().platformName())
                .distinct()
                .count();
        return Multimaps.asMap(platformsOf).entrySet().stream()
                .map(each -> each.getValue().size() == all
                        ? each.getKey()
                        : String.join(", ", each.getValue()) + ": " + each.getKey())
                .toList();
    }
}
