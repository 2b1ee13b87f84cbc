package org.tailback.cli.graph;

import java.io.Writer;
import org.tailback.cli.render.Columns;
import org.tailback.model.graph.GraphResult;
import org.tailback.sharing.Explanation;
import org.tailback.table.Json;

/** The simulation of a contention graph for programs: JSON and CSV. */
final class GraphOutput {
    private static final Columns<GraphResult.EdgeResult> EDGE = new Columns<GraphResult.EdgeResult>()
            .add("id", GraphResult.EdgeResult::id)
            .add("source", GraphResult.EdgeResult::source)
            .add("destination", GraphResult.EdgeResult::destination)
            .add("bytes", GraphResult.EdgeResult::bytes)
            .add("start", GraphResult.EdgeResult::start)
            .add("penalty", GraphResult.EdgeResult::penalty)
            .add("finish", GraphResult.EdgeResult::finish);

    private GraphOutput() {}

    static void json(GraphResult result, Json json) {
        json.text("model", result.model());
        json.objects("edges", result.edges(), EDGE::json);
        json.objects(
                "steps",
                result.steps(),
                (item, step) -> item.number("from", step.from())
                        .number("to", step.to())
                        .numbers("penalties", step.penalties())
                        .numbers("remainingBytes", step.remainingBytes())
                        .numbers("rates", step.rates())
                        .texts("ended", step.ended()));
        json.texts("warnings", result.warnings());
        if (!result.explanations().isEmpty()) {
            json.object(
                    "explanations",
                    item -> result.explanations()
                            .forEach((id, explanation) -> item.object(id, inner -> explanation(inner, explanation))));
        }
    }

    private static void explanation(Json json, Explanation explanation) {
        json.text("name", explanation.name())
                .number("value", explanation.value())
                .text("formula", explanation.formula())
                .objects("parts", explanation.parts(), GraphOutput::explanation);
    }

    static void csv(GraphResult result, Writer out) {
        EDGE.csv(out, result.edges());
    }
}
