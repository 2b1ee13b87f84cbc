package org.tailback.model.sharing.headofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.sharing.SharingModel;

/**
 * The rates of head-of-line, and of max-min, against {@link Packets} on random patterns: as many messages as nodes
 * at most, every second pattern with an incast. And over symmetric exchanges, where turns fall into lock step.
 *
 * <p>{@code main} prints the tables of docs/models/head-of-line.md, in some minutes. Arguments: patterns per topology
 * (50), most slots of the packets (400,000). Fewer are enough where the relative standard error of their rates is
 * below 0.3 %, root mean square over messages.
 */
final class RandomCases {
    static final List<String> TOPOLOGIES = List.of(
            "8 topology=fat-tree;down=4x2;up=1x1",
            "16 topology=fat-tree;down=4x4;up=1x2",
            "64 topology=fat-tree;down=4x4x4;up=1x2x2",
            "24 topology=dragonfly;groups=4x3x2",
            "72 topology=dragonfly;groups=9x4x2",
            "24 topology=dragonfly-plus;groups=4x3x2x2");

    /** Relative standard error of the packets' rates that is small enough. */
    private static final double NOISE = 0.003;

    private static final int WINDOW = 10_000;
    private static final int LEAST_WINDOWS = 5;

    /** By message: rates of packets, and their standard errors. */
    record Reference(double[] rates, double[] errors) {}

    private RandomCases() {}

    /** Prints a row for each topology. */
    public static void main(String[] arguments) {
        int patterns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50;
        int most = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 400_000;
        List<Double> ours = new ArrayList<>();
        List<Double> fair = new ArrayList<>();
        for (String words : TOPOLOGIES) {
            int nodes = Integer.parseInt(words.split(" ")[0]);
            HeadOfLine model = HeadOfLineTest.model(words.split(" ")[1]);
            SharingModel maxMin = new MaxMin(model.topology());
            List<Double> errors = new ArrayList<>();
            List<Double> noise = new ArrayList<>();
            for (long seed = 1; seed <= patterns; seed++) {
                int[][] edges = HeadOfLineTest.randomGraph(nodes, new Random(seed));
                Reference reference = packets(model, nodes, edges, seed, most);
                double[] packets = reference.rates();
                errors.addAll(errors(HeadOfLineTest.start(model, nodes, edges).rates(), packets));
                Arrays.stream(reference.errors()).forEach(noise::add);
                fair.addAll(errors(HeadOfLineTest.start(maxMin, nodes, edges).rates(), packets));
            }
            print(words, errors);
            print("noise of the packets", noise);
            ours.addAll(errors);
        }
        print("all", ours);
        print("max-min", fair);
        for (String words : List.of(
                "16 topology=star", "16 topology=fat-tree;down=4x4;up=1x2", "16 topology=dragonfly;groups=4x2x2")) {
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
                double[] packets = packets(model, 16, edges, 1, most).rates();
                errors.addAll(errors(HeadOfLineTest.start(model, 16, edges).rates(), packets));
            }
            print("symmetric " + words, errors);
        }
    }

    /** All pairs, rings, halos, shifts; 100 and more: exclusive or with the rest (hypercube). */
    private static final int[][] SYMMETRIC = {
        IntStream.range(1, 16).toArray(), {1}, {1, 15}, {1, 15, 4, 12}, {3}, {8}, {101, 102, 104, 108}
    };

    /** Packets over windows until their noise is small, after one that is not counted. */
    static Reference packets(HeadOfLine model, int nodes, int[][] edges, long seed, int most) {
        Packets packets = new Packets(model, nodes, edges, seed);
        packets.further(WINDOW);
        double[] sum = new double[edges.length];
        double[] squares = new double[edges.length];
        for (int n = 1; true; n++) {
            double[] rates = packets.further(WINDOW);
            double[] mean = new double[rates.length];
            double[] errors = new double[rates.length];
            double noise = 0;
            for (int i = 0; i < rates.length; i++) {
                sum[i] += rates[i];
                squares[i] += rates[i] * rates[i];
                mean[i] = sum[i] / n;
                errors[i] = Math.sqrt(Math.max(0, squares[i] / n - mean[i] * mean[i]) / Math.max(1, n - 1)) / mean[i];
                noise += errors[i] * errors[i] / rates.length;
            }
            if (n >= LEAST_WINDOWS && Math.sqrt(noise) < NOISE || n * WINDOW >= most) {
                return new Reference(mean, errors);
            }
        }
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
