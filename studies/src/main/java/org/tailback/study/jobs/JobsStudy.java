package org.tailback.study.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;
import org.tailback.study.jobs.JobSpec.Program;
import org.tailback.trace.TraceOptions;

/**
 * Study of several jobs and background traffic in one network. The jobs run all together, each alone, and in the
 * subsets that are needed to attribute slowdowns to jobs. Only one thread may use a study, but its runs may use several
 * threads.
 *
 * <pre>{@code
 * JobsStudy study = JobsStudy.read(file);
 * JobsResult result = study.run(Platforms.named("lumi"), Overrides.NONE, JobsStudy.Settings.DEFAULT);
 * }</pre>
 */
public final class JobsStudy {
    /** Largest number of jobs, including background traffic, for which losses are divided by default. */
    public static final int MOST_BLAMED = 12;

    /** Largest number of jobs, including background traffic, for which losses are divided by runs of all subsets. */
    public static final int MOST_EXACT = 6;

    private final JobsFile file;
    private final AtomicInteger runsDone = new AtomicInteger();

    private JobsStudy(JobsFile file) {
        this.file = file;
    }

    /** Condition for the division of losses among the jobs. */
    public enum Dividing {
        /** Losses are divided among up to {@link #MOST_BLAMED} jobs. */
        AUTO,
        /** Losses are divided among any number of jobs. */
        ALWAYS,
        /** Losses are not divided. */
        NEVER
    }

    /**
     * Settings of a run.
     *
     * @param seed seed of random nodes, starts, traffic and models
     * @param threads number of concurrent runs, >= 1
     * @param dividing whether losses are divided among the jobs
     * @param placement policy that replaces the policies in the file for the nodes of jobs; null for the policies in
     *     the file
     * @param chains whether to find the critical path of each job, which requires two or more additional runs per job
     */
    public record Settings(
            long seed,
            int threads,
            Dividing dividing,
            @Nullable JobPlacement placement,
            boolean chains) {
        /** Default settings: seed 1, one thread. */
        public static final Settings DEFAULT = new Settings(1, 1, Dividing.AUTO, null, false);

        /** Returns the settings with another seed. */
        public Settings withSeed(long other) {
            return new Settings(other, threads, dividing, placement, chains);
        }

        boolean divides(int jobs) {
            return jobs > 1 && dividing != Dividing.NEVER && (dividing == Dividing.ALWAYS || jobs <= MOST_BLAMED);
        }
    }

    /**
     * Reads a jobs file.
     *
     * @throws InputException if the file cannot be read or is malformed; the message contains line and column
     */
    public static JobsStudy read(Path path) {
        return new JobsStudy(JobsFile.read(path));
    }

    /** Returns the platform file or built-in platform named in the jobs file; null if it names none. */
    public @Nullable Path platform() {
        return file.platform();
    }

    /** Returns the placements in the jobs file for a sweep; empty if the file has none. */
    public List<JobPlacement> placements() {
        return file.placements();
    }

    void requireChoice() {
        if (file.specs().stream().allMatch(spec -> spec.nodes().policy() == null)) {
            throw new InputException("every job names its nodes, so placements have no effect. "
                    + "Omit 'nodes' of a job, or give it a policy");
        }
    }

    /** Returns the number of runs of the network that have ended. Any thread may call it. */
    public int runsDone() {
        return runsDone.get();
    }

    /**
     * Runs the jobs on the whole platform. A single job runs on the same platform as in a replay of its program.
     *
     * @param overrides settings that replace those of the platform; the seed of {@code settings} applies
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
        List<Placed> placed = Placed.all(
                file.specs(),
                workloads,
                platforms.cluster(own),
                platforms.placement(own).name().equals("block"),
                placement == null ? settings.seed() : placement.seed(settings.seed()),
                placement);
        List<Placement> placements =
                placed.stream().map(Placed::placement).filter(Objects::nonNull).toList();
        Platform platform = placed.size() == 1 && !placements.isEmpty()
                ? platforms.forPlacement(placements.get(0), own)
                : platforms.whole(own);
        NavigableMap<Integer, Platform> byRanks = new TreeMap<>();
        placements.forEach(each -> byRanks.put(each.ranks(), platform.forRun(each.ranks(), each)));
        Platform forMost = byRanks.isEmpty() ? platform : byRanks.lastEntry().getValue();
        List<String> warnings = new ArrayList<>();
        if (byRanks.values().stream().anyMatch(each -> each.cost() != forMost.cost())) {
            warnings.add(
                    "The platform's message cost depends on the number of ranks (cost-from-ranks), but all jobs in a"
                            + " network use the cost for the " + byRanks.lastKey() + " ranks of the largest job");
        }
        if (placed.size() > 1 && platforms.isOfJobs()) {
            warnings.add("Jobs share the torus of the whole platform, but a replay of a single program has a torus of"
                    + " the program's size (dimensions: cubic)");
        }
        return new JobRuns(forMost, placed, settings, warnings, runsDone).result();
    }
}
