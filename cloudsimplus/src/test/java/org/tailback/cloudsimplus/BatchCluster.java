package org.tailback.cloudsimplus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
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
 * of their submission, as soon as there are enough free nodes, and share one network.
 */
public final class BatchCluster extends CloudSimEntity {
    private static final int SUBMITTED = 717_002;

    private final CloudSimClock clock = new CloudSimClock(this);
    private final Network network;
    private final TreeSet<Integer> free = new TreeSet<>();
    private final Queue<ParallelProgram> queue = new ArrayDeque<>();
    private final List<ReplayResult> results = new ArrayList<>();
    private final List<Submission> submissions = new ArrayList<>();

    private record Submission(ParallelProgram program, double seconds) {}

    /** An idle cluster; ranks of a job run on nodes of their own. */
    public BatchCluster(CloudSimPlus simulation, Platform platform) {
        super(simulation);
        network = Network.builder(platform).on(clock.kernel()).build();
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
        clock.process(event, each -> {
            if (each.getTag() == SUBMITTED) {
                queue.add((ParallelProgram) each.getData());
                startJobs();
            }
        });
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
}
