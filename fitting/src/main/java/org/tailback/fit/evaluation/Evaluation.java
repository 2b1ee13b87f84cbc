package org.tailback.fit.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphResult;
import org.tailback.model.graph.GraphRun;
import org.tailback.output.Output;
import org.tailback.sharing.SharingModel;

/**
 * Errors of a model's predictions of measured contention graphs, in the terms of Vienne et al. 2008, section VI.B:
 *
 * <pre>
 * Erel(c) = (Tp - Tm) / Tm               of a message; negative: predicted too fast
 * Eabs(G) = mean of |Erel(c)|            of a graph
 * Eabs(t) = |Sp - Sm| / Sm               of a task: S sums its messages; here a task is a node that sends
 * </pre>
 *
 * All errors are fractions, not percentages.
 *
 * @param model name of the bandwidth-sharing model
 * @param graphs errors of graphs, in the order in which the graphs were given
 * @param warnings approximations of the model, each sentence once
 */
public record Evaluation(String model, List<GraphError> graphs, List<String> warnings) {
    /**
     * Error of one message. Times are durations from the message's start, in seconds.
     *
     * @param id name of the message
     * @param source sending node
     * @param destination receiving node
     * @param measured Tm
     * @param predicted Tp
     * @param relativeError Erel
     */
    public record MessageError(
            String id, String source, String destination, double measured, double predicted, double relativeError) {}

    /**
     * Errors of one graph.
     *
     * @param name name of the graph
     * @param meanAbsoluteError Eabs(G)
     * @param taskErrors Eabs(t) by sending node, in the order of their first appearance
     * @param messages errors of the messages, in the order of the graph's edges
     */
    public record GraphError(
            String name,
            double meanAbsoluteError,
            @Output(name = "tasks") Map<String, Double> taskErrors,
            List<MessageError> messages) {}

    /** Evaluates a model on the nodes of each graph. */
    public static Evaluation of(List<MeasuredGraph> graphs, SharingModel model) {
        return of(graphs, model, null);
    }

    /**
     * Evaluates a model on a cluster.
     *
     * @param cluster nodes for models of racks or trees; null to use the nodes of each graph
     */
    public static Evaluation of(List<MeasuredGraph> graphs, SharingModel model, @Nullable Cluster cluster) {
        List<GraphError> errors = new ArrayList<>();
        TreeSet<String> warnings = new TreeSet<>();
        for (MeasuredGraph graph : graphs) {
            GraphRun run =
                    GraphRun.of(graph.graph(), model).referenceTime(graph.referenceTime(), graph.referenceBytes());
            GraphResult result = (cluster == null ? run : run.cluster(cluster)).run();
            warnings.addAll(result.warnings());
            errors.add(compare(
                    graph,
                    result.edges().stream()
                            .map(edge -> edge.finish() - edge.start())
                            .toList()));
        }
        return new Evaluation(model.name(), errors, new ArrayList<>(warnings));
    }

    /**
     * Compares given predictions with the measured times of a graph.
     *
     * @param predicted seconds, in the order of the graph's edges
     */
    public static GraphError compare(MeasuredGraph graph, List<Double> predicted) {
        List<MessageError> messages = new ArrayList<>();
        double sum = 0;
        Map<String, double[]> sums = new LinkedHashMap<>();
        for (int i = 0; i < predicted.size(); i++) {
            ContentionGraph.Edge edge = graph.graph().edges().get(i);
            double measured = graph.seconds().get(i);
            double error = (predicted.get(i) - measured) / measured;
            messages.add(
                    new MessageError(edge.id(), edge.source(), edge.destination(), measured, predicted.get(i), error));
            sum += Math.abs(error);
            double[] ofTask = sums.computeIfAbsent(edge.source(), source -> new double[2]);
            ofTask[0] += measured;
            ofTask[1] += predicted.get(i);
        }
        Map<String, Double> tasks = new LinkedHashMap<>();
        sums.forEach((task, ofTask) -> tasks.put(task, Math.abs(ofTask[1] - ofTask[0]) / ofTask[0]));
        return new GraphError(graph.name(), sum / predicted.size(), tasks, messages);
    }

    /** Returns the mean of the graphs' mean absolute errors. */
    @Output(after = "model")
    public double meanGraphError() {
        return graphs.stream()
                .mapToDouble(GraphError::meanAbsoluteError)
                .average()
                .orElse(0);
    }

    /** Returns the mean of |Erel| over all messages. */
    @Output(after = "meanGraphError")
    public double meanMessageError() {
        return Arrays.stream(relativeErrors()).map(Math::abs).average().orElse(0);
    }

    /** Returns the errors of all messages. */
    public double[] relativeErrors() {
        return graphs.stream()
                .flatMap(graph -> graph.messages().stream())
                .mapToDouble(MessageError::relativeError)
                .toArray();
    }

    /** Returns the share of the messages with |Erel| up to 0.10. */
    @Output(after = "meanMessageError")
    public double shareWithin10Percent() {
        return ErrorHistogram.shareWithin(relativeErrors(), 0.10);
    }

    /** Returns the distribution of the errors. */
    @Output(after = "graphs")
    public List<ErrorHistogram.Bin> histogram() {
        return ErrorHistogram.of(relativeErrors());
    }
}
