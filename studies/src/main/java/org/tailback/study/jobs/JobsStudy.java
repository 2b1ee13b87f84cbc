package org.tailback.study.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveTags;
import org.tailback.error.InputException;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Culprit;
import org.tailback.explain.PartKind;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.platformfile.Overrides;
import org.tailback.replay.ReplayResult;
import org.tailback.settings.Labels;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;
import org.tailback.study.jobs.JobSpec.Program;
import org.tailback.study.jobs.JobsResult.Background;
import org.tailback.study.jobs.JobsResult.Job;
import org.tailback.study.jobs.JobsResult.Loss;
import org.tailback.study.jobs.JobsResult.Why;
import org.tailback.trace.TraceOptions;
import org.tailback.units.Readable;

/**
 * Several jobs and background traffic in one network: runs all of them together, each alone, and subsets of them to
 * attribute slowdowns to jobs. For one thread; the runs may use several.
 *
 * <pre>{@code
 * JobsStudy study = JobsStudy.read(file);
 * JobsResult result = study.run(Platforms.named("lumi"), Overrides.NONE, JobsStudy.Settings.DEFAULT);
 * }</pre>
 */
public final class JobsStudy {
    /** Largest number of jobs, background included, among which losses are divided without a request. */
    public static final int MOST_BLAMED = 12;

    /** Largest number of jobs, background included, among which losses are divided by runs of all subsets. */
    public static final int MOST_EXACT = 6;

    /** Rounding error of contention on a critical path, as a part of the makespan. */
    private static final double ROUNDING = 1e-12;

    private static final Logger LOG = LoggerFactory.getLogger(JobsStudy.class);
    /** Longest background traffic before the first program without a warning, seconds. */
    private static final double LONG_BEGINNING = 3600;

    private final JobsFile file;
    private final AtomicInteger runsDone = new AtomicInteger();

    private JobsStudy(JobsFile file) {
        this.file = file;
    }

    /** The condition on which losses are divided among the jobs. */
    public enum Dividing {
        /** Losses are divided among up to {@link #MOST_BLAMED} jobs. */
        AUTO,
        /** Losses are divided at any cost. */
        ALWAYS,
        /** Losses are not divided. */
        NEVER
    }

    /**
     * Settings of a run.
     *
     * @param seed of random nodes, starts, traffic and models
     * @param threads number of runs at once, >= 1
     * @param dividing whether losses are divided among the jobs
     * @param placement replaces the policies by which jobs get their nodes; null for those of the file
     * @param chains whether to find the chain of each job that determines its makespan; two or more further runs for
     *     each
     */
    public record Settings(
            long seed,
            int threads,
            Dividing dividing,
            @Nullable JobPlacement placement,
            boolean chains) {
        /** Default settings: seed 1, one thread. */
        public static final Settings DEFAULT = new Settings(1, 1, Dividing.AUTO, null, false);
    }

    /**
     * Reads a jobs file.
     *
     * @throws InputException if it cannot be read or is malformed; with line and column
     */
    public static JobsStudy read(Path path) {
        return new JobsStudy(JobsFile.read(path));
    }

    /** Returns the platform file that the jobs file names, or null. */
    public @Nullable Path platform() {
        return file.platform();
    }

    /** Returns the placements that the jobs file lists for a sweep; empty if it lists none. */
    public List<JobPlacement> placements() {
        return file.placements();
    }

    void requireChoice() {
        if (file.specs().stream().allMatch(spec -> spec.nodes().policy() == null)) {
            throw new InputException("every job names its nodes, so that placements change nothing. "
                    + "Leave out 'nodes' of a job, or give it a policy");
        }
    }

    /**
     * Returns sentences about background traffic that is simulated for a long time before any program starts, for users
     * who would wait for it.
     */
    public List<String> longBeginnings() {
        double background = starts(JobSpec.Background.class);
        double programs = starts(Program.class);
        return programs - background > LONG_BEGINNING
                ? List.of("Background traffic is simulated for " + Readable.seconds(programs - background)
                        + " before the first program starts, which may take long. Starts count from 0: subtract the first"
                        + " one from all")
                : List.of();
    }

    /** Returns the earliest median start of a kind of job, seconds; NaN without such a job. */
    private double starts(Class<? extends JobSpec> kind) {
        return file.specs().stream()
                .filter(kind::isInstance)
                .filter(spec -> spec.start().after() == null)
                .mapToDouble(spec -> spec.start().time().quantile(0.5))
                .min()
                .orElse(Double.NaN);
    }

    /** Returns the number of runs of the network that have ended. Any thread may call it. */
    public int runsDone() {
        return runsDone.get();
    }

    /**
     * Runs the jobs on the whole platform; a single job on the platform that it has in a replay by itself.
     *
     * @param overrides parts that replace those of the platform; their seed is that of the settings
     * @throws InputException if a trace cannot be used, or nodes or cores are missing
     * @throws org.tailback.error.UnfinishedProgramException if a program cannot finish
     */
    public JobsResult run(Platforms platforms, Overrides overrides, Settings settings) {
        Overrides own = overrides.withSeed(settings.seed());
        TraceOptions options = platforms.traceOptions(own);
        List<@Nullable Workload> workloads = new ArrayList<>();
        for (JobSpec spec : file.specs()) {
            workloads.add(spec instanceof Program program ? program.open(options) : null);
        }
        JobPlacement placement = settings.placement();
        long nodesSeed = placement == null ? settings.seed() : placement.seed(settings.seed());
        List<Placed> placed = Placed.all(
                file.specs(),
                workloads,
                platforms.cluster(own),
                platforms.placement(own).name().equals("block"),
                nodesSeed,
                placement);
        List<Placement> placements =
                placed.stream().map(Placed::placement).filter(Objects::nonNull).toList();
        Platform platform = placed.size() == 1 && !placements.isEmpty()
                ? platforms.forPlacement(placements.get(0), own)
                : platforms.whole(own);
        int most = placements.stream().mapToInt(Placement::ranks).max().orElse(0);
        Map<Integer, Platform> byRanks = new TreeMap<>();
        placements.forEach(each -> byRanks.put(each.ranks(), platform.forRun(each.ranks(), each)));
        Platform forMost = byRanks.getOrDefault(most, platform);
        List<String> warnings = new ArrayList<>();
        if (byRanks.values().stream().anyMatch(each -> each.cost() != forMost.cost())) {
            warnings.add(
                    "The platform's message cost depends on the ranks of a program (cost-from-ranks), and a network"
                            + " has one: all jobs have that of " + most + " ranks, the largest job");
        }
        if (placed.size() > 1 && platforms.isOfJobs()) {
            warnings.add("Jobs share the torus of the whole platform: a replay of one program gives it a torus of its"
                    + " own size (dimensions: cubic)");
        }
        return new Runs(forMost, placed, settings, warnings, runsDone).result();
    }

    private record Runs(
            Platform platform, List<Placed> jobs, Settings settings, List<String> remarks, AtomicInteger runsDone) {
        JobsResult result() {
            checkEach();
            Blame blame = new Blame(jobs.size());
            SharedRun whole = run(blame.all(), leastRuns(0), null, null);
            int[] runs = IntStream.range(0, jobs.size())
                    .map(i -> isProgram(i) ? whole.runs(i) : 0)
                    .toArray();
            boolean divides = jobs.size() > 1
                    && settings.dividing() != Dividing.NEVER
                    && (settings.dividing() == Dividing.ALWAYS || jobs.size() <= MOST_BLAMED);
            List<BitSet> subsets = divides ? blame.subsets() : alone();
            LOG.info(
                    "{} jobs, {} runs of subsets, losses {}",
                    jobs.size(),
                    subsets.size(),
                    divides ? blame.rule() : "not divided");
            List<double[]> makespans = OrderedTasks.map(
                    subsets.size(), settings.threads(), i -> makespans(subsets.get(i), runs, whole.starts()));
            for (int i = 0; i < subsets.size(); i++) {
                blame.add(subsets.get(i), makespans.get(i));
            }
            blame.add(blame.all(), makespans(whole, blame.all(), runs));
            List<Optional<CriticalChain>> chains = settings.chains()
                    ? OrderedTasks.map(jobs.size(), settings.threads(), i -> chain(i, runs[i]))
                    : Collections.nCopies(jobs.size(), Optional.empty());
            return collect(whole, runs, blame, divides, chains);
        }

        /** Runs each job alone if any job is endless, as endless traffic would hide a program that waits for ever. */
        private void checkEach() {
            if (jobs.stream().anyMatch(job -> !(job.spec() instanceof Program program && program.endsByItself()))) {
                alone().forEach(single -> run(single, leastRuns(1), new double[jobs.size()], null));
            }
        }

        private int[] leastRuns(int ofEndless) {
            return jobs.stream()
                    .mapToInt(job -> job.spec() instanceof Program program
                            ? program.endsByItself() ? program.repeat() : ofEndless
                            : 0)
                    .toArray();
        }

        private boolean isProgram(int job) {
            return jobs.get(job).spec() instanceof Program;
        }

        private List<BitSet> alone() {
            return IntStream.range(0, jobs.size())
                    .filter(this::isProgram)
                    .mapToObj(Blame::of)
                    .toList();
        }

        private double[] makespans(BitSet subset, int[] runs, double[] starts) {
            return subset.stream().noneMatch(i -> runs[i] > 0)
                    ? new double[jobs.size()]
                    : makespans(run(subset, runs, starts, null), subset, runs);
        }

        private double[] makespans(SharedRun run, BitSet subset, int[] runs) {
            double[] makespans = new double[jobs.size()];
            subset.stream().filter(i -> runs[i] > 0).forEach(i -> makespans[i] = run.makespan(i, runs[i]));
            return makespans;
        }

        /**
         * Returns the chain of a job in the run of all jobs, which is repeated for it; empty without a completed run.
         */
        private Optional<CriticalChain> chain(int job, int runs) {
            Placed placed = jobs.get(job);
            if (runs == 0 || placed.workload() == null || placed.placement() == null) {
                return Optional.empty();
            }
            BitSet all = new BitSet();
            all.set(0, jobs.size());
            return Optional.of(ChainSearch.of(placed.placement())
                    .schedule(placed.workload()
                            .schedule(platform, placed.placement())
                            .orElse(null))
                    .collectives(CollectiveTags::kindOf)
                    .links(platform.model().on(platform.cluster(), settings.seed()))
                    .findShared(
                            placed.spec().name(),
                            observers -> run(all, leastRuns(0), null, new SharedRun.Watch(job, observers))
                                    .results(job)));
        }

        private SharedRun run(
                BitSet included, int[] leastRuns, double @Nullable [] starts, SharedRun.@Nullable Watch watch) {
            List<Workload.@Nullable Shared> programs = new ArrayList<>();
            try {
                for (int i = 0; i < jobs.size(); i++) {
                    Workload workload = jobs.get(i).workload();
                    programs.add(workload == null || !included.get(i) ? null : workload.shared(settings.seed()));
                }
                SharedRun run =
                        new SharedRun(platform, jobs, programs, included, settings.seed(), leastRuns, starts, watch);
                run.run();
                runsDone.incrementAndGet();
                return run;
            } finally {
                programs.stream().filter(Objects::nonNull).forEach(Workload.Shared::close);
            }
        }

        private JobsResult collect(
                SharedRun whole, int[] runs, Blame blame, boolean divides, List<Optional<CriticalChain>> chains) {
            Cluster cluster = platform.cluster();
            List<Job> programs = new ArrayList<>();
            List<Background> background = new ArrayList<>();
            Set<String> warnings = new LinkedHashSet<>(platform.warnings());
            warnings.addAll(remarks);
            Placed.sharedCores(jobs, cluster).ifPresent(warnings::add);
            double end = 0;
            for (int i = 0; i < jobs.size(); i++) {
                Placed job = jobs.get(i);
                double start = whole.starts()[i];
                if (job.spec() instanceof JobSpec.Background traffic) {
                    background.add(new Background(
                            traffic.name(),
                            Labels.of(traffic.pattern()),
                            start,
                            job.nodeNames(cluster),
                            whole.messages(i),
                            (double) whole.messages(i) * traffic.bytes()));
                    continue;
                }
                List<ReplayResult> results = whole.results(i);
                List<String> outside = outside(job);
                warnings.addAll(outside);
                results.forEach(result -> warnings.addAll(result.warnings()));
                boolean completed = runs[i] > 0;
                double makespan = completed ? whole.makespan(i, runs[i]) : Double.NaN;
                boolean endsByItself = ((Program) job.spec()).endsByItself();
                if (endsByItself) {
                    end = Math.max(end, start + makespan);
                }
                long messages = results.stream()
                        .mapToLong(result -> result.traffic().messages())
                        .sum();
                programs.add(new Job(
                        job.spec().name(),
                        start,
                        makespan,
                        results.size() == 1 ? results.get(0).interval() : null,
                        completed ? blame.alone(i) : Double.NaN,
                        runs[i],
                        job.placement() == null ? 0 : job.placement().ranks(),
                        endsByItself,
                        job.nodeNames(cluster),
                        messages,
                        messages == 0
                                ? Double.NaN
                                : results.stream()
                                                .mapToDouble(ReplayResult::messagesInsideNodes)
                                                .sum()
                                        / messages,
                        results.stream()
                                .mapToLong(result -> result.traffic().retransmissionTimeouts())
                                .sum(),
                        platform.validity().basis(),
                        outside,
                        divides && completed ? losses(i, blame) : List.of(),
                        chains.get(i).map(this::why).orElse(null)));
            }
            return new JobsResult(
                    programs,
                    background,
                    end,
                    divides ? blame.rule() : "",
                    platform.model().name(),
                    platform.cost().name(),
                    platform.loss().name(),
                    List.copyOf(warnings),
                    settings.seed());
        }

        private List<String> outside(Placed job) {
            if (job.placement() == null) {
                return List.of();
            }
            Use use = job.workload() == null
                    ? Platform.use(platform.cluster(), job.placement().nodes())
                    : job.workload().use(platform, job.placement());
            return platform.outside(jobs.size() > 1 ? use.withNeighbours() : use);
        }

        private Why why(CriticalChain chain) {
            Map<String, Double> seconds = new HashMap<>();
            chain.culprits(Culprit.Type.JOB).forEach(culprit -> seconds.put(culprit.name(), culprit.contention()));
            List<Loss> by = new ArrayList<>();
            double rest = chain.seconds(PartKind.CONTENTION);
            for (Placed job : jobs) {
                double its = seconds.getOrDefault(job.spec().name(), 0.0);
                by.add(new Loss(job.spec().name(), its));
                rest -= its;
            }
            double unexplained = rest > ROUNDING * chain.makespan() ? rest : 0;
            return new Why(chain, by, unexplained);
        }

        private List<Loss> losses(int loser, Blame blame) {
            double[] parts = blame.parts(loser);
            List<Loss> losses = new ArrayList<>();
            for (int other = 0; other < jobs.size(); other++) {
                if (other != loser) {
                    losses.add(new Loss(jobs.get(other).spec().name(), parts[other]));
                }
            }
            return losses;
        }
    }
}
