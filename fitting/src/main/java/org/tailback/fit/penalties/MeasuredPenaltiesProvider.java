package org.tailback.fit.penalties;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.model.graph.GraphLanguage;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.registry.Registry;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link MeasuredPenalties} from shapes written in the graph language. */
public final class MeasuredPenaltiesProvider implements SharingModelProvider {
    static final String NAME = "measured-penalties";

    @Override
    public Description description() {
        return new Description(
                NAME,
                "penalties measured for shapes of contention graphs; another model where a shape was not measured",
                "Martinasso, Mehaut, Euro-Par 2011, section 3.3 (the estimation)",
                ImmutableList.of(
                        new Parameter("otherwise", "max-min", "a model NAME[:k=v,…] for shapes that were not measured"),
                        new Parameter(
                                "shapes",
                                "",
                                "list of {graph: \"a:0>1 b:0>2\", penalties: {a: 2, b: 2}}, as 'fit penalties' prints")));
    }

    @Override
    public SharingModel create(Settings settings) {
        List<MeasuredShape> shapes = new ArrayList<>();
        if (settings.has("shapes")) {
            for (Settings shape : settings.sections("shapes")) {
                shape.rejectUnknown(ImmutableList.of("name", "graph", "penalties"));
                shapes.add(shape(shape));
            }
        }
        String otherwise = settings.text("otherwise", "max-min");
        ModelChoice choice = ModelChoice.parse(otherwise);
        if (choice.name().equals(NAME)) {
            throw settings.problem("otherwise", "the other model cannot be " + NAME + " itself", "");
        }
        return new MeasuredPenalties(new ShapeLibrary(shapes), Registry.load().sharing(choice));
    }

    private static MeasuredShape shape(Settings settings) {
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
