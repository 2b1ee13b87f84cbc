package org.tailback.study.placement;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;

/**
 * Writer of placements. It writes a file for {@code placement: file:PATH} ({@code rank node} per line), or a rankfile
 * for Open MPI ({@code rank 0=host slot=0} per line; the format of mpirun's option {@code --rankfile}). A file is
 * written completely or not at all.
 */
public final class PlacementFiles {
    private PlacementFiles() {}

    /**
     * Returns the lines of a placement file, each with a rank and the name of its node.
     *
     * @param ofJob whether the cluster contains only the nodes of the job, not the whole platform; the file must then
     *     list the nodes
     */
    public static String text(Cluster cluster, Placement placement, boolean ofJob) {
        return IntStream.range(0, placement.ranks())
                .mapToObj(rank -> rank + " " + cluster.nodeName(placement.nodeOf(rank)) + "\n")
                .collect(Collectors.joining("", ofJob ? "nodes " + cluster.nodes() + "\n" : "", ""));
    }

    /**
     * Checks that a rankfile can describe the nodes of ranks.
     *
     * @throws InputException if ranks are placed on GPUs
     */
    public static void requireCores(Cluster cluster) {
        if (cluster.hasGpus()) {
            throw new InputException("a rankfile places ranks on cores, and the nodes of the platform are GPUs."
                    + " Use the placement file (--output), or a platform without gpus-per-node");
        }
    }

    /**
     * Returns the lines of a rankfile. The ranks of a node occupy its slots 0, 1, 2, … in ascending order.
     *
     * @param hosts the host name of each node, in the order of the nodes; null for Open MPI's relative names {@code
     *     +n0}, {@code +n1}, …, which denote the hosts in the order of a resource manager's allocation. Without an
     *     allocation, Open MPI rejects relative names
     * @throws InputException if there are fewer hosts than the placement uses, or ranks are placed on GPUs
     */
    public static String rankfile(Cluster cluster, Placement placement, @Nullable List<String> hosts) {
        requireCores(cluster);
        int[] slots = new int[cluster.nodes()];
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < placement.ranks(); rank++) {
            int node = placement.nodeOf(rank);
            if (hosts != null && node >= hosts.size()) {
                throw new InputException("the placement uses node " + cluster.nodeName(node) + ", number " + node
                        + " (counted from 0), but there are only " + hosts.size()
                        + " host names. Give one for every node");
            }
            String host = hosts == null ? "+n" + node : hosts.get(node);
            text.append("rank " + rank + "=" + host + " slot=" + slots[node]++ + "\n");
        }
        return text.toString();
    }
}
