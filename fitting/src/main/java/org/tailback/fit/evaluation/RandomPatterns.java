package org.tailback.fit.evaluation;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
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
 * The random patterns of Zhu et al. [1], section 5: for every node in turn a different node is drawn at random, and the
 * message between them is part of the pattern with probability 1/2; this is done d times. Here two models predict the
 * same patterns, such as the hierarchical Ethernet with and without its asymmetric property, and what differs is
 * counted.
 *
 * <p>[1] J. Zhu, A. Lastovetsky, S. Ali, R. Riesen: Communication models for resource constrained hierarchical Ethernet
 * networks. HeteroPar 2012.
 */
public final class RandomPatterns {
    private RandomPatterns() {}

    /**
     * What to draw.
     *
     * @param nodes |N|, >= 2, a multiple of the racks
     * @param racks how many racks, >= 1
     * @param repeat d, >= 1
     * @param patterns how many patterns, >= 1
     * @param bytes size of every message, > 0
     */
    public record Settings(int nodes, int racks, int repeat, int patterns, double bytes) {
        public Settings {
            Preconditions.checkArgument(nodes >= 2, "nodes: %s", nodes);
            Preconditions.checkArgument(racks >= 1 && nodes % racks == 0, "%s nodes in %s racks", nodes, racks);
            Preconditions.checkArgument(repeat >= 1 && patterns >= 1, "repeat %s, patterns %s", repeat, patterns);
            Preconditions.checkArgument(bytes > 0 && bytes < Double.POSITIVE_INFINITY, "bytes: %s", bytes);
        }

        /** The nodes in racks A, B, C and so on; without racks if there is one. */
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
     * How far two predictions differ.
     *
     * @param model name of the first model
     * @param other name of the second
     * @param patterns how many patterns had messages
     * @param messages how many messages they had in all
     * @param differences of every message, (time under the first - time under the second) / time under the second
     * @param warnings of both models, each sentence once
     */
    public record Comparison(
            @NoOutput String model,
            @NoOutput String other,
            int patterns,
            int messages,
            @NoOutput List<Double> differences,
            List<String> warnings) {
        public Comparison {
            differences = ImmutableList.copyOf(differences);
            warnings = ImmutableList.copyOf(warnings);
        }

        /** The differences as an array. */
        public double[] values() {
            return differences.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** Mean of their absolute values; 0 if there are none. */
        @Output(name = "meanAbsoluteDifference", after = "messages")
        public double meanAbsolute() {
            return differences.stream().mapToDouble(Math::abs).average().orElse(0);
        }

        /** Share of them up to 0.10. */
        @Output(after = "meanAbsolute")
        public double shareWithin10Percent() {
            return ErrorHistogram.shareWithin(values(), 0.10);
        }

        /** How they are distributed. */
        @Output(after = "shareWithin10Percent")
        public List<ErrorHistogram.Bin> histogram() {
            return ErrorHistogram.of(values(), ErrorHistogram.BIN).bins();
        }
    }

    /** One pattern; null stands for one without messages, which a few draws can give. */
    private static @Nullable ContentionGraph draw(Settings settings, Cluster cluster, RandomStream stream) {
        List<ContentionGraph.Edge> edges = new ArrayList<>();
        for (int i = 0; i < settings.repeat(); i++) {
            for (int source = 0; source < settings.nodes(); source++) {
                int drawn = stream.nextInt(0, settings.nodes() - 2);
                int destination = drawn < source ? drawn : drawn + 1;
                if (stream.nextDouble() < 0.5) {
                    edges.add(new ContentionGraph.Edge(
                            "m" + (edges.size() + 1),
                            cluster.nodeName(source),
                            cluster.nodeName(destination),
                            settings.bytes(),
                            0));
                }
            }
        }
        return edges.isEmpty() ? null : new ContentionGraph(edges);
    }

    /** Draws the patterns; those without messages are left out. */
    public static List<ContentionGraph> draw(Settings settings, long seed) {
        RandomStream stream = RandomStreams.of(seed, "random patterns");
        Cluster cluster = settings.cluster();
        List<ContentionGraph> patterns = new ArrayList<>();
        for (int i = 0; i < settings.patterns(); i++) {
            ContentionGraph pattern = draw(settings, cluster, stream);
            if (pattern != null) {
                patterns.add(pattern);
            }
        }
        return patterns;
    }

    /** Predicts the patterns under two models whose reference rates are bandwidths, or both of whose are not. */
    public static Comparison compare(Settings settings, SharingModel model, SharingModel other, long seed) {
        Cluster cluster = settings.cluster();
        List<Double> differences = new ArrayList<>();
        TreeSet<String> warnings = new TreeSet<>();
        List<ContentionGraph> patterns = draw(settings, seed);
        for (ContentionGraph pattern : patterns) {
            GraphResult one = run(pattern, model, cluster, seed);
            GraphResult two = run(pattern, other, cluster, seed);
            for (int i = 0; i < pattern.edges().size(); i++) {
                double reference = two.edges().get(i).finish();
                differences.add((one.edges().get(i).finish() - reference) / reference);
            }
            warnings.addAll(one.warnings());
            warnings.addAll(two.warnings());
        }
        return new Comparison(
                model.name(),
                other.name(),
                patterns.size(),
                differences.size(),
                differences,
                new ArrayList<>(warnings));
    }

    private static GraphResult run(ContentionGraph pattern, SharingModel model, Cluster cluster, long seed) {
        return GraphRun.of(pattern, model).cluster(cluster).seed(seed).run();
    }
}
