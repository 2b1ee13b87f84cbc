package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The rates of head-of-line, and of max-min, against {@link Packets} on 500 random patterns: as many messages as nodes
 * at most, every second pattern with an incast. And over symmetric exchanges, where turns fall into lock step.
 *
 * <p>{@code main} prints the tables of docs/models/head-of-line.md, in some minutes. Arguments: patterns per topology
 * (50), slots of the packets (20,000), ten times as many where fewer than 400 packets of some message arrive.
 */
final class RandomCases {
    private static final List<String> TOPOLOGIES = List.of(
            "8 topology=fat-tree;down=4x2;up=1x1",
            "16 topology=fat-tree;down=4x4;up=1x2",
            "64 topology=fat-tree;down=4x4x4;up=1x2x2",
            "16 topology=fat-tree;down=4x4;up=1x4;adaptive=true",
            "24 topology=dragonfly;groups=4x3x2",
            "72 topology=dragonfly;groups=9x4x2",
            "24 topology=dragonfly-plus;groups=4x3x2x2",
            "24 topology=dragonfly-plus;groups=4x3x2x2;adaptive=true",
            "16 topology=fat-tree;down=4x4;up=1x2;window=8",
            "24 topology=dragonfly;groups=4x3x2;window=8");

    /** Packets of a message below which its rate is too uncertain: 400 have a standard error of some 5 %. */
    private static final int FEWEST = 400;

    private RandomCases() {}

    /** Prints a row for each topology. */
    public static void main(String[] arguments) {
        int patterns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50;
        int slots = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20_000;
        List<Double> ours = new ArrayList<>();
        List<Double> fair = new ArrayList<>();
        for (String words : TOPOLOGIES) {
            int nodes = Integer.parseInt(words.split(" ")[0]);
            HeadOfLine model = HeadOfLineTest.model(words.split(" ")[1]);
            HeadOfLine maxMin = HeadOfLineTest.model(
                    words.split(" ")[1].replaceAll(";(adaptive|window)=\\w+", "") + ";isolated=true");
            List<Double> errors = new ArrayList<>();
            for (long seed = 1; seed <= patterns; seed++) {
                int[][] edges = HeadOfLineTest.randomGraph(nodes, new Random(seed));
                double[] packets = packets(model, nodes, edges, seed, slots);
                errors.addAll(errors(HeadOfLineTest.start(model, nodes, edges).rates(), packets));
                fair.addAll(errors(HeadOfLineTest.start(maxMin, nodes, edges).rates(), packets));
            }
            print(words, errors);
            ours.addAll(errors);
        }
        print("all", ours);
        print("max-min", fair);
        for (String words : List.of(
                "16 topology=star",
                "16 topology=fat-tree;down=4x4;up=1x2",
                "16 topology=dragonfly;groups=4x2x2",
                "16 topology=fat-tree;down=4x4;up=1x4;adaptive=true")) {
            List<Double> errors = new ArrayList<>();
            HeadOfLine model = HeadOfLineTest.model(words.split(" ")[1]);
            for (int[] shifts : SYMMETRIC) {
                int[][] edges = IntStream.range(0, 16)
                        .boxed()
                        .flatMap(i -> Arrays.stream(shifts).mapToObj(shift ->
                                new int[] {i, shift < 100 ? (i + shift) % 16 : i ^ shift - 100}))
                        .sorted(Comparator.<int[]>comparingInt(edge -> edge[0])
                                .thenComparingInt(edge -> Math.floorMod(edge[1] - edge[0], 16)))
                        .toArray(int[][]::new);
                double[] packets = packets(model, 16, edges, 1, slots);
                errors.addAll(errors(HeadOfLineTest.start(model, 16, edges).rates(), packets));
            }
            print("symmetric " + words, errors);
        }
    }

    /** All pairs, rings, halos, shifts; 100 and more: exclusive or with the rest (hypercube). */
    private static final int[][] SYMMETRIC = {
        IntStream.range(1, 16).toArray(), {1}, {1, 15}, {1, 15, 4, 12}, {3}, {8}, {101, 102, 104, 108}
    };

    /** Rates of packets, over ten times as many slots if few packets of some message arrive. */
    private static double[] packets(HeadOfLine model, int nodes, int[][] edges, long seed, int slots) {
        double[] rates = new Packets(model, nodes, edges, seed).rates(slots);
        boolean few = Arrays.stream(rates).anyMatch(rate -> rate * slots < FEWEST);
        return few ? new Packets(model, nodes, edges, seed).rates(10 * slots) : rates;
    }

    private static List<Double> errors(double[] rates, double[] packets) {
        List<Double> errors = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            errors.add(Math.abs(rates[i] / packets[i] - 1));
        }
        return errors;
    }

    private static void print(String name, List<Double> errors) {
        errors.sort(Comparator.naturalOrder());
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.0f %% |%n",
                name,
                errors.size(),
                100 * errors.stream().mapToDouble(each -> each).average().orElseThrow(),
                100 * errors.get(errors.size() / 2),
                100 * errors.get(errors.size() * 95 / 100),
                100 * errors.get(errors.size() - 1));
    }
}
