package org.tailback.fit.evaluation;

import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.tailback.cluster.Cluster;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.random.RandomStreams;
import org.tailback.sharing.SharingModel;
import umontreal.ssj.rng.RandomStream;

/**
 * Random patterns of messages that start together, drawn by the rules of two papers, and predicted by two models:
 *
 * <ul>
 *   <li>{@link Draw#OF_EACH_NODE}: for each node in order, a different node is drawn, and the message between the two
 *       nodes is included in the pattern with probability 1/2. This is repeated d times (Zhu et al. [1], section 7);
 *   <li>{@link Draw#OF_ALL_PAIRS}: a number of messages, each between two nodes drawn from all pairs (Martinasso and
 *       Mehaut [2], section 5, whose groups have a fixed number of messages each).
 * </ul>
 *
 * <p>[1] J. Zhu, A. Lastovetsky, S. Ali, R. Riesen: Communication models for resource constrained hierarchical Ethernet
 * networks. HeteroPar 2012. [2] M. Martinasso, J.-F. Mehaut: A contention-aware performance model for HPC-based
 * networks. Euro-Par 2011.
 */
public final class RandomPatterns {
    private RandomPatterns() {}

    /** The rule by which the messages of a pattern are drawn. */
    public enum Draw {
        OF_EACH_NODE,
        OF_ALL_PAIRS
    }

    /**
     * The kind of patterns to draw.
     *
     * @param nodes |N|, >= 2, a multiple of the racks
     * @param racks number of racks, >= 1
     * @param draw rule by which the messages are drawn
     * @param count number of draws per node d, or number of messages per pattern, >= 1
     * @param patterns largest number of patterns, >= 1
     * @param messages number of messages after which drawing stops, >= 1
     * @param bytes size of every message, > 0
     */
    public record Settings(int nodes, int racks, Draw draw, int count, int patterns, int messages, double bytes) {
        /** Returns the nodes in racks A, B, C and so on; without racks if there is only one rack. */
        public Cluster cluster() {
            if (racks == 1) {
                return Cluster.of(nodes, 1);
            }
            List<Cluster.Rack> list = new ArrayList<>();
            for (int i = 0; i < racks; i++) {
                list.add(new Cluster.Rack(
                        racks <= 26 ? String.valueOf((char) ('A' + i)) : "R" + i + "-", nodes / racks));
            }
            return Cluster.ofRacks(list, 1);
        }
    }

    /**
     * Differences of two predictions, by pattern.
     *
     * @param nodes |N|
     * @param draws number of draws per node d; 0 where messages were drawn from all pairs
     * @param edges number of messages per pattern; 0 where messages were drawn node by node
     * @param patterns number of patterns with messages
     * @param differences of every message of each pattern, (time under the first model - time under the second) / time
     *     under the second
     * @param slowest longest time under the first model, in multiples of the uncontended time
     * @param warnings warnings of both models, each sentence once
     */
    public record Comparison(
            int nodes,
            int draws,
            int edges,
            int patterns,
            @NoOutput List<List<Double>> differences,
            double slowest,
            List<String> warnings) {
        /** Returns the differences of all messages. */
        public double[] values() {
            return differences.stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }

        /** Returns the number of messages of all patterns. */
        @Output(after = "patterns")
        public int messages() {
            return values().length;
        }

        /** Returns the mean of the absolute differences; 0 if there are no differences. */
        @Output(name = "meanAbsoluteDifference", after = "messages")
        public double meanAbsolute() {
            return mean(Doubles.asList(values()));
        }

        /** Returns the share of the differences up to 0.10. */
        @Output(after = "meanAbsolute")
        public double shareWithin10Percent() {
            return ErrorHistogram.shareWithin(values(), 0.10);
        }

        /** Returns the largest mean absolute difference of a pattern. */
        @Output(after = "shareWithin10Percent")
        public double largestMeanOfAPattern() {
            return differences.stream().mapToDouble(Comparison::mean).max().orElse(0);
        }

        /** Returns the largest absolute difference of a message. */
        @Output(after = "largestMeanOfAPattern")
        public double largestOfAMessage() {
            return Arrays.stream(values()).map(Math::abs).max().orElse(0);
        }

        private static double mean(List<Double> values) {
            return values.stream().mapToDouble(Math::abs).average().orElse(0);
        }

        /** Returns the distribution of the differences. */
        @Output(after = "slowest")
        public List<ErrorHistogram.Bin> histogram() {
            return ErrorHistogram.of(values());
        }
    }

    /** Draws patterns until they have the number of messages in the settings. Patterns without messages are omitted. */
    public static List<ContentionGraph> draw(Settings settings, long seed) {
        RandomStream stream = RandomStreams.of(seed, "random patterns");
        Cluster cluster = settings.cluster();
        List<ContentionGraph> patterns = new ArrayList<>();
        int messages = 0;
        for (int i = 0; i < settings.patterns() && messages < settings.messages(); i++) {
            List<ContentionGraph.Edge> edges = new ArrayList<>();
            for (int j = 0; j < settings.count(); j++) {
                if (settings.draw() == Draw.OF_ALL_PAIRS) {
                    add(edges, settings, cluster, stream.nextInt(0, settings.nodes() - 1), stream);
                    continue;
                }
                for (int source = 0; source < settings.nodes(); source++) {
                    add(edges, settings, cluster, source, stream);
                    if (stream.nextDouble() >= 0.5) {
                        edges.remove(edges.size() - 1);
                    }
                }
            }
            messages += edges.size();
            if (!edges.isEmpty()) {
                patterns.add(new ContentionGraph(edges));
            }
        }
        return patterns;
    }

    private static void add(
            List<ContentionGraph.Edge> edges, Settings settings, Cluster cluster, int source, RandomStream stream) {
        int drawn = stream.nextInt(0, settings.nodes() - 2);
        int destination = drawn < source ? drawn : drawn + 1;
        edges.add(new ContentionGraph.Edge(
                "m" + (edges.size() + 1),
                cluster.nodeName(source),
                cluster.nodeName(destination),
                settings.bytes(),
                0));
    }

    /**
     * Returns the differences of the predictions under two models. The reference rates of both models must be
     * bandwidths, or neither may be a bandwidth.
     */
    public static Comparison compare(Settings settings, SharingModel model, SharingModel other, long seed) {
        Cluster cluster = settings.cluster();
        List<List<Double>> differences = new ArrayList<>();
        TreeSet<String> warnings = new TreeSet<>();
        double slowest = 0;
        for (ContentionGraph pattern : draw(settings, seed)) {
            GraphResult one = run(pattern, settings, model, cluster, seed);
            GraphResult two = run(pattern, settings, other, cluster, seed);
            double[] ofPattern = new double[pattern.edges().size()];
            for (int i = 0; i < ofPattern.length; i++) {
                double reference = two.edges().get(i).finish();
                ofPattern[i] = (one.edges().get(i).finish() - reference) / reference;
                slowest = Math.max(slowest, one.edges().get(i).finish());
            }
            differences.add(Doubles.asList(ofPattern));
            warnings.addAll(one.warnings());
            warnings.addAll(two.warnings());
        }
        boolean ofNodes = settings.draw() == Draw.OF_EACH_NODE;
        return new Comparison(
                settings.nodes(),
                ofNodes ? settings.count() : 0,
                ofNodes ? 0 : settings.count(),
                differences.size(),
                differences,
                slowest,
                new ArrayList<>(warnings));
    }

    private static GraphResult run(
            ContentionGraph pattern, Settings settings, SharingModel model, Cluster cluster, long seed) {
        return GraphRun.of(pattern, model)
                .cluster(cluster)
                .oneSecondAlone(settings.bytes())
                .seed(seed)
                .run();
    }
}
