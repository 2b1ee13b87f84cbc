package org.tailback.example.cloudsimplus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.cloudsimplus.core.CloudSimEntity;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.events.SimEvent;
import org.tailback.cluster.Placement;
import org.tailback.embed.Network;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/**
 * A cluster with a batch queue as an entity of CloudSim Plus: jobs are message-passing programs that start in the order
 * of their submission, as soon as there are enough free nodes, and share one network. One event of CloudSim at a time
 * stands for the next instant of the network, so times are as coarse as CloudSim's shortest time between events.
 */
public final class BatchCluster extends CloudSimEntity {
    private static final int SUBMITTED = 717_002;
    private static final int NETWORK_DUE = 717_003;

    private final Network network;
    private final TreeSet<Integer> free = new TreeSet<>();
    private final Queue<ParallelProgram> queue = new ArrayDeque<>();
    private final List<ReplayResult> results = new ArrayList<>();
    private final List<Submission> submissions = new ArrayList<>();

    private record Submission(ParallelProgram program, double seconds) {}

    /** An idle cluster; ranks of a job run on nodes of their own. */
    public BatchCluster(CloudSimPlus simulation, Platform platform) {
        super(simulation);
        network = Network.builder(platform).build();
        for (int node = 0; node < platform.cluster().nodes(); node++) {
            free.add(node);
        }
    }

    /** Submits a job, before the simulation starts, at an instant in seconds. */
    public void submit(ParallelProgram program, double seconds) {
        submissions.add(new Submission(program, seconds));
    }

    /** Results of the jobs that have ended, in the order of their ends. */
    public List<ReplayResult> results() {
        return results;
    }

    @Override
    protected void startInternal() {
        submissions.forEach(job -> schedule(this, job.seconds(), SUBMITTED, job.program()));
    }

    @Override
    public void processEvent(SimEvent event) {
        if (event.getTag() == SUBMITTED) {
            catchUp(getSimulation().clock());
            queue.add((ParallelProgram) event.getData());
            startJobs();
        } else if (event.getTag() == NETWORK_DUE) {
            catchUp((Double) event.getData());
        }
        armNext();
    }

    private void catchUp(double seconds) {
        network.advanceTo(Math.max(network.now(), seconds));
    }

    private void startJobs() {
        while (!queue.isEmpty() && free.size() >= queue.element().ranks()) {
            ParallelProgram program = queue.remove();
            int[] nodes = new int[program.ranks()];
            for (int rank = 0; rank < nodes.length; rank++) {
                nodes[rank] = free.pollFirst();
            }
            Replay.builder(program, network.platform())
                    .on(network)
                    .placement(Placement.of(network.platform().cluster(), nodes))
                    .whenDone(result -> {
                        results.add(result);
                        for (int node : nodes) {
                            free.add(node);
                        }
                        startJobs();
                    })
                    .build()
                    .start();
        }
    }

    private void armNext() {
        Predicate<SimEvent> earlier = event -> event.getTag() == NETWORK_DUE;
        getSimulation().cancelAll(this, earlier);
        double next = network.nextInstant();
        if (next < Double.POSITIVE_INFINITY) {
            double delay =
                    Math.max(next - getSimulation().clock(), getSimulation().getMinTimeBetweenEvents());
            schedule(this, delay, NETWORK_DUE, next);
        }
    }
}
