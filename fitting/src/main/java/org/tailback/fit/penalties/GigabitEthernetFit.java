package org.tailback.fit.penalties;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.error.InputException;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.graphs.Shape;
import org.tailback.fit.statistics.Estimate;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.ContentionGraph.Edge;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.model.sharing.gigabit.GigabitEthernet;
import org.tailback.output.Output;

/**
 * The parameters of the Gigabit Ethernet penalty model from measured conflicts, after Vienne et al. [1] section V.A.
 *
 * <pre>
 * beta    = mean over n of (penalty of n messages out of one node) / n
 * gamma_o = 1 - t_a / (3 beta t_ref)       t_a, t_f: times of a and f in the graph of [1] Fig. 4,
 * gamma_i = 1 - t_f / (3 beta t_ref)       a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3
 * </pre>
 *
 * <p><b>Worked example</b> ({@code GigabitEthernetFitTest}): penalties 1.5 and 2.25 for two and three messages result
 * in beta = 0.75; with t_ref = 0.0475 and t_a = 0.0945844 s, gamma_o = 0.115; f's first penalty, t_f = 0.1030275,
 * results in gamma_i = 0.036.
 *
 * <p>f ends later than its first penalty predicts, because c and e slow down when a and b have ended. A t_f measured at
 * the end makes gamma_i too small (0.033 in the example). Neither the paper nor this fit corrects this error.
 *
 * <p>[1] J. Vienne, M. Martinasso, J.-M. Vincent, J.-F. Mehaut: Predictive models for bandwidth sharing in high
 * performance clusters. IEEE Cluster 2008.
 *
 * @param beta penalty per message; its error is the scatter over n
 * @param outgoingGamma gamma_o
 * @param incomingGamma gamma_i
 * @param remarks remarks on the graphs that were used, one sentence each
 */
public record GigabitEthernetFit(
        Estimate beta,
        double outgoingGamma,
        double incomingGamma,
        @Output(name = "warnings") List<String> remarks) {
    private static final ContentionGraph FIG4 = GraphLanguage.inline("a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3", 1);

    /** Returns the standard error of beta. */
    @Output(after = "incomingGamma")
    public Map<String, Double> standardErrors() {
        return ImmutableMap.of("beta", beta.standardError());
    }

    /**
     * Returns gamma_o from t_a, or gamma_i from t_f.
     *
     * @param seconds time of the message in the graph of Fig. 4
     * @param beta fitted beta
     * @param referenceTime uncontended time of the message, seconds
     */
    static double gamma(double seconds, double beta, double referenceTime) {
        return 1 - seconds / (3 * beta * referenceTime);
    }

    /**
     * Returns all parameters from a file with stars out of one node and the graph of Fig. 4. They are recognised by
     * their shapes.
     *
     * @throws InputException if the stars or the graph are missing
     */
    public static GigabitEthernetFit of(MeasuredGraphsFile file) {
        List<Double> perMessage = new ArrayList<>();
        double outgoing = Double.NaN;
        double incoming = Double.NaN;
        List<String> remarks = new ArrayList<>();
        for (MeasuredGraph graph : file.graphs()) {
            int edges = graph.graph().edges().size();
            if (isStar(graph.graph())) {
                double sum = 0;
                for (int i = 0; i < edges; i++) {
                    sum += graph.slowdown(i) / edges;
                }
                perMessage.add(sum / edges);
                remarks.add("beta from '" + graph.name() + "': " + sum / edges);
            }
        }
        if (perMessage.isEmpty()) {
            throw InputException.at(
                    file.source(),
                    "no star of two or more messages out of one node: beta cannot be determined",
                    "Measure some");
        }
        Estimate beta = Estimate.mean(Doubles.toArray(perMessage));
        Shape fig4 = Shape.of(FIG4);
        for (MeasuredGraph graph : file.graphs()) {
            int[] renaming = fig4.renaming(Shape.of(graph.graph()));
            if (renaming != null) {
                outgoing = gamma(seconds(graph, renaming[0], renaming[1]), beta.value(), graph.referenceTime());
                incoming = gamma(seconds(graph, renaming[2], renaming[3]), beta.value(), graph.referenceTime());
                remarks.add("gammas from '" + graph.name() + "'");
            }
        }
        if (Double.isNaN(outgoing)) {
            throw InputException.at(
                    file.source(),
                    "no graph of the shape of Vienne 2008 Fig. 4 (a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3): the gammas cannot be"
                            + " determined",
                    "Measure it, or fit all parameters to the measured graphs: fit model gigabit-ethernet");
        }
        return new GigabitEthernetFit(beta, outgoing, incoming, remarks);
    }

    private static boolean isStar(ContentionGraph graph) {
        int edges = graph.edges().size();
        return edges >= 2 && nodes(graph, Edge::source) == 1 && nodes(graph, Edge::destination) == edges;
    }

    private static long nodes(ContentionGraph graph, Function<Edge, String> side) {
        return graph.edges().stream().map(side).distinct().count();
    }

    private static double seconds(MeasuredGraph graph, int source, int destination) {
        List<String> numbers = Shape.numbers(graph.graph());
        for (int i = 0; i < graph.seconds().size(); i++) {
            Edge edge = graph.graph().edges().get(i);
            if (numbers.indexOf(edge.source()) == source && numbers.indexOf(edge.destination()) == destination) {
                return graph.slowdown(i) * graph.referenceTime();
            }
        }
        throw new IllegalStateException("no such edge");
    }

    /** Returns the model, with gammas raised to 0 where noise made them negative. */
    public GigabitEthernet model() {
        return new GigabitEthernet(beta.value(), Math.max(0, outgoingGamma), Math.max(0, incomingGamma));
    }

    /** Returns the section {@code network} of a platform file. */
    public PlatformFragment fragment(String source, String date) {
        GigabitEthernet model = model();
        PlatformFragment fragment = new PlatformFragment()
                .comment("Gigabit Ethernet penalties fitted to " + source + ", " + date)
                .comment("beta with standard error " + beta.standardError())
                .comments(remarks);
        if (outgoingGamma < 0 || incomingGamma < 0) {
            fragment.comment("gammas below 0 count as 0: fitted " + outgoingGamma + " and " + incomingGamma);
        }
        return fragment.line(0, "network:")
                .line(1, "model: gigabit-ethernet")
                .line(1, "beta: " + PlatformFragment.number(model.beta()))
                .line(1, "outgoing-gamma: " + PlatformFragment.number(model.outgoingGamma()))
                .line(1, "incoming-gamma: " + PlatformFragment.number(model.incomingGamma()));
    }
}
