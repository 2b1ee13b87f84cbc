package org.tailback.cli.place;

import java.io.PrintWriter;
import java.util.stream.IntStream;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.study.placement.PlacementResult;

/** What a search found, for programs. */
final class PlaceOutput {
    private PlaceOutput() {}

    static void json(PlacementResult result, PrintWriter out) {
        Json.write(
                out,
                json -> json.number("makespan", result.makespan())
                        .text("origin", result.origin())
                        .number("roundRobinNode", result.roundRobinNode())
                        .number("roundRobinProcessor", result.roundRobinProcessor())
                        .number("gain", result.gain())
                        .number("uncontended", result.uncontended())
                        .number("lowerBound", result.lowerBound())
                        .flag("lowerBoundIsExact", result.boundIsExact())
                        .number("computeBound", result.computeBound())
                        .number("bytesBetweenNodes", result.bytesBetweenNodes())
                        .number("bytesBetweenRanks", result.bytesBetweenRanks())
                        .number("replays", (long) result.replays())
                        .flag("stopped", result.stopped())
                        .objects(
                                "placement",
                                ranks(result),
                                (item, rank) -> item.number("rank", (long) rank).text("node", node(result, rank)))
                        .objects(
                                "starts",
                                result.starts(),
                                (item, start) -> item.text("name", start.name()).number("makespan", start.makespan()))
                        .objects(
                                "improvements",
                                result.improvements(),
                                (item, step) -> item.number("replays", (long) step.replays())
                                        .number("makespan", step.makespan())
                                        .text("origin", step.origin()))
                        .text("model", result.model())
                        .text("cost", result.cost())
                        .text("loss", result.loss())
                        .number("seed", result.seed())
                        .texts("warnings", result.warnings()));
    }

    static void csv(PlacementResult result, PrintWriter out) {
        Csv csv = Csv.with(out, "rank", "node");
        for (int rank : ranks(result)) {
            csv.row(rank, node(result, rank));
        }
    }

    private static Iterable<Integer> ranks(PlacementResult result) {
        return IntStream.range(0, result.placement().ranks()).boxed().toList();
    }

    private static String node(PlacementResult result, int rank) {
        return result.cluster().nodeName(result.placement().nodeOf(rank));
    }
}
