package org.tailback.study.jobs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.explain.SharedObservers;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SteppedKernel;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.random.RandomStreams;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Workload;
import org.tailback.study.jobs.JobSpec.Program;

/**
 * Run of a subset of the jobs in one network. In the run of all jobs, random starts are drawn, and a job that starts
 * after another job waits for its end. In a run of a subset, every job starts at the same time as in the run of all
 * jobs, so that the runs are comparable.
 */
final class SharedRun {
    private final List<Placed> jobs;
    private final @Nullable Watch watch;
    private final long seed;
    private final int[] leastRuns;
    private final double @Nullable [] fixedStarts;
    private final SteppedKernel kernel = SteppedKernel.create();
    private final Network network;
    private final Running[] running;
    private final BackgroundTraffic[] traffic;
    /** Start time of each job, in seconds. */
    private final double[] starts;

    private int unfinished;

    record Watch(int job, SharedObservers observers) {}

    /**
     * Creates a run.
     *
     * @param included jobs of the subset
     * @param leastRuns number of runs after which a program counts as ended, by job, >= 0
     * @param fixedStarts start time of each job, in seconds; null to draw starts and to wait for other jobs
     * @param watch observers of the run; null for none
     */
    SharedRun(
            Platform platform,
            List<Placed> jobs,
            BitSet included,
            long seed,
            int[] leastRuns,
            double @Nullable [] fixedStarts,
            @Nullable Watch watch) {
        this.jobs = jobs;
        this.seed = seed;
        this.leastRuns = leastRuns;
        this.fixedStarts = fixedStarts;
        this.watch = watch;
        Map<Message, String> owners = new IdentityHashMap<>();
        NetworkBuilder builder = Network.builder(platform).on(kernel).seed(seed);
        if (watch != null) {
            watch.observers().single(owners::get).ifPresent(builder::observer);
        }
        network = builder.build();
        running = new Running[jobs.size()];
        traffic = new BackgroundTraffic[jobs.size()];
        starts = new double[jobs.size()];
        for (int i = included.nextSetBit(0); i >= 0; i = included.nextSetBit(i + 1)) {
            if (jobs.get(i).spec() instanceof JobSpec.Background background) {
                traffic[i] = new BackgroundTraffic(
                        background, jobs.get(i).trafficNodes(platform.cluster()), network, kernel, seed, owners);
            } else {
                running[i] = new Running(i);
                unfinished += leastRuns[i] > 0 ? 1 : 0;
            }
        }
    }

    /** Runs until all jobs that end by themselves have ended. */
    void run() {
        for (int i = 0; i < starts.length; i++) {
            if (fixedStarts != null) {
                startAt(i, fixedStarts[i]);
            } else if (jobs.get(i).spec().start().after() == null) {
                startAt(i, delay(i));
            }
        }
        List<Running> programs = Stream.of(running).filter(Objects::nonNull).toList();
        try {
            kernel.runToEnd();
            programs.forEach(Running::requireEnd);
        } finally {
            programs.forEach(program -> program.shared.close());
        }
    }

    private double delay(int job) {
        JobSpec spec = jobs.get(job).spec();
        return spec.start()
                .time()
                .quantile(RandomStreams.of(seed, "start of " + spec.name()).nextDouble());
    }

    private void startAt(int job, double seconds) {
        starts[job] = seconds;
        if (running[job] != null) {
            running[job].timer.at(seconds);
        } else if (traffic[job] != null) {
            traffic[job].startAt(seconds);
        }
    }

    private void ended(int job) {
        if (fixedStarts == null) {
            for (int i = 0; i < starts.length; i++) {
                if (jobs.get(job)
                        .spec()
                        .name()
                        .equals(jobs.get(i).spec().start().after())) {
                    startAt(i, kernel.now() + delay(i));
                }
            }
        }
        unfinished--;
        if (unfinished == 0) {
            stop();
        }
    }

    private void stop() {
        for (int i = 0; i < starts.length; i++) {
            if (running[i] != null) {
                running[i].stop();
            }
            if (traffic[i] != null) {
                traffic[i].stop();
            }
        }
    }

    /** Returns the times at which the jobs started, in seconds. */
    double[] starts() {
        return starts.clone();
    }

    /** Returns the seconds from a program's start to the end of its n-th run. */
    double makespan(int job, int n) {
        return running[job].begun.get(n - 1)
                - running[job].begun.get(0)
                + running[job].results.get(n - 1).duration();
    }

    List<ReplayResult> results(int job) {
        return running[job].results;
    }

    long messages(int job) {
        return traffic[job].messages();
    }

    private final class Running {
        private final int job;
        private final Program spec;
        private final EventKernel.Timer timer = kernel.timer(EventKernel.Order.NORMAL, this::begin);
        private final List<ReplayResult> results = new ArrayList<>();
        /** Start times of runs, in seconds on the network's clock; each run starts when the previous run ends. */
        private final List<Double> begun = new ArrayList<>();

        private final Placement placement;
        private final Workload.Shared shared;
        private final Optional<Observer> others;
        private @Nullable Replay current;
        private boolean stopped;

        Running(int job) {
            this.job = job;
            spec = (Program) jobs.get(job).spec();
            placement = jobs.get(job).ranks();
            shared = Objects.requireNonNull(jobs.get(job).workload()).shared(seed);
            others = watch == null || isWatched()
                    ? Optional.empty()
                    : watch.observers().other(spec.name(), placement);
        }

        private void begin() {
            current = shared.start(network, placement, observer(), this::completed);
            begun.add(network.engine().kernel().now());
        }

        private @Nullable Observer observer() {
            return isWatched() ? Objects.requireNonNull(watch).observers().next() : others.orElse(null);
        }

        private boolean isWatched() {
            return watch != null && watch.job() == job;
        }

        private void completed(ReplayResult result) {
            results.add(result);
            current = null;
            if (results.size() == leastRuns[job]) {
                ended(job);
            }
            if (!stopped && results.size() < spec.repeat()) {
                begin();
            }
        }

        void stop() {
            stopped = true;
            timer.cancel();
            if (current != null) {
                current.cancel();
                current = null;
            }
        }

        void requireEnd() {
            if (current != null) {
                try {
                    current.result();
                } catch (UnfinishedProgramException e) {
                    throw e.withHint("The unfinished job is '" + spec.name() + "'.");
                }
            }
        }
    }
}
