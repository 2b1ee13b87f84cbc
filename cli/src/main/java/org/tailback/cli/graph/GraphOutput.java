package org.tailback.cli.graph;

import java.io.Writer;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.model.graph.GraphResult;
import org.tailback.sharing.Explanation;

/** What became of a contention graph, for programs: JSON and CSV. */
final class GraphOutput {
    private GraphOutput() {}

    static void json(GraphResult result, Writer out) {
        Json.write(out, json -> {
            json.text("model", result.model());
            json.objects(
                    "edges",
                    result.edges(),
                    (item, edge) -> item.text("id", edge.id())
                            .text("source", edge.source())
                            .text("destination", edge.destination())
                            .number("bytes", edge.bytes())
                            .number("start", edge.start())
                            .number("penalty", edge.penalty())
                            .number("finish", edge.finish()));
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
                                .forEach((id, explanation) ->
                                        item.object(id, inner -> explanation(inner, explanation))));
            }
        });
    }

    private static void explanation(Json json, Explanation explanation) {
        json.text("name", explanation.name())
                .number("value", explanation.value())
                .text("formula", explanation.formula())
                .objects("parts", explanation.parts(), GraphOutput::explanation);
    }

    static void csv(GraphResult result, Writer out) {
        Csv csv = Csv.with(out, "id", "source", "destination", "bytes", "start", "penalty", "finish");
        for (GraphResult.EdgeResult edge : result.edges()) {
            csv.row(
                    edge.id(),
                    edge.source(),
                    edge.destination(),
                    edge.bytes(),
                    edge.start(),
                    edge.penalty(),
                    edge.finish());
        }
    }
}
