package org.tailback.study.placement;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.error.InputException;
import org.tailback.parallel.Workers;
import org.tailback.platform.Platform;
import org.tailback.random.RandomStreams;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Attempt;
import org.tailback.simulation.Workload;
import org.tailback.study.placement.CandidateReplays.Outcome;
import org.tailback.study.placement.StartingPlacements.Start;
import umontreal.ssj.rng.RandomPermutation;
import umontreal.ssj.rng.RandomStream;

/**
 * Search for a placement with a small makespan under any contention model. Every makespan is the result of a full
 * replay.
 *
 * <p><b>Method.</b> The search first replays the starting placements ({@link StartingPlacements}). Simulated annealing
 * ({@link Annealing}) then starts from the best starting placement.
 *
 * <p><b>Guarantees.</b> Only the bounds in the result limit the distance to the optimum. In small cases, in which all
 * placements can be replayed, the tests show that the search finds the optimum. The result is never worse than
 * round-robin over nodes or cores. The same seed and number of replays yield the same result with any number of
 * threads; with a time limit, results may differ.
 *
 * <p>On platforms with interchangeable nodes, such as a star, placements that differ only in the numbering of the nodes
 * count as one placement. The search assumes interchangeable nodes if two random renumberings of the nodes leave the
 * makespan of round-robin unchanged to the last bit. It then numbers nodes in the order of their first ranks. The
 * reported placement has always been replayed exactly as reported.
 */
public final class PlacementSearch {
    private static final Logger LOG = LoggerFactory.getLogger(PlacementSearch.class);
    private final Workload workload;
    private final Platform platform;
    private final Cluster cluster;
    private final Settings settings;
    private final List<Started> starts = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private volatile boolean stopped;
    private volatile @Nullable CandidateReplays replays;
    /**
     * Placement whose number of ranks on each node remains unchanged; null if every node may have one rank per core.
     */
    private final @Nullable Placement seats;

    private long beginNanos;

    /**
     * Settings of a search.
     *
     * @param seed seed of the search and of all random numbers in the replays
     * @param threads number of concurrent replays, >= 1
     * @param replays largest number of replayed placements, >= 1; the search may exceed it to complete the starting
     *     placements and the last round
     * @param seconds time limit in seconds, > 0, may be infinite; a round that has begun is completed
     * @param keepsSeats whether every node has the same number of ranks as in the platform's placement
     */
    public record Settings(long seed, int threads, int replays, double seconds, boolean keepsSeats) {
        public Settings {
            checkArgument(replays >= 1, "a search needs a budget: %s replays", replays);
            checkArgument(seconds > 0, "a search needs a budget: %s s", seconds);
        }
    }

    /** Replayed starting placement. */
    private record Started(String name, Outcome outcome) {}

    /**
     * Creates a search.
     *
     * @param platform the platform, whose placement rule yields one of the starting placements
     * @throws InputException if the workload cannot be replayed on the platform
     */
    public PlacementSearch(Workload workload, Platform platform, Settings settings) {
        workload.requireUsable(platform, "placement search");
        this.workload = workload;
        this.platform = platform;
        this.settings = settings;
        cluster = platform.cluster();
        seats = settings.keepsSeats() ? platform.placement().place(cluster, workload.ranks()) : null;
    }

    /** Ends the search soon, with the best placement so far. Any thread may call it. */
    public void stop() {
        stopped = true;
    }

    /** Returns the number of replayed placements. Any thread may call it. */
    public int replaysDone() {
        CandidateReplays present = replays;
        return present == null ? 0 : present.replays;
    }

    /** Returns the best makespan so far in seconds; infinite before the first replay. Any thread may call it. */
    public double bestMakespan() {
        CandidateReplays present = replays;
        return present == null ? Double.POSITIVE_INFINITY : present.least;
    }

    /**
     * Performs the search. It can be called only once.
     *
     * @throws InputException if the search was stopped before the first placement was replayed
     * @throws org.tailback.error.UnfinishedProgramException if the program cannot finish under any of the replayed
     *     placements
     */
    public PlacementResult run() {
        beginNanos = System.nanoTime();
        try (Workers workers = new Workers(settings.threads())) {
            CandidateReplays candidates =
                    new CandidateReplays(workload, platform, settings.seed(), workers, () -> stopped);
            replays = candidates;
            // the first replay also records the traffic
            Recorded first = recorded();
            ReplayResult observed = first.result();
            warnings.addAll(observed.warnings());
            if (seats != null) {
                warnings.addAll(platform.placement().warnings(cluster, workload.ranks()));
            }
            RankTraffic traffic = first.traffic();
            double bound = stopped || cluster.hasGpus() || workload.computesByNode(platform)
                    ? Double.NaN
                    : PlacementBounds.overAllPlacements(workload, platform, settings.seed());

            List<Outcome> outcomes = replayStarts(candidates, traffic);
            boolean alike = !stopped
                    && seats == null
                    && outcomes.stream()
                            .filter(outcome -> outcome.makespan() < Double.POSITIVE_INFINITY)
                            .findFirst()
                            .map(outcome -> nodesAreAlike(candidates, outcome))
                            .orElse(false);
            String nodes = alike ? "interchangeable" : "searched individually";
            LOG.debug("best of {} starting placements: {} s; nodes are {}", outcomes.size(), candidates.least, nodes);
            int[] room = new int[cluster.nodes()];
            if (seats == null) {
                Arrays.fill(room, cluster.coresPerNode());
            } else {
                Arrays.stream(seats.nodes()).forEach(node -> room[node]++);
            }
            new Annealing(
                            new PlacementMoves(room, alike, RandomStreams.of(settings.seed(), "placement search")),
                            candidates)
                    .search(outcomes, () -> used(candidates), () -> stopped);
            Outcome found = candidates.best;
            if (found == null) {
                if (candidates.firstUnfinished != null) {
                    throw candidates.firstUnfinished;
                }
                throw new InputException("The search was stopped before any placement was replayed");
            }
            return result(found, observed, traffic, bound, candidates);
        }
    }

    /** A replay and the recorded traffic. */
    private record Recorded(ReplayResult result, RankTraffic traffic) {}

    /**
     * Replays candidates for the first placement until a replay succeeds. Candidates are the placement whose numbers of
     * ranks per node are kept, or the placements of rules.
     */
    private Recorded recorded() {
        if (seats != null) {
            return recorded(seats);
        }
        List<Attempt<Recorded>> attempts = new ArrayList<>();
        for (PlacementRule rule :
                List.of(PlacementRules.roundRobinNode(), PlacementRules.roundRobinProcessor(), platform.placement())) {
            attempts.add(Attempt.of(() -> recorded(rule.place(cluster, workload.ranks()))));
            if (attempts.get(attempts.size() - 1).value() != null) {
                break;
            }
        }
        return Attempt.standing(attempts).get(0);
    }

    private Recorded recorded(Placement placement) {
        RankTraffic traffic = RankTraffic.ofRanks(workload.ranks());
        ReplayResult result = workload.on(platform)
                .placement(placement)
                .seed(settings.seed())
                .pairStatistics()
                .observer(traffic)
                .run();
        return new Recorded(result, traffic);
    }

    private List<Outcome> replayStarts(CandidateReplays candidates, RankTraffic traffic) {
        List<Start> all = seats == null
                ? StartingPlacements.of(cluster, platform.placement(), traffic, settings.seed())
                : StartingPlacements.within(seats, platform.placement().name(), settings.seed());
        List<Outcome> outcomes = candidates.of(
                all.stream().map(Start::nodes).toList(), i -> all.get(i).name());
        for (int i = 0; i < outcomes.size() && outcomes.size() == all.size(); i++) {
            starts.add(new Started(all.get(i).name(), outcomes.get(i)));
        }
        return outcomes;
    }

    private boolean nodesAreAlike(CandidateReplays candidates, Outcome roundRobin) {
        RandomStream random = RandomStreams.of(settings.seed(), "placement search: renamed nodes");
        List<int[]> renamed = List.of(renamed(roundRobin.nodes(), random), renamed(roundRobin.nodes(), random));
        List<Outcome> outcomes = candidates.of(renamed, null);
        return outcomes.size() == 2
                && outcomes.stream().allMatch(outcome -> outcome.makespan() == roundRobin.makespan());
    }

    private int[] renamed(int[] nodes, RandomStream random) {
        int[] names = new int[cluster.nodes()];
        Arrays.setAll(names, node -> node);
        RandomPermutation.shuffle(names, random);
        return Arrays.stream(nodes).map(node -> names[node]).toArray();
    }

    /** Returns the used fraction of the budget, 0 to 1. */
    private double used(CandidateReplays candidates) {
        double ofReplays = (double) candidates.replays / settings.replays();
        double ofTime = (System.nanoTime() - beginNanos) / 1e9 / settings.seconds();
        return Math.max(ofReplays, ofTime);
    }

    private PlacementResult result(
            Outcome found, ReplayResult observed, RankTraffic traffic, double bound, CandidateReplays candidates) {
        Placement placement = Placement.of(cluster, found.nodes());
        ReplayResult uncontended =
                stopped ? null : PlacementBounds.uncontended(workload, platform, placement, settings.seed());
        boolean computesByNode = workload.computesByNode(platform);
        if (candidates.unfinished > 0) {
            warnings.add(candidates.unfinished + " of " + candidates.replays
                    + " placements failed and have an infinite makespan: "
                    + new Attempt<>(null, candidates.firstUnfinished).reason());
        }
        if (platform.model().isRandom() || platform.loss().isRandom()) {
            warnings.add("A model draws random numbers: every placement was replayed with seed " + settings.seed()
                    + " only; with another seed, another placement may be better.");
        }
        double byNode = start("round-robin-node").map(Outcome::makespan).orElse(Double.NaN);
        double byProcessor =
                start("round-robin-processor").map(Outcome::makespan).orElse(Double.NaN);
        int[] better = start(byNode <= byProcessor ? "round-robin-node" : "round-robin-processor")
                .orElse(found)
                .nodes();
        List<String> outside = Stream.of(placement, Placement.of(cluster, better))
                .flatMap(each -> platform.outside(workload.use(platform, each)).stream())
                .distinct()
                .toList();
        warnings.addAll(outside);
        if (cluster.hasGpus()) {
            warnings.add("The messages of collective operations of GPUs depend on the machines of the ranks: there"
                    + " is no lower bound over all placements.");
        }
        if (computesByNode) {
            warnings.add("The times of kernels depend on the node and CPU of a rank: there is no lower bound over all"
                    + " placements, and the longest computation is taken from the placement found.");
        }
        boolean exact = !workload.dependsOnTiming();
        if (!exact) {
            warnings.add("The matching of messages may depend on timing (any source, any tag, or any of several "
                    + "requests): a placement could be faster than the lower bound.");
        }
        double computation = PlacementBounds.compute(computesByNode && uncontended != null ? uncontended : observed);
        return new PlacementResult(
                found.makespan(),
                platform.interval(
                        workload.use(platform, placement),
                        Math.min(computation, found.makespan()),
                        (double) observed.traffic().bytes()
                                / Math.max(1, observed.traffic().messages()),
                        found.makespan()),
                origin(candidates),
                byNode,
                byProcessor,
                uncontended == null ? Double.NaN : uncontended.makespan(),
                bound,
                exact,
                computesByNode && uncontended == null ? Double.NaN : computation,
                traffic.betweenNodes(placement),
                traffic.total(),
                candidates.replays,
                stopped,
                cluster,
                placement,
                platform.validity().basis(),
                outside,
                starts.stream()
                        .map(start -> new PlacementResult.Start(
                                start.name(), start.outcome().makespan()))
                        .toList(),
                candidates.improvements,
                observed.models(),
                List.copyOf(warnings));
    }

    private static String origin(CandidateReplays candidates) {
        List<PlacementResult.Improvement> steps = candidates.improvements;
        return steps.isEmpty() ? "" : steps.get(steps.size() - 1).origin();
    }

    private Optional<Outcome> start(String name) {
        return starts.stream()
                .filter(start -> start.name().equals(name))
                .map(Started::outcome)
                .findFirst();
    }
}
