package org.tailback.study.jobs;

import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.collective.CollectiveTags;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Culprit;
import org.tailback.explain.PartKind;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.replay.ReplayResult;
import org.tailback.settings.Labels;
import org.tailback.study.jobs.JobsResult.Background;
import org.tailback.study.jobs.JobsResult.Job;
import org.tailback.study.jobs.JobsResult.Loss;
import org.tailback.study.jobs.JobsResult.Traffic;
import org.tailback.study.jobs.JobsResult.Why;
import org.tailback.study.jobs.JobsStudy.Settings;

/**
 * Runs of jobs on their nodes: all jobs together, each job alone, and the subsets needed to divide the losses.
 *
 * @param platform platform that the jobs share
 * @param remarks warnings about the platform
 * @param runsDone number of runs that have ended
 */
record JobRuns(Platform platform, List<Placed> jobs, Settings settings, List<String> remarks, AtomicInteger runsDone) {
    /** Rounding error of the contention on a critical path, as a fraction of the makespan. */
    private static final double ROUNDING = 1e-12;

    private static final Logger LOG = LoggerFactory.getLogger(JobsStudy.class);

    JobsResult result() {
        checkEach();
        Blame blame = new Blame(jobs.size());
        SharedRun whole = run(blame.all(), leastRuns(0), null, null);
        int[] runs = IntStream.range(0, jobs.size())
                .map(i -> jobs.get(i).workload() == null ? 0 : whole.results(i).size())
                .toArray();
        boolean divides = settings.divides(jobs.size());
        List<BitSet> subsets = divides ? blame.subsets() : alone();
        String rule = divides ? blame.rule() : "";
        LOG.info("{} jobs, {} runs of subsets, losses divided by: {}", jobs.size(), subsets.size(), rule);
        List<double[]> makespans = OrderedTasks.map(subsets.size(), settings.threads(), i -> {
            BitSet subset = subsets.get(i);
            boolean isNeeded = subset.stream().anyMatch(job -> runs[job] > 0);
            return isNeeded
                    ? makespans(run(subset, runs, whole.starts(), null), subset, runs)
                    : new double[jobs.size()];
        });
        for (int i = 0; i < subsets.size(); i++) {
            blame.add(subsets.get(i), makespans.get(i));
        }
        blame.add(blame.all(), makespans(whole, blame.all(), runs));
        int[] numbers = programs().toArray();
        List<Job> programs = OrderedTasks.map(
                numbers.length,
                settings.chains() ? settings.threads() : 1,
                i -> job(numbers[i], runs[numbers[i]], whole, blame));
        List<Background> background = IntStream.range(0, jobs.size())
                .filter(i -> jobs.get(i).workload() == null)
                .mapToObj(i -> background(i, whole))
                .toList();
        return new JobsResult(
                programs,
                background,
                programs.stream()
                        .filter(Job::endsByItself)
                        .mapToDouble(job -> job.start() + job.makespan())
                        .max()
                        .orElse(0),
                rule,
                platform.model().name(),
                platform.cost().name(),
                platform.loss().name(),
                warnings(programs, whole),
                settings.seed());
    }

    private List<String> warnings(List<Job> programs, SharedRun whole) {
        Set<String> warnings = new LinkedHashSet<>(platform.warnings());
        warnings.addAll(remarks);
        Placed.sharedCores(jobs, platform.cluster()).ifPresent(warnings::add);
        Iterator<Job> its = programs.iterator();
        programs().forEach(i -> {
            warnings.addAll(its.next().outside());
            whole.results(i).forEach(result -> warnings.addAll(result.warnings()));
        });
        return List.copyOf(warnings);
    }

    /**
     * Runs each job alone if any job is endless, because endless traffic would conceal a program that cannot finish.
     */
    private void checkEach() {
        if (!jobs.stream().allMatch(job -> job.spec().endsByItself())) {
            alone().forEach(single -> run(single, leastRuns(1), new double[jobs.size()], null));
        }
    }

    private int[] leastRuns(int ofEndless) {
        return jobs.stream().mapToInt(job -> job.spec().leastRuns(ofEndless)).toArray();
    }

    private IntStream programs() {
        return IntStream.range(0, jobs.size()).filter(i -> jobs.get(i).workload() != null);
    }

    private List<BitSet> alone() {
        return programs().mapToObj(Blame::of).toList();
    }

    private double[] makespans(SharedRun run, BitSet subset, int[] runs) {
        double[] makespans = new double[jobs.size()];
        subset.stream().filter(i -> runs[i] > 0).forEach(i -> makespans[i] = run.makespan(i, runs[i]));
        return makespans;
    }

    private SharedRun run(
            BitSet included, int[] leastRuns, double @Nullable [] starts, SharedRun.@Nullable Watch watch) {
        SharedRun run = new SharedRun(platform, jobs, included, settings.seed(), leastRuns, starts, watch);
        run.run();
        runsDone.incrementAndGet();
        return run;
    }

    private Background background(int number, SharedRun whole) {
        Placed traffic = jobs.get(number);
        JobSpec.Background spec = (JobSpec.Background) traffic.spec();
        return new Background(
                spec.name(),
                Labels.of(spec.pattern()),
                whole.starts()[number],
                traffic.nodeNames(platform.cluster()),
                whole.messages(number),
                (double) whole.messages(number) * spec.bytes());
    }

    private Job job(int number, int runs, SharedRun whole, Blame blame) {
        Placed job = jobs.get(number);
        List<ReplayResult> results = whole.results(number);
        boolean completed = runs > 0;
        return new Job(
                job.spec().name(),
                whole.starts()[number],
                completed ? whole.makespan(number, runs) : Double.NaN,
                results.size() == 1 ? results.get(0).interval() : null,
                completed ? blame.alone(number) : Double.NaN,
                runs,
                job.ranks().ranks(),
                job.spec().endsByItself(),
                job.nodeNames(platform.cluster()),
                Traffic.of(results),
                platform.validity().basis(),
                outside(job),
                completed && settings.divides(jobs.size()) ? losses(blame.parts(number), number) : List.of(),
                completed && settings.chains() ? why(number) : null);
    }

    private List<String> outside(Placed job) {
        Use use = Objects.requireNonNull(job.workload()).use(platform, job.ranks());
        return platform.outside(jobs.size() > 1 ? use.withNeighbours() : use);
    }

    /** Returns the critical path of a job, from a repetition of the run of all jobs. */
    private Why why(int number) {
        Placed job = jobs.get(number);
        BitSet all = new Blame(jobs.size()).all();
        CriticalChain chain = ChainSearch.of(job.ranks())
                .schedule(Objects.requireNonNull(job.workload())
                        .schedule(platform, job.ranks())
                        .orElse(null))
                .collectives(CollectiveTags::kindOf)
                .links(platform.model().on(platform.cluster(), settings.seed()))
                .findShared(
                        job.spec().name(),
                        observers -> run(all, leastRuns(0), null, new SharedRun.Watch(number, observers))
                                .results(number));
        Map<String, Double> seconds = chain.culprits(Culprit.Type.JOB).stream()
                .collect(Collectors.toMap(Culprit::name, Culprit::contention, (a, b) -> b));
        double[] parts = jobs.stream()
                .mapToDouble(each -> seconds.getOrDefault(each.spec().name(), 0.0))
                .toArray();
        double rest = chain.seconds(PartKind.CONTENTION);
        for (double part : parts) {
            rest -= part;
        }
        return new Why(chain, losses(parts, -1), rest > ROUNDING * chain.makespan() ? rest : 0);
    }

    private List<Loss> losses(double[] parts, int loser) {
        return IntStream.range(0, parts.length)
                .filter(other -> other != loser)
                .mapToObj(other -> new Loss(jobs.get(other).spec().name(), parts[other]))
                .toList();
    }
}
