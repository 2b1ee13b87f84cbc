package org.tailback.fit.penalties;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.Shape;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.ByMessage;

/**
 * Penalty coefficients from measured finish times of static-synchronous graphs: the recursive solution of Martinasso
 * and Mehaut [1] section 3.3.
 *
 * <p><b>Equations.</b> All messages have m bytes and start together; T_1 &lt;= T_2 &lt;= … are their finish times. In
 * step j (between T_(j-1) and T_j) a message with penalty rho_j moves m_j = (T_j - T_(j-1)) / (alpha rho_j) bytes.
 * After the first step, the penalties of a step are the first penalties of a smaller graph. They are known from a
 * measurement of the smaller graph, or otherwise from a model. Therefore, for every message
 *
 * <pre>  m_1 = m - sum over j > 1 of m_j          rho_1 = T_1 / (alpha m_1)</pre>
 *
 * <p><b>Worked example</b> ({@code PenaltyEstimationTest}): [1] Fig. 3 with the model's finish times 0.0160590,
 * 0.0297984 and 0.0363749 s at T_ref = 0.010706 s results in 3.5 for a, b, c, 10/3 for d, e and 1.5 for f.
 *
 * <p><b>Choices not in the paper.</b> Noise separates the measured ends of messages that end together. Ends within a
 * relative tolerance of the first of them are therefore merged at their mean. Graphs are processed in ascending number
 * of messages, so that smaller shapes are known when they are needed. If a smaller shape was not measured, its
 * penalties come from the model and are counted.
 *
 * <p>[1] M. Martinasso, J.-F. Mehaut: A Contention-Aware Performance Model for HPC-Based Networks: A Case Study of the
 * InfiniBand Network. Euro-Par 2011.
 */
public final class PenaltyEstimation {
    private final SharingModel model;
    private final double tolerance;
    private final List<ShapeLibrary.MeasuredShape> found = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private PenaltyEstimation(SharingModel model, double tolerance) {
        this.model = model;
        this.tolerance = tolerance;
    }

    /**
     * Result of the estimation.
     *
     * @param library one shape for every component of every graph that could be used
     * @param penalties by graph name, in the order of its edges
     * @param remarks approximations, one sentence each
     */
    public record Result(ShapeLibrary library, Map<String, List<Double>> penalties, List<String> remarks) {
        /**
         * Returns the section {@code network} of a platform file.
         *
         * @param otherwise model for shapes that were not measured, as in {@code --model}
         */
        public PlatformFragment fragment(String source, String date, String otherwise) {
            PlatformFragment fragment = new PlatformFragment()
                    .comment("penalty coefficients of measured shapes from " + source + ", " + date)
                    .comments(remarks)
                    .line(0, "network:")
                    .line(1, "model: " + MeasuredPenalties.NAME)
                    .line(1, "otherwise: \"" + otherwise + "\"")
                    .line(1, "shapes:");
            for (ShapeLibrary.MeasuredShape shape : library.shapes()) {
                StringJoiner penalties = new StringJoiner(", ");
                int message = 0;
                List<int[]> pairs = shape.shape().pairs();
                for (int p = 0; p < pairs.size(); p++) {
                    String penalty = PlatformFragment.number(shape.penalties().get(p));
                    for (int i = 0; i < shape.shape().messages(pairs.get(p)[0], pairs.get(p)[1]); i++) {
                        penalties.add("m" + ++message + ": " + penalty);
                    }
                }
                fragment.line(
                        2,
                        "- {name: \"" + shape.name() + "\", graph: \""
                                + shape.shape().inWords() + "\", penalties: {" + penalties + "}}");
            }
            return fragment;
        }
    }

    /**
     * Estimates the penalties of all graphs.
     *
     * @param model for smaller shapes that are not among the graphs
     * @param tolerance relative difference below which two ends are merged, >= 0; about 0.02 for measurements
     */
    public static Result estimate(List<MeasuredGraph> graphs, SharingModel model, double tolerance) {
        return new PenaltyEstimation(model, tolerance).run(graphs);
    }

    private Result run(List<MeasuredGraph> graphs) {
        List<MeasuredGraph> ordered = graphs.stream()
                .sorted(Comparator.comparingInt(graph -> graph.graph().edges().size()))
                .toList();
        Map<String, List<Double>> penalties = new TreeMap<>();
        for (MeasuredGraph graph : ordered) {
            if (!graph.isStaticSynchronous()) {
                remarks.add("'" + graph.name() + "' left out: its messages differ in size or start");
            } else if (graph.graph().nodeNames().size() > Shape.MAX_NODES) {
                remarks.add("'" + graph.name() + "' left out: more than " + Shape.MAX_NODES + " nodes");
            } else {
                double[] firstStep = firstStep(graph);
                if (add(graph, firstStep)) {
                    penalties.put(graph.name(), Doubles.asList(firstStep));
                }
            }
        }
        if (penalties.isEmpty()) {
            throw new InputException("no graph could be used to estimate penalties: " + String.join("; ", remarks));
        }
        return new Result(new ShapeLibrary(found), penalties, remarks);
    }

    private double[] firstStep(MeasuredGraph measured) {
        int edges = measured.graph().edges().size();
        List<Integer> byEnd = IntStream.range(0, edges)
                .boxed()
                .sorted(Comparator.comparingDouble(measured::slowdown))
                .toList();
        double[] moved = new double[edges];
        double firstEnd = 0;
        double previousEnd = 0;
        int unmeasured = 0;
        for (int from = 0; from < edges; ) {
            int to = from;
            double sum = 0;
            double last = measured.slowdown(byEnd.get(from)) * (1 + tolerance);
            while (to < edges && measured.slowdown(byEnd.get(to)) <= last) {
                sum += measured.slowdown(byEnd.get(to++));
            }
            double end = sum / (to - from);
            if (from == 0) {
                firstEnd = end;
            } else {
                List<Integer> left = byEnd.subList(from, edges);
                double[] penalties = new double[edges];
                unmeasured += penaltiesOfStep(measured.graph(), left, penalties);
                for (int edge : left) {
                    moved[edge] += (end - previousEnd) / penalties[edge];
                }
            }
            previousEnd = end;
            from = to;
        }
        if (unmeasured > 0) {
            remarks.add("'" + measured.name() + "': in later steps " + unmeasured + " penalties come from "
                    + model.name() + ", because those shapes were not measured");
        }
        double first = firstEnd;
        return Arrays.stream(moved).map(each -> first / (1 - each)).toArray();
    }

    /**
     * Writes the penalties of the remaining messages into the array, and returns the number of penalties from the
     * model.
     */
    private int penaltiesOfStep(ContentionGraph graph, List<Integer> left, double[] penalties) {
        MeasuredPenalties known = new MeasuredPenalties(new ShapeLibrary(found), model);
        List<String> nodes = Shape.numbers(graph);
        BandwidthSharing sharing = ByMessage.of(known.on(Cluster.of(nodes.size(), 1), 1));
        for (int edge : left) {
            ContentionGraph.Edge message = graph.edges().get(edge);
            sharing.flowStarted(
                    edge,
                    nodes.indexOf(message.source()),
                    nodes.indexOf(message.destination()),
                    Double.POSITIVE_INFINITY);
        }
        sharing.recompute((flow, rate) -> penalties[flow] = 1 / rate);
        return (int) left.stream()
                .filter(edge -> !sharing.explain(edge).parts().get(1).parts().isEmpty())
                .count();
    }

    /** Adds the components of a graph to the library; returns false if a penalty is not positive. */
    private boolean add(MeasuredGraph measured, double[] penalties) {
        for (int i = 0; i < penalties.length; i++) {
            if (!(penalties[i] > 0)) {
                remarks.add("'" + measured.name() + "' left out: after its first end message "
                        + measured.graph().edges().get(i).id()
                        + " would have moved more than it has; the penalties of the later steps do not fit");
                return false;
            }
            if (penalties[i] < 1) {
                remarks.add("'" + measured.name() + "': penalty " + penalties[i] + " of "
                        + measured.graph().edges().get(i).id() + " raised to 1");
                penalties[i] = 1;
            }
        }
        found.addAll(components(measured.name(), measured.graph(), penalties));
        return true;
    }

    /**
     * Returns a connected graph with penalties as a measured shape. Several messages from one node to another all have
     * their mean penalty.
     *
     * @throws IllegalArgumentException if the graph is not connected or a penalty is below 1
     */
    static ShapeLibrary.MeasuredShape shape(String name, ContentionGraph graph, double[] penalties) {
        List<ShapeLibrary.MeasuredShape> shapes = components(name, graph, penalties);
        if (shapes.size() != 1) {
            throw new IllegalArgumentException(
                    "a shape must be connected; the graph has " + shapes.size() + " components");
        }
        return shapes.get(0);
    }

    private static List<ShapeLibrary.MeasuredShape> components(String name, ContentionGraph graph, double[] penalties) {
        List<ContentionGraph.Edge> edges = graph.edges();
        MutableGraph<String> nodes =
                GraphBuilder.undirected().allowsSelfLoops(true).build();
        edges.forEach(edge -> nodes.putEdge(edge.source(), edge.destination()));
        return IntStream.range(0, edges.size())
                .boxed()
                .collect(Collectors.groupingBy(
                        i -> Graphs.reachableNodes(nodes, edges.get(i).source()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .filter(part -> part.size() > 1 || edges.size() == 1)
                .map(part -> connected(
                        name,
                        new ContentionGraph(part.stream().map(edges::get).toList()),
                        part.stream().map(i -> penalties[i]).toList()))
                .toList();
    }

    private static ShapeLibrary.MeasuredShape connected(String name, ContentionGraph graph, List<Double> penalties) {
        Shape shape = Shape.of(graph);
        List<String> numbers = Shape.numbers(graph);
        double[][] sums = new double[shape.nodes()][shape.nodes()];
        for (int i = 0; i < penalties.size(); i++) {
            ContentionGraph.Edge edge = graph.edges().get(i);
            sums[numbers.indexOf(edge.source())][numbers.indexOf(edge.destination())] += penalties.get(i);
        }
        List<Double> means = shape.pairs().stream()
                .map(pair -> sums[pair[0]][pair[1]] / shape.messages(pair[0], pair[1]))
                .toList();
        return new ShapeLibrary.MeasuredShape(name, shape, means);
    }
}
