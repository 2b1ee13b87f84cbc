package org.tailback.example.ssj;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Queue;
import org.tailback.cluster.Placement;
import org.tailback.embed.Network;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.stat.Tally;

/**
 * A batch scheduler on SSJ: jobs arrive at random, wait for free nodes in the order of their arrival, run as replays on
 * one network that they share, and free their nodes. How the scheduler chooses nodes decides how much jobs slow each
 * other down: two racks of eight nodes are joined by a trunk as fast as a single node.
 */
public final class BatchScheduler {
    /** How the scheduler chooses among the free nodes. */
    public enum Policy {
        /** The nodes with the smallest numbers, so that a job mostly stays in a rack. */
        PACKED,
        /** From both racks in turn, so that every job uses the trunk. */
        SPREAD
    }

    /**
     * Means over all jobs.
     *
     * @param waiting seconds between arrival and start
     * @param running seconds between start and end
     * @param slowdown running time by that on an empty network
     */
    public record Means(double waiting, double running, double slowdown, int jobs) {}

    private static final int NODES = 16;
    private static final int RANKS = 4;
    private static final ParallelProgram PROGRAM =
            Programs.of("alltoall:ranks=" + RANKS + ",bytes=10MB,algorithm=linear");
    private static final String TWO_RACKS = """
            racks: [{name: A, nodes: 8}, {name: B, nodes: 8}]
            network: {model: max-min, topology: racks, bandwidth: 1 GB/s, rack-bandwidth: 1 GB/s}
            cost: {model: hockney, latency: 2 us, bandwidth: 1 GB/s}
            """;

    private record Waiting(double arrival) {}

    private final Simulator simulator = new Simulator();
    private final Policy policy;
    private final int jobs;
    private final Network network;
    private final RandomVariateGen untilNextJob;
    private final PriorityQueue<Integer> free;
    private final Queue<Waiting> queue = new ArrayDeque<>();
    private final Tally waiting = new Tally("waiting");
    private final Tally running = new Tally("running");
    private int arrived;

    private BatchScheduler(Policy policy, double jobsPerSecond, int jobs, long seed) {
        this.policy = policy;
        this.jobs = jobs;
        simulator.init();
        network = Network.builder(platform()).on(simulator).build();
        MRG32k3a stream = new MRG32k3a();
        stream.setSeed(new long[] {seed, seed, seed, seed, seed, seed});
        untilNextJob = new ExponentialGen(stream, jobsPerSecond);
        free = new PriorityQueue<>(Comparator.comparingInt(this::preference));
        for (int node = 0; node < NODES; node++) {
            free.add(node);
        }
    }

    private static Platform platform() {
        return PlatformFile.parse(TWO_RACKS, "two racks").resolve(Overrides.NONE);
    }

    private int preference(int node) {
        return policy == Policy.PACKED ? node : 2 * (node % 8) + node / 8;
    }

    /** Runs until this number of jobs has ended. */
    public static Means run(Policy policy, double jobsPerSecond, int jobs, long seed) {
        BatchScheduler scheduler = new BatchScheduler(policy, jobsPerSecond, jobs, seed);
        scheduler.scheduleArrival();
        scheduler.simulator.start();
        return new Means(
                scheduler.waiting.average(),
                scheduler.running.average(),
                scheduler.running.average() / alone(),
                scheduler.running.numberObs());
    }

    /** Running time of a job inside a rack of an empty network, in seconds. */
    public static double alone() {
        Platform platform = platform();
        return Replay.builder(PROGRAM, platform)
                .placement(Placement.of(platform.cluster(), 0, 1, 2, 3))
                .build()
                .run()
                .duration();
    }

    private void scheduleArrival() {
        new Event(simulator) {
            @Override
            public void actions() {
                queue.add(new Waiting(simulator.time()));
                startJobs();
                if (++arrived < jobs) {
                    scheduleArrival();
                }
            }
        }.schedule(untilNextJob.nextDouble());
    }

    private void startJobs() {
        while (!queue.isEmpty() && free.size() >= RANKS) {
            waiting.add(simulator.time() - queue.remove().arrival());
            List<Integer> nodes = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                nodes.add(free.remove());
            }
            Replay.builder(PROGRAM, network.platform())
                    .on(network)
                    .placement(Placement.of(
                            network.platform().cluster(),
                            nodes.stream().mapToInt(node -> node).toArray()))
                    .whenDone(result -> {
                        running.add(result.duration());
                        free.addAll(nodes);
                        startJobs();
                    })
                    .build()
                    .start();
        }
    }

    /** Prints the means under both policies. */
    public static void main(String[] args) {
        for (Policy policy : Policy.values()) {
            Means means = run(policy, 15, 2000, 1);
            System.out.printf(
                    Locale.ROOT,
                    "%-7s %d jobs: wait %.1f ms, run %.1f ms, slowed down %.2f times%n",
                    policy,
                    means.jobs(),
                    1000 * means.waiting(),
                    1000 * means.running(),
                    means.slowdown());
        }
    }
}
