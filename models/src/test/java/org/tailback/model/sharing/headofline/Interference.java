package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * How much an incast of one half of a job's nodes slows collectives of the other half: an allgather around a ring, and
 * a pairwise alltoall. A step of a collective takes as long as its slowest message. The halves are drawn.
 *
 * <p>{@code main} prints the table of docs/models/head-of-line.md, in some minutes. Arguments: the number of the job's
 * nodes (64), and settings of the model, such as {@code adaptive=true;window=16}; without any, those of the table.
 */
final class Interference {
    /** A dragonfly+ of the shape of Leonardo's Booster: cells of 18 leaves of 10 nodes. */
    static final String DRAGONFLY_PLUS = "topology=dragonfly-plus;groups=20x18x18x10";

    /** A fat tree without taper. */
    static final String FAT_TREE = "topology=fat-tree;down=20x36;up=1x20";

    /** Allocations that are drawn of each kind. */
    private static final int DRAWN = 5;

    /** Every so many shifts of an alltoall are walked. */
    private static final int SHIFTS_APART = 8;

    /** Visits of a walk: fewer end before the incast has filled the queues of adaptive routes. */
    private static final int EFFORT = 4_000_000;

    /** Where the nodes of the job are on the machine. */
    enum Placement {
        /** Neighbours. */
        BLOCK,
        /** Eight neighbours here and there. */
        EIGHTS,
        /** Eight neighbours here and there, of which the incast has the last half. */
        HALVES,
        /** Anywhere. */
        SCATTERED;

        /** The nodes of a job, victims first, in a drawn order. */
        List<Integer> nodes(int machine, int job, Random random) {
            int together = this == BLOCK ? job : this == SCATTERED ? 1 : 8;
            List<Integer> starts = new ArrayList<>(
                    IntStream.range(0, machine / together).boxed().toList());
            Collections.shuffle(starts, random);
            List<Integer> nodes = new ArrayList<>(starts.subList(0, job / together).stream()
                    .flatMap(start -> IntStream.range(start * together, (start + 1) * together)
                            .boxed())
                    .toList());
            if (this == HALVES) {
                Collections.sort(nodes);
            } else {
                Collections.shuffle(nodes, random);
            }
            return nodes;
        }
    }

    private Interference() {}

    /** Time of an allgather and of an alltoall among the victims, over those without the incast. */
    static double[] slowDowns(SharingModel model, int machine, int job, Placement placement, long seed) {
        List<Integer> nodes = placement.nodes(machine, job, new Random(seed));
        List<Integer> victims = new ArrayList<>(nodes.subList(0, job / 2));
        Collections.sort(victims);
        List<Integer> others = nodes.subList(job / 2, job);
        int shifts = victims.size() - 1;
        return new double[] {
            steps(model, machine, victims, others, 1) / steps(model, machine, victims, List.of(), 1),
            steps(model, machine, victims, others, shifts) / steps(model, machine, victims, List.of(), shifts)
        };
    }

    /** The time of some of the shifts by 1 to a number; the incast goes to the first of the others. */
    private static double steps(
            SharingModel model, int machine, List<Integer> victims, List<Integer> others, int shifts) {
        double time = 0;
        for (int shift = 1; shift <= shifts; shift += SHIFTS_APART) {
            BandwidthSharing network = model.on(Cluster.of(machine, 1), 1);
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
        int job = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 64;
        List<String> variants = arguments.length > 1
                ? Arrays.asList(arguments).subList(1, arguments.length)
                : List.of("buffer=16", "lanes=4", "adaptive=true", "adaptive=true;lanes=4", "isolated=true");
        for (String variant : variants) {
            row("dragonfly+", DRAGONFLY_PLUS + ";" + variant, 3600, job, variant);
            row("fat tree", FAT_TREE + ";" + variant, 720, job, variant);
        }
    }

    private static void row(String network, String settings, int machine, int job, String variant) {
        HeadOfLine model = HeadOfLineTest.model(settings + ";effort=" + EFFORT);
        print(network + ", " + variant, DRAWN, (placement, seed) -> slowDowns(model, machine, job, placement, seed));
    }

    private static void print(String name, int drawn, BiFunction<Placement, Integer, double[]> slowDowns) {
        for (Placement placement : Placement.values()) {
            System.out.printf("| %s | %s |", name, placement.name().toLowerCase(Locale.ROOT));
            double[][] each = new double[drawn][];
            Arrays.setAll(each, seed -> slowDowns.apply(placement, seed));
            for (int i = 0; i < each[0].length; i++) {
                int of = i;
                double[] sorted =
                        Arrays.stream(each).mapToDouble(two -> two[of]).sorted().toArray();
                System.out.printf(
                        Locale.ROOT, " %.1f (%.1f to %.1f) |", sorted[drawn / 2], sorted[0], sorted[drawn - 1]);
            }
            System.out.println();
        }
    }
}
