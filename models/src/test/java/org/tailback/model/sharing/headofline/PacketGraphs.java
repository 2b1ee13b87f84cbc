package org.tailback.model.sharing.headofline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Renews the finish times in a file of graphs in docs/measured/simulated by {@link Packets}: the mean of five runs, in
 * units of a message alone. Some minutes.
 *
 * <p>Arguments: the file, the number of nodes, the settings, such as {@code topology=dragonfly;groups=4x3x2}.
 */
final class PacketGraphs {
    private static final int PACKETS = 4096;
    private static final int RUNS = 5;
    private static final Pattern EDGES = Pattern.compile("\"edges\": \\[([^\\]]*)\\]");
    private static final Pattern EDGE =
            Pattern.compile("\\{\"id\": \"(\\w+)\", \"source\": (\\d+), \"destination\": (\\d+), \"mean\": [\\d.]+\\}");

    private PacketGraphs() {}

    /** Reads the file, and writes it anew. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        HeadOfLine model = HeadOfLineTest.model(arguments[2]);
        int nodes = Integer.parseInt(arguments[1]);
        String text = Files.readString(file);
        Files.writeString(file, EDGES.matcher(text).replaceAll(edges -> renewed(model, nodes, edges.group(1))));
    }

    private static String renewed(HeadOfLine model, int nodes, String text) {
        List<MatchResult> edges = new ArrayList<>();
        for (Matcher matcher = EDGE.matcher(text); matcher.find(); ) {
            edges.add(matcher.toMatchResult());
        }
        int[][] pairs = edges.stream()
                .map(edge -> new int[] {Integer.parseInt(edge.group(2)), Integer.parseInt(edge.group(3))})
                .toArray(int[][]::new);
        List<Integer> order = IntStream.range(0, pairs.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> pairs[i][0])
                        .thenComparingInt(i -> Math.floorMod(pairs[i][1] - pairs[i][0], nodes)))
                .toList();
        int[][] sorted = order.stream().map(i -> pairs[i]).toArray(int[][]::new);
        double[] mean = new double[pairs.length];
        for (int run = 1; run <= RUNS; run++) {
            double[] finish = new Packets(model, nodes, sorted, run).finishes(PACKETS);
            for (int i = 0; i < finish.length; i++) {
                mean[order.get(i)] += finish[i] / PACKETS / RUNS;
            }
        }
        List<String> words = new ArrayList<>();
        for (int i = 0; i < pairs.length; i++) {
            words.add(String.format(
                    Locale.ROOT,
                    "{\"id\": \"%s\", \"source\": %d, \"destination\": %d, \"mean\": %.4f}",
                    edges.get(i).group(1),
                    pairs[i][0],
                    pairs[i][1],
                    mean[i]));
        }
        return "\"edges\": [" + String.join(", ", words) + "]";
    }
}
