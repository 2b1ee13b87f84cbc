package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * How much an incast of one half of the nodes slows collectives of the other half: an allgather around a ring, and a
 * pairwise alltoall. A step of a collective takes as long as its slowest message.
 *
 * <p>{@code main} prints the tables of docs/models/head-of-line.md. Arguments: settings of the model; none for all of
 * the tables.
 */
final class Interference {
    /** Allocations that are drawn of each kind. */
    private static final int DRAWN = 5;

    /** Where the nodes of the victims are. */
    enum Placement {
        /** A half is drawn. */
        RANDOM,
        /** Every second node. */
        INTERLEAVED,
        /** The first half. */
        HALVES
    }

    private Interference() {}

    /** Settings of a dragonfly+ or a fat tree with so many nodes, one link up for each node. */
    static String network(String kind, int nodes) {
        int leaf = nodes == 16 ? 2 : 4;
        return kind.equals("dragonfly+")
                ? String.format("topology=dragonfly-plus;groups=%dx%dx%dx%d", nodes / leaf / leaf, leaf, leaf, leaf)
                : String.format("topology=fat-tree;down=%dx%d;up=1x%d", leaf, nodes / leaf, leaf);
    }

    /** Time of an allgather and of an alltoall among the victims, over those without the incast. */
    static double[] slowDowns(SharingModel model, int nodes, Placement placement, long seed) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, nodes).boxed().toList());
        Random random = new Random(seed);
        switch (placement) {
            case RANDOM -> Collections.shuffle(all, random);
            case INTERLEAVED -> all.sort((a, b) -> a % 2 == b % 2 ? a - b : a % 2 - b % 2);
            case HALVES -> {}
        }
        List<Integer> victims = new ArrayList<>(all.subList(0, nodes / 2));
        Collections.sort(victims);
        List<Integer> others = all.subList(nodes / 2, nodes);
        Collections.swap(others, 0, random.nextInt(others.size()));
        int shifts = victims.size() - 1;
        return new double[] {
            steps(model, nodes, victims, others, 1) / steps(model, nodes, victims, List.of(), 1),
            steps(model, nodes, victims, others, shifts) / steps(model, nodes, victims, List.of(), shifts)
        };
    }

    /** The time of the shifts by 1 to a number; the incast goes to the first of the others. */
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

    /** Prints medians, least and most over the allocations drawn. */
    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            for (String settings : arguments) {
                row("dragonfly+", settings, Placement.RANDOM);
                row("fat tree", settings, Placement.RANDOM);
            }
            return;
        }
        for (String network : List.of("dragonfly+", "fat tree")) {
            for (String settings : List.of(
                    "lanes=1",
                    "lanes=4",
                    "speed-up=2",
                    "adaptive=true",
                    "window=256;buffer=64",
                    "window=64;buffer=64",
                    "window=16;buffer=64",
                    "window=8;buffer=64",
                    "window=16;buffer=64;adaptive=true",
                    "window=16;buffer=256",
                    "isolated=true")) {
                row(network, settings, Placement.RANDOM);
            }
            row(network, "window=16;buffer=64", Placement.INTERLEAVED);
            row(network, "window=16;buffer=64", Placement.HALVES);
        }
    }

    private static void row(String network, String settings, Placement placement) {
        System.out.printf("| %s | %s | %s |", network, settings, placement.name().toLowerCase(Locale.ROOT));
        for (int nodes : new int[] {16, 64, 128}) {
            HeadOfLine model = HeadOfLineTest.model(network(network, nodes) + ";" + settings);
            double[][] both = new double[2][DRAWN];
            for (int seed = 0; seed < DRAWN; seed++) {
                double[] slowDowns = slowDowns(model, nodes, placement, seed);
                both[0][seed] = slowDowns[0];
                both[1][seed] = slowDowns[1];
            }
            for (double[] each : both) {
                Arrays.sort(each);
                System.out.printf(Locale.ROOT, " %.1f (%.1f to %.1f) |", each[DRAWN / 2], each[0], each[DRAWN - 1]);
            }
        }
        System.out.println();
    }
}
