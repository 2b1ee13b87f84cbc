package org.tailback.study.collective;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.collective.CollectiveProgram;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.ReplayResult;
import org.tailback.replication.Replications;
import org.tailback.replication.Sample;
import org.tailback.replication.Share;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Workload;
import org.tailback.simulation.jitter.Jitter;

/**
 * Simulation of the algorithms of a collective operation on networks, for several sizes, numbers of ranks and strengths
 * of jitter. With the same seed, all algorithms have the same jitter. A study is immutable; results do not depend on
 * the number of threads.
 *
 * @param kind the operation
 * @param plan number of repetitions of random cases, their first seed, and number of concurrent runs; other cases run
 *     once
 */
public record CollectiveStudy(Kind kind, Replications plan) {
    /** Function from the number of ranks and the seed to a platform. */
    @FunctionalInterface
    public interface Network {
        /**
         * Returns a platform with enough cores for a program with this number of ranks.
         *
         * @throws org.tailback.error.InputException if there are not enough cores
         */
        Platform on(int ranks, long seed);
    }

    /**
     * A network and the placement of ranks on it.
     *
     * @param name name of the network in rows
     * @param ranksPerNode ranks per node in rows; 0 for the largest number of ranks that share a node
     * @param platform the network
     * @param random whether networks under different seeds can differ
     * @param closedForms whether rows contain the papers' formulas
     */
    public record Variant(String name, int ranksPerNode, Network platform, boolean random, boolean closedForms) {
        /** Returns the number of ranks per node of a row, >= 1. O(ranks + nodes). */
        int ranksPerNode(int ranks, long seed) {
            if (ranksPerNode > 0) {
                return ranksPerNode;
            }
            Platform any = platform.on(ranks, seed);
            return any.placed(null, ranks).mostRanksOfAMachine(any.cluster());
        }
    }

    /**
     * Parameters of a row.
     *
     * @param variant the network
     * @param jitter disturbance of ranks and messages
     * @param algorithm name of an algorithm, see {@link CollectiveProgram#algorithms}
     * @param ranks number of ranks, >= 1, at most the number that the placement of the platform allows
     * @param bytes size in bytes, see {@link CollectiveProgram#calls}
     */
    public record Case(Variant variant, Jitter.Scaled jitter, String algorithm, int ranks, long bytes) {
        /** Returns whether runs of the case under different seeds can differ. */
        public boolean isRandom() {
            return variant.random() || !jitter.isNone();
        }

        /** Returns the same case with another algorithm. */
        public Case withAlgorithm(String other) {
            return new Case(variant, jitter, other, ranks, bytes);
        }

        Case withBytes(long other) {
            return new Case(variant, jitter, algorithm, ranks, other);
        }
    }

    /**
     * Results of the cases.
     *
     * @param rows rows of the successful cases, in the order of the cases
     * @param failed rows of the other cases, in the order of the cases, with an error instead of a time
     * @param warnings distinct warnings for the user, one sentence each
     */
    public record Result(List<CollectiveRow> rows, List<CollectiveRow> failed, List<String> warnings) {}

    private record Run(double makespan, long timeouts, double inside, List<String> warnings) {}

    private record Outcome(CollectiveRow row, Set<String> warnings) {}

    /**
     * Simulates all cases. Cost: one replay per case ({@link org.tailback.fold.FoldedReplay}), or several as specified
     * by the plan.
     *
     * @param done called for each finished row, from any thread
     * @throws org.tailback.error.InputException the first failure, if all rows fail: an algorithm cannot work with the
     *     number of ranks, the platform has too few cores, or a model rejects the run
     * @throws org.tailback.error.UnfinishedProgramException as above, if the program cannot finish
     */
    public Result run(List<Case> cases, Runnable done) {
        int threads = plan.threads();
        boolean fewRows = cases.size() < threads;
        List<Attempt<Outcome>> attempts = OrderedTasks.map(cases.size(), fewRows ? 1 : threads, i -> {
            Attempt<Outcome> outcome = Attempt.of(() -> outcome(cases.get(i), fewRows ? threads : 1));
            done.run();
            return outcome;
        });
        List<Outcome> outcomes = Attempt.standing(attempts);
        Set<String> warnings = new LinkedHashSet<>(Attempt.warnings(attempts));
        outcomes.forEach(outcome -> warnings.addAll(outcome.warnings()));
        return new Result(
                outcomes.stream().map(Outcome::row).toList(),
                Attempt.failed(cases, attempts, CollectiveRow::failed),
                List.copyOf(warnings));
    }

    /** Returns the mean makespan of a case, seconds. */
    public double time(Case of) {
        return outcome(of, plan.threads()).row().times().mean();
    }

    private Outcome outcome(Case of, int runThreads) {
        long seed = plan.seed();
        Replications repeated = of.isRandom() ? plan : Replications.of(1).seed(seed);
        List<Run> runs = repeated.threads(runThreads).run(any -> run(of, any), Run::makespan);
        Set<String> warnings = new LinkedHashSet<>(runs.get(0).warnings());
        Platform any = of.variant().platform().on(of.ranks(), seed);
        Map<String, Double> formulas = of.variant().closedForms()
                ? ClosedForms.of(any, of.algorithm(), of.ranks(), of.bytes(), warnings)
                : Map.of();
        warnings.addAll(any.placement().warnings(any.cluster(), of.ranks()));
        int late = (int) runs.stream().filter(run -> run.timeouts() > 0).count();
        CollectiveRow row = new CollectiveRow(
                of,
                of.variant().ranksPerNode(of.ranks(), seed),
                Sample.of(runs.stream().mapToDouble(Run::makespan).toArray()),
                any.interval(any.use(of.ranks()).with(kind, of.bytes(), of.bytes()), 1),
                new Share(late, runs.size(), !of.isRandom()),
                runs.get(0).timeouts(),
                formulas,
                runs.get(0).inside(),
                null);
        return new Outcome(row, warnings);
    }

    private Run run(Case of, long runSeed) {
        Platform platform = of.variant().platform().on(of.ranks(), runSeed);
        ReplayResult result = Workload.ofCollective(kind, of.algorithm(), of.ranks(), of.bytes())
                .disturbedBy(of.jitter())
                .on(platform)
                .seed(runSeed)
                .run();
        return new Run(
                result.makespan(),
                result.traffic().retransmissionTimeouts(),
                result.shareInsideNodes(),
                result.warnings());
    }
}
