package org.tailback.example.ssj;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.random.RandomStreams;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.RandomStream;
import umontreal.ssj.simevents.Accumulate;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.stat.Tally;

/**
 * A render farm as a network of queues, on SSJ: jobs arrive at random, a worker fetches the scene over the storage
 * network, renders it when it is its turn, and sends the picture home over a fabric. Two networks of Tailback share the
 * simulator with the queues.
 *
 * <p>With Poisson arrivals every part has a known mean, because the storage server's link, shared equally by whoever
 * uses it, is an M/G/1 queue with processor sharing, and every worker an M/M/1 queue: fetch S / (1 - rho), render 1 /
 * (mu - lambda / workers), return R / (1 - rho'). Under the model {@code infiniband} messages that are alone at their
 * source give way less: no formula says what comes out.
 */
public final class RenderFarm {
    /** What a farm is made of: rates per second, sizes in bytes, the bandwidth-sharing model of the fabric. */
    public record Parameters(
            int workers,
            double jobsPerSecond,
            double rendersPerSecond,
            long sceneBytes,
            long pictureBytes,
            String fabricModel) {}

    /** Means in seconds, how many jobs they are over, and the mean number of jobs that fetch, over time. */
    public record Means(double fetch, double render, double giveBack, double response, int jobs, double fetching) {}

    /** The storage network: 100 MB/s. The fabric: 1 GB/s. */
    private static final double STORAGE = 100e6;

    private static final double FABRIC = 1e9;
    private static final int HOME = 0;

    private final Simulator simulator = new Simulator();
    private final Parameters parameters;
    private final int jobs;
    private final Network storage;
    private final Network fabric;
    private final RandomVariateGen untilNextJob;
    private final RandomVariateGen renderTime;
    private final RandomStream whichWorker;
    private final List<Queue<Job>> queues = new ArrayList<>();
    private final Tally fetch = new Tally("fetch");
    private final Tally render = new Tally("render");
    private final Tally giveBack = new Tally("return");
    private final Tally response = new Tally("response");
    private final Accumulate fetching = new Accumulate(simulator, "fetching");
    private int arrived;

    private record Job(double arrival, double fetched) {}

    private RenderFarm(Parameters parameters, int jobs, long seed) {
        this.parameters = parameters;
        this.jobs = jobs;
        simulator.init();
        Cluster cluster = Cluster.of(1 + parameters.workers(), 1);
        storage = Network.builder(cluster)
                .model("max-min:bandwidth=100MB/s")
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .on(simulator)
                .build();
        fabric = Network.builder(cluster)
                .model(parameters.fabricModel())
                .cost("hockney:latency=0s,bandwidth=1GB/s")
                .on(simulator)
                .build();
        untilNextJob = new ExponentialGen(RandomStreams.of(seed, "arrivals"), parameters.jobsPerSecond());
        renderTime = new ExponentialGen(RandomStreams.of(seed, "renders"), parameters.rendersPerSecond());
        whichWorker = RandomStreams.of(seed, "workers");
        fetching.init();
        for (int node = 0; node <= parameters.workers(); node++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /** Runs a farm until this number of jobs has returned. */
    public static Means run(Parameters parameters, int jobs, long seed) {
        RenderFarm farm = new RenderFarm(parameters, jobs, seed);
        farm.scheduleNextJob();
        farm.simulator.start();
        return new Means(
                farm.fetch.average(),
                farm.render.average(),
                farm.giveBack.average(),
                farm.response.average(),
                farm.response.numberObs(),
                farm.fetching.average());
    }

    /** The same means by queueing theory, if the fabric too is shared equally. */
    public static Means theory(Parameters p) {
        double scene = p.sceneBytes() / STORAGE;
        double picture = p.pictureBytes() / FABRIC;
        double fetch = scene / (1 - p.jobsPerSecond() * scene);
        double render = 1 / (p.rendersPerSecond() - p.jobsPerSecond() / p.workers());
        double giveBack = picture / (1 - p.jobsPerSecond() * picture);
        return new Means(fetch, render, giveBack, fetch + render + giveBack, 0, p.jobsPerSecond() * fetch);
    }

    /** An event of the host, like any other of its own. */
    private void scheduleNextJob() {
        new Event(simulator) {
            @Override
            public void actions() {
                jobArrives();
            }
        }.schedule(untilNextJob.nextDouble());
    }

    private void jobArrives() {
        double arrival = simulator.time();
        int worker = whichWorker.nextInt(1, parameters.workers());
        fetching.update(fetching.getLastValue() + 1);
        storage.send(HOME, worker, parameters.sceneBytes(), delivery -> {
            fetching.update(fetching.getLastValue() - 1);
            fetch.add(delivery.seconds());
            queues.get(worker).add(new Job(arrival, delivery.arrived()));
            if (queues.get(worker).size() == 1) {
                scheduleRender(worker);
            }
        });
        if (++arrived < jobs) {
            scheduleNextJob();
        }
    }

    private void scheduleRender(int worker) {
        new Event(simulator) {
            @Override
            public void actions() {
                rendered(worker, queues.get(worker).remove());
            }
        }.schedule(renderTime.nextDouble());
    }

    private void rendered(int worker, Job job) {
        render.add(simulator.time() - job.fetched());
        fabric.send(worker, HOME, parameters.pictureBytes(), delivery -> {
            giveBack.add(delivery.seconds());
            response.add(delivery.arrived() - job.arrival());
        });
        if (!queues.get(worker).isEmpty()) {
            scheduleRender(worker);
        }
    }

    /** Prints the simulated values next to the theory. */
    public static void main(String[] args) {
        Means fluid = run(new Parameters(8, 6, 1.25, 10_000_000, 100_000_000, "max-min:bandwidth=1GB/s"), 50_000, 1);
        Parameters parameters = new Parameters(8, 6, 1.25, 10_000_000, 100_000_000, "infiniband");
        Means infiniband = run(parameters, 50_000, 1);
        Means theory = theory(parameters);
        System.out.printf(Locale.ROOT, "          infiniband  max-min   theory%n");
        System.out.printf(
                Locale.ROOT, "fetch     %9.4f %9.4f %8.4f s%n", infiniband.fetch(), fluid.fetch(), theory.fetch());
        System.out.printf(
                Locale.ROOT, "render    %9.4f %9.4f %8.4f s%n", infiniband.render(), fluid.render(), theory.render());
        System.out.printf(
                Locale.ROOT,
                "return    %9.4f %9.4f %8.4f s%n",
                infiniband.giveBack(),
                fluid.giveBack(),
                theory.giveBack());
        System.out.printf(
                Locale.ROOT,
                "response  %9.4f %9.4f %8.4f s%n",
                infiniband.response(),
                fluid.response(),
                theory.response());
        System.out.printf(
                Locale.ROOT,
                "fetching  %9.4f %9.4f %8.4f jobs%n",
                infiniband.fetching(),
                fluid.fetching(),
                theory.fetching());
    }
}
