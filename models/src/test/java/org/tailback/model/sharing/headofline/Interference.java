package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.tailback.cluster.Cluster;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * How much an incast of one half of the nodes slows collectives of the other half: an allgather around a ring, and a
 * pairwise alltoall. A step of a collective takes as long as its slowest message. {@code main} prints the table of
 * docs/models/head-of-line.md.
 */
final class Interference {
    private Interference() {}

    /**
     * Dragonfly+: groups of leaves and as many spines, all leaves of a group connected with all its spines, and every
     * spine with that of the same number in each other group. A route goes over the spine that the destination's
     * number says.
     *
     * @param leaves of each group, and spines, and nodes of each leaf
     */
    record DragonflyPlus(int groups, int leaves) implements Topology {
        int nodes() {
            return groups * leaves * leaves;
        }

        @Override
        public int links() {
            return 2 * nodes() + 2 * groups * leaves * leaves + groups * groups * leaves;
        }

        @Override
        public double capacity(int link) {
            return 1;
        }

        @Override
        public double nodeBandwidth() {
            return 1;
        }

        @Override
        public String linkName(int link) {
            return "link " + link;
        }

        @Override
        public int longestRoute() {
            return 5;
        }

        @Override
        public int route(int source, int destination, int[] into) {
            int perGroup = leaves * leaves;
            int count = 0;
            into[count++] = source;
            if (source / leaves != destination / leaves) {
                int spine = destination % leaves;
                int up = 2 * nodes();
                int down = up + groups * perGroup;
                into[count++] = up + source / leaves * leaves + spine;
                if (source / perGroup != destination / perGroup) {
                    into[count++] = down
                            + groups * perGroup
                            + (source / perGroup * groups + destination / perGroup) * leaves
                            + spine;
                }
                into[count++] = down + destination / leaves * leaves + spine;
            }
            into[count++] = nodes() + destination;
            return count;
        }
    }

    /** Time of an allgather and of an alltoall among the victims, over those without the incast; random halves. */
    static double[] slowDowns(SharingModel model, int nodes, long seed) {
        List<Integer> all = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            all.add(node);
        }
        Collections.shuffle(all, new Random(seed));
        List<Integer> victims = new ArrayList<>(all.subList(0, nodes / 2));
        Collections.sort(victims);
        List<Integer> others = all.subList(nodes / 2, nodes);
        double ring = steps(model, nodes, victims, others, 1) / steps(model, nodes, victims, List.of(), 1);
        int shifts = victims.size() - 1;
        double alltoall =
                steps(model, nodes, victims, others, shifts) / steps(model, nodes, victims, List.of(), shifts);
        return new double[] {ring, alltoall};
    }

    /** The time of the shifts by 1 to a number. */
    private static double steps(
            SharingModel model, int nodes, List<Integer> victims, List<Integer> others, int shifts) {
        double time = 0;
        for (int shift = 1; shift <= shifts; shift++) {
            BandwidthSharing network = model.on(Cluster.of(nodes, 1), 1);
            int n = victims.size();
            for (int i = 0; i < n; i++) {
                network.flowStarted(i, victims.get(i), victims.get((i + shift) % n));
            }
            for (int i = 1; i < others.size(); i++) {
                network.flowStarted(n + i, others.get(i), others.get(0));
            }
            double[] slowest = {1};
            network.recompute((flow, rate) -> slowest[0] = flow < n ? Math.min(slowest[0], rate) : slowest[0]);
            time += 1 / slowest[0];
        }
        return time;
    }

    /** Prints the medians over five allocations. */
    public static void main(String[] arguments) {
        String[][] variants = {
            {"one lane", "1", "1", "false"},
            {"2 lanes", "2", "1", "false"},
            {"4 lanes", "4", "1", "false"},
            {"speed-up 2", "1", "2", "false"},
            {"isolated (max-min)", "1", "1", "true"}
        };
        for (int nodes : new int[] {16, 32, 64, 128}) {
            int leaf = nodes == 16 ? 2 : 4;
            String down = leaf + "x" + nodes / leaf;
            var tree = HeadOfLineTest.topology("topology=fat-tree;down=" + down + ";up=1x" + leaf);
            for (String[] variant : variants) {
                int groups = nodes / leaf / leaf;
                print("dragonfly+", variant, cluster -> new DragonflyPlus(groups, leaf), nodes);
                print("fat tree", variant, tree, nodes);
            }
        }
    }

    private static void print(String name, String[] variant, TopologyPlan topology, int nodes) {
        SharingModel model = new HeadOfLine(
                topology,
                Integer.parseInt(variant[1]),
                Integer.parseInt(variant[2]),
                Boolean.parseBoolean(variant[3]),
                HeadOfLine.BUFFER,
                HeadOfLine.PRECISION,
                HeadOfLine.EFFORT);
        double[] ring = new double[5];
        double[] alltoall = new double[5];
        for (int seed = 0; seed < 5; seed++) {
            double[] both = slowDowns(model, nodes, seed);
            ring[seed] = both[0];
            alltoall[seed] = both[1];
        }
        Arrays.sort(ring);
        Arrays.sort(alltoall);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %.1f (%.1f to %.1f) | %.1f (%.1f to %.1f) |%n",
                name,
                variant[0],
                nodes,
                ring[2],
                ring[0],
                ring[4],
                alltoall[2],
                alltoall[0],
                alltoall[4]);
    }
}
