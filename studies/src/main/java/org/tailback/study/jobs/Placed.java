package org.tailback.study.jobs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.simulation.Workload;
import org.tailback.study.jobs.JobSpec.Program;

/**
 * Job or background traffic with its nodes.
 *
 * @param workload the opened program; null for background traffic
 * @param nodes nodes of the job, in the order in which ranks fill them; machines on a platform with GPUs
 * @param placement placement of the ranks; null for background traffic
 */
record Placed(
        JobSpec spec,
        @Nullable Workload workload,
        int[] nodes,
        @Nullable Placement placement) {
    /**
     * Chooses the nodes of all jobs. Named nodes are assigned first; then the policies choose free nodes in the order
     * of the file. On machines with GPUs, a rank occupies the first GPU among the GPUs with the fewest ranks of earlier
     * jobs.
     *
     * @param workloads workloads of the specs; null for background traffic
     * @param fills whether the platform fills its nodes, for jobs without a number of ranks per node
     * @param seed seed of random choices
     * @param policy policy that replaces the policy of every job that has one; null to use the policies of the jobs
     */
    static List<Placed> all(
            List<JobSpec> specs,
            List<@Nullable Workload> workloads,
            Cluster cluster,
            boolean fills,
            long seed,
            @Nullable JobPlacement policy) {
        Cluster machines = cluster.machines();
        BitSet free = new BitSet();
        free.set(0, machines.nodes());
        int[][] nodes = new int[specs.size()][];
        for (boolean named : new boolean[] {true, false}) {
            for (int i = 0; i < nodes.length; i++) {
                JobSpec spec = specs.get(i);
                JobNodeChoice choice = policy == null ? spec.nodes() : policy.of(spec.nodes());
                if ((choice.policy() == null) == named) {
                    nodes[i] = choice.choose(
                            machines, needed(spec, workloads.get(i), cluster, fills), free, seed, spec.name());
                    IntStream.of(nodes[i]).forEach(free::clear);
                }
            }
        }
        List<Placed> placed = new ArrayList<>();
        int[] load = new int[cluster.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            placed.add(of(specs.get(i), workloads.get(i), nodes[i], cluster, fills, load));
        }
        return placed;
    }

    private static int needed(JobSpec spec, @Nullable Workload workload, Cluster cluster, boolean fills) {
        if (!(spec instanceof Program program) || workload == null) {
            return 0;
        }
        int perNode = mostPerNode(program, cluster, fills);
        return (workload.ranks() + perNode - 1) / perNode;
    }

    /**
     * Returns the job's number of ranks per node. The default is one per GPU, or one per core on a platform that fills
     * nodes; otherwise one per node.
     */
    private static int mostPerNode(Program program, Cluster cluster, boolean fills) {
        return program.ranksPerNode() > 0
                ? program.ranksPerNode()
                : cluster.hasGpus() || fills ? cluster.slotsPerMachine() : 1;
    }

    /**
     * Returns the largest number of ranks per node. If the job does not specify the number and has more nodes than its
     * ranks require, the ranks are spread over all nodes.
     */
    private static int perNode(Program program, Cluster cluster, boolean fills, int ranks, int nodes) {
        int most = mostPerNode(program, cluster, fills);
        return program.ranksPerNode() > 0 || ranks > (long) nodes * most || most == 1
                ? most
                : (ranks + most - 1) / most == nodes ? most : (ranks + nodes - 1) / nodes;
    }

    private static Placed of(
            JobSpec spec, @Nullable Workload workload, int[] nodes, Cluster cluster, boolean fills, int[] load) {
        String place = spec.nodes().place();
        Set<Integer> distinct = IntStream.of(nodes).boxed().collect(Collectors.toSet());
        if (distinct.size() < nodes.length) {
            throw InputException.at(place, "a node is named twice", "Set ranks-per-node for several ranks on a node");
        }
        if (!(spec instanceof Program program) || workload == null) {
            if (nodes.length < 2) {
                throw InputException.at(place, "background traffic needs at least 2 nodes", "");
            }
            return new Placed(spec, null, nodes, null);
        }
        int ranks = workload.ranks();
        int perNode = perNode(program, cluster, fills, ranks, nodes.length);
        if (ranks > (long) nodes.length * perNode) {
            throw InputException.at(
                    place,
                    spec.name() + " has " + ranks + " ranks, but its nodes hold " + (long) nodes.length * perNode
                            + " (nodes: " + nodes.length + ", ranks per node: " + perNode + ")",
                    "Give it more nodes, or more ranks-per-node");
        }
        int slots = cluster.slotsPerMachine();
        String slot = cluster.slotName();
        if (perNode > slots) {
            throw InputException.at(
                    place,
                    spec.name() + " has " + perNode + " ranks-per-node, but a node has " + slots + " " + slot
                            + (slots == 1 ? "" : "s"),
                    "Give the platform more " + slot.toLowerCase(Locale.ROOT) + "s-per-node");
        }
        int[][] slotsOf = IntStream.of(nodes)
                .mapToObj(node -> leastLoaded(node, cluster, load))
                .toArray(int[][]::new);
        int[] nodeOfRank = IntStream.range(0, ranks)
                .map(rank -> slotsOf[rank / perNode][rank % perNode])
                .toArray();
        IntStream.of(nodeOfRank).forEach(node -> load[node]++);
        return new Placed(spec, workload, nodes, Placement.of(cluster, nodeOfRank));
    }

    private static int[] leastLoaded(int machine, Cluster cluster, int[] load) {
        return IntStream.range(0, cluster.slotsPerMachine())
                .mapToObj(slot -> cluster.nodeOfSlot(machine, slot))
                .sorted(Comparator.comparingInt(node -> load[node]))
                .mapToInt(node -> node)
                .toArray();
    }

    /**
     * Returns a warning if nodes run more ranks than they have cores, because the slowdown of computation is not
     * modelled.
     */
    static Optional<String> sharedCores(List<Placed> jobs, Cluster cluster) {
        int[] ranksOnNode = new int[cluster.nodes()];
        for (Placed job : jobs) {
            Placement placement = job.placement();
            for (int rank = 0; placement != null && rank < placement.ranks(); rank++) {
                ranksOnNode[placement.nodeOf(rank)]++;
            }
        }
        long shared = IntStream.of(ranksOnNode)
                .filter(ranks -> ranks > cluster.coresPerNode())
                .count();
        return shared == 0
                ? Optional.empty()
                : Optional.of(shared
                        + (cluster.hasGpus()
                                ? " GPUs run more than one rank"
                                : " nodes run more ranks than they have cores")
                        + "; the slowdown of computation is not modelled");
    }

    /** Returns the placement of the ranks of a program. */
    Placement ranks() {
        return Objects.requireNonNull(placement);
    }

    List<String> nodeNames(Cluster cluster) {
        return IntStream.of(nodes).mapToObj(cluster.machines()::nodeName).toList();
    }

    /**
     * Returns the endpoints of background traffic: the nodes or, on machines with GPUs, the first GPU of each machine.
     */
    int[] trafficNodes(Cluster cluster) {
        return IntStream.of(nodes).map(node -> node * cluster.gpusPerMachine()).toArray();
    }
}
