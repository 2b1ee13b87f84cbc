package org.tailback.fit.penalties;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Penalties from a library of measured shapes, and from another model for shapes that were not measured.
 *
 * <p><b>Prediction.</b> The messages in flight fall into connected components (messages that share a node). A component
 * whose shape, up to the names of its nodes, is in the library has exactly the measured penalties; any other component
 * has the penalties of the model {@code otherwise}. An uncontended message always has penalty 1. Warnings count the
 * messages by the origin of their penalties, and the explanation of a message contains the origin of its penalty.
 *
 * <p><b>Inputs.</b> Penalty coefficients of first steps, as estimated by {@link PenaltyEstimation} with the recursive
 * solution of Martinasso and Mehaut 2011, section 3.3. The assumption is the same: penalties depend only on the shape.
 *
 * <p><b>Worked example</b> ({@code MeasuredPenaltiesTest}). With {@code a:0>1 b:0>2} measured at 1.99 each and Gigabit
 * Ethernet for other shapes, two messages out of node 7 have penalty 1.99, and three have penalty 2.25 (0.75 * 3).
 *
 * <p><b>When not to use it.</b> With a small library, penalties jump between measurement and model from one step to the
 * next. <b>Cost.</b> After a change, each affected component is looked up, if it is no larger than the largest shape.
 * Colouring its nodes costs O(nodes squared). If the colours match a shape, a renaming is searched for. The cost of the
 * other model is added.
 *
 * @param library the measured shapes
 * @param otherwise the model for all other shapes
 */
public record MeasuredPenalties(ShapeLibrary library, SharingModel otherwise) implements SharingModel {
    static final String NAME = "measured-penalties";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new MeasuredPenaltiesSharing(library, otherwise.name(), otherwise.on(cluster, seed), cluster.nodes());
    }

    @Override
    public boolean isRandom() {
        return otherwise.isRandom();
    }

    /** Provider of {@link MeasuredPenalties} for shapes written in the graph language. */
    public static final class Provider implements SharingModelProvider {
        @Override
        public Description description() {
            return new Description(
                    NAME,
                    "penalties measured for shapes of contention graphs; another model where a shape was not measured",
                    "Martinasso, Mehaut, Euro-Par 2011, section 3.3 (the estimation)",
                    ImmutableList.of(
                            new Parameter(
                                    "otherwise", "max-min", "a model NAME[:k=v,…] for shapes that were not measured"),
                            new Parameter(
                                    "shapes",
                                    "",
                                    "list of {graph: \"a:0>1 b:0>2\", penalties: {a: 2, b: 2}}, as 'fit penalties' prints")));
        }

        @Override
        public SharingModel create(Settings settings) {
            List<Settings> shapes = settings.has("shapes") ? settings.sections("shapes") : List.of();
            String otherwise = settings.text("otherwise", "max-min");
            ModelChoice choice = ModelChoice.parse(otherwise);
            if (choice.name().equals(NAME)) {
                throw settings.problem("otherwise", "the other model cannot be " + NAME + " itself", "");
            }
            return new MeasuredPenalties(
                    new ShapeLibrary(shapes.stream().map(Provider::shape).toList()),
                    Registry.load().model(choice));
        }

        private static ShapeLibrary.MeasuredShape shape(Settings settings) {
            settings.rejectUnknown(ImmutableList.of("name", "graph", "penalties"));
            ContentionGraph graph = GraphLanguage.inline(settings.text("graph"), 1);
            Settings penalties = settings.section("penalties");
            penalties.rejectUnknown(
                    graph.edges().stream().map(ContentionGraph.Edge::id).collect(ImmutableList.toImmutableList()));
            double[] byEdge = graph.edges().stream()
                    .mapToDouble(edge -> penalties.number(edge.id()))
                    .toArray();
            try {
                return PenaltyEstimation.shape(settings.text("name", ""), graph, byEdge);
            } catch (IllegalArgumentException e) {
                throw InputException.at(settings.place(), String.valueOf(e.getMessage()), "");
            }
        }
    }
}
