package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.tailback.model.sharing.headofline.Interference.Placement;
import org.tailback.model.sharing.headofline.MarkedPackets.Marking;

/**
 * {@link Interference} by {@link MarkedPackets}: collectives of messages of 64 packets, from start to end, beside an
 * endless incast that has begun before. A rank goes on to its next step when it has sent and received.
 *
 * <p>{@code main} prints medians, least and most over three allocations: of an allgather, of the first 12 steps of an
 * alltoall, and the part of its link that the incast uses. Arguments: nodes of the job, their placement, threshold
 * and timer of the marking in packets and slots, and settings of the model.
 */
final class MarkedInterference {
    private static final int MACHINE = 3600;
    private static final int PACKETS = 64;
    private static final int STEPS = 12;
    private static final int BEFORE = 30_000;
    private static final int DELAY = 10;
    private static final int DRAWN = 3;
    private static final long ENDLESS = Long.MAX_VALUE / 2;

    private MarkedInterference() {}

    /** Slots that a collective takes; in step s of a ring a node sends to the next, otherwise to the s-th after it. */
    private static long collective(MarkedPackets network, List<Integer> nodes, boolean isRing, int steps) {
        int n = nodes.size();
        int[] step = new int[n];
        long start = network.now();
        for (int i = 0; i < n; i++) {
            network.send(nodes.get(i), nodes.get((i + 1) % n), PACKETS);
        }
        while (Arrays.stream(step).anyMatch(s -> s < steps)) {
            network.slot();
            for (int i = 0; i < n; i++) {
                int shift = isRing ? 1 : step[i] + 1;
                long packets = isRing ? (step[i] + 1L) * PACKETS : PACKETS;
                if (step[i] < steps
                        && network.arrived(nodes.get(i), nodes.get((i + shift) % n)) >= packets
                        && network.arrived(nodes.get((i - shift + n) % n), nodes.get(i)) >= packets
                        && ++step[i] < steps) {
                    network.send(nodes.get(i), nodes.get((i + (isRing ? 1 : step[i] + 1)) % n), PACKETS);
                }
            }
        }
        return network.now() - start;
    }

    private static double[] slowDowns(HeadOfLine model, Marking marking, int job, Placement placement, int seed) {
        List<Integer> nodes = placement.nodes(MACHINE, job, new Random(seed));
        List<Integer> victims = new ArrayList<>(nodes.subList(0, job / 2));
        Collections.sort(victims);
        double[] found = new double[3];
        for (int kind = 0; kind < 2; kind++) {
            int steps = kind == 0 ? victims.size() - 1 : STEPS;
            long alone = collective(new MarkedPackets(model, marking, MACHINE, seed), victims, kind == 0, steps);
            MarkedPackets network = new MarkedPackets(model, marking, MACHINE, seed);
            int root = nodes.get(job / 2);
            List<Integer> senders = nodes.subList(job / 2 + 1, job);
            senders.forEach(sender -> network.send(sender, root, ENDLESS));
            while (network.now() < BEFORE) {
                network.slot();
            }
            found[kind] = (double) collective(network, victims, kind == 0, steps) / alone;
            long arrived = senders.stream()
                    .mapToLong(sender -> network.arrived(sender, root))
                    .sum();
            found[2] += (double) arrived / network.now() / 2;
        }
        return found;
    }

    public static void main(String[] arguments) {
        int job = Integer.parseInt(arguments[0]);
        Placement placement = Placement.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        Marking marking = new Marking(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), DELAY);
        HeadOfLine model = HeadOfLineTest.model(Interference.DRAGONFLY_PLUS + ";" + arguments[4]);
        double[][] each = new double[DRAWN][];
        Arrays.setAll(each, seed -> slowDowns(model, marking, job, placement, seed));
        System.out.printf("| %s |", String.join(" ", arguments));
        for (int i = 0; i < each[0].length; i++) {
            int of = i;
            double[] sorted =
                    Arrays.stream(each).mapToDouble(all -> all[of]).sorted().toArray();
            System.out.printf(Locale.ROOT, " %.2f (%.2f to %.2f) |", sorted[DRAWN / 2], sorted[0], sorted[DRAWN - 1]);
        }
        System.out.println();
    }
}
