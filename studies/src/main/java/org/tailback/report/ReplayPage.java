package org.tailback.report;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.ChartFile;
import org.tailback.cluster.Placement;
import org.tailback.observe.LinkLoads;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;
import org.tailback.study.evaluation.MeasuredChart;
import org.tailback.table.Json;
import org.tailback.trace.measured.MeasuredRun;

/**
 * A replay as one HTML file that opens from disk, without network access. The page shows the verdict, the makespan next
 * to its bounds, the activity of the ranks, and contention over time. It also shows the contention graph of an instant
 * with the reasons for penalties, traffic and lost time, measured and predicted times, and sortable tables.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).pairStatistics().build().run();
 * RunRecorder recorder = new RunRecorder(program.ranks(), result.makespan());
 * Replay.builder(program, platform).observer(recorder).build().run();
 * var content = new ReplayPage.Content("run", verdict, platform, result, recorder, links, …);
 * ReplayPage.write(Path.of("run.html"), content);
 * }</pre>
 */
public final class ReplayPage {
    private static final int MOST_LINKS = 1000;

    private ReplayPage() {}

    /** Makespan of the run under other conditions, seconds. */
    public record Bound(String name, double makespan) {}

    /**
     * The content of a page.
     *
     * @param title title of the page
     * @param verdict verdict, one sentence
     * @param platform platform of the run
     * @param result result of the run
     * @param recorder observer of the same run
     * @param links loads of the links; null if the model has no links
     * @param bounds makespans for comparison, beginning with the makespan of the run
     * @param boundsNote meaning of the bounds
     * @param measured times of a recorded run; null without a recorded run
     * @param explained requested explanations of the makespan
     * @param facts names and values for the end of the page
     * @param warnings warnings, one sentence each
     */
    public record Content(
            String title,
            String verdict,
            Platform platform,
            ReplayResult result,
            RunRecorder recorder,
            @Nullable LinkLoads links,
            List<Bound> bounds,
            String boundsNote,
            @Nullable MeasuredRun measured,
            Explained explained,
            Map<String, String> facts,
            List<String> warnings) {}

    /**
     * Writes the page, completely or not at all.
     *
     * @throws org.tailback.error.InputException if the file has another ending than .html or cannot be written
     */
    public static void write(Path file, Content content) {
        MeasuredRun measured = content.measured();
        Explained.Numbers numbers = content.explained().numbers();
        Page.write(
                file,
                new Page.Parts(
                        content.title(),
                        content.verdict(),
                        "report.html",
                        Map.of(
                                "MEASURED_CHART",
                                measured == null ? "" : ChartFile.embedded(MeasuredChart.byCalls(measured, "")),
                                "TOLERANCE_CHART",
                                numbers == null || numbers.tolerances().isEmpty()
                                        ? ""
                                        : ChartFile.embedded(Explained.chart(numbers.tolerances(), numbers.trace()))),
                        "report.js",
                        json -> data(content, json),
                        content.facts(),
                        content.warnings()));
    }

    /** Writes the fields of the JSON object that {@code report.js} reads. */
    private static void data(Content content, Json json) {
        RunRecorder recorder = content.recorder();
        ReplayResult result = content.result();
        List<Integer> bins = IntStream.range(0, RunRecorder.BINS).boxed().toList();
        json.field("makespan", result.makespan())
                .field("bounds", content.bounds())
                .field("boundsNote", content.boundsNote())
                .field("timeline", timeline(recorder.activity))
                .field(
                        "contention",
                        ImmutableMap.of(
                                "binSeconds", recorder.binSeconds,
                                "messages", Lists.transform(bins, recorder::messages),
                                "penalty", Lists.transform(bins, recorder::penalty)));
        instants(content, json);
        Traffic traffic = recorder.traffic;
        json.field("matrix", ImmutableMap.of("groups", traffic.groups.names(), "cells", traffic.cells()))
                .rows("pairs", result.pairs(), "sender receiver messages bytes lostToContention")
                .rows(
                        "ranks",
                        result.ranks(),
                        "rank finish compute blocked messages bytesSent averagePenalty lostToContention");
        LinkLoads links = content.links();
        if (links != null) {
            json.rows("links", links.top(MOST_LINKS), "name mean peak bytes");
        }
        content.explained().write(json);
        if (content.measured() != null) {
            json.rows("measured", content.measured().calls(), "kind count recorded simulated relativeError");
        }
    }

    private static Map<String, Object> timeline(RankActivity activity) {
        ImmutableMap.Builder<String, Object> data = ImmutableMap.builder();
        data.put("rows", activity.rows.names()).put("ranksPerRow", activity.rows.size());
        if (activity.isExact()) {
            List<RankActivity.Operation> all = activity.operations();
            data.put("names", RunRecorder.names())
                    .put("note", "")
                    .put(
                            "exact",
                            ImmutableMap.of(
                                    "row", Lists.transform(all, RankActivity.Operation::rank),
                                    "kind", Lists.transform(all, RankActivity.Operation::kind),
                                    "name", Lists.transform(all, RankActivity.Operation::name),
                                    "begin", Lists.transform(all, RankActivity.Operation::begin),
                                    "end", Lists.transform(all, RankActivity.Operation::end)));
        } else {
            data.put(
                            "note",
                            (activity.rows.size() == 1
                                            ? ""
                                            : "Each row is " + activity.rows.size() + " neighbouring ranks. ")
                                    + "Each cell shows its longest activity; a paler colour means a smaller share.")
                    .put("bins", RankActivity.BINS)
                    .put("binSeconds", activity.binSeconds)
                    .put("cells", Base64.getEncoder().encodeToString(activity.cells()));
        }
        return data.buildOrThrow();
    }

    /** A message of an instant; {@code why} is the index of its reason. */
    private record Edge(int sender, int receiver, int source, int destination, long bytes, double penalty, int why) {}

    private record Instant(double time, int all, double weight, boolean explained, List<Edge> edges) {}

    private static void instants(Content content, Json json) {
        Instants instants = content.recorder().instants;
        Platform platform = content.platform();
        Placement placement = platform.placement()
                .place(platform.cluster(), content.result().ranks().size());
        Why why = new Why(platform, placement, content.result().models().seed());
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Instant> all = new ArrayList<>();
        for (Instants.Instant instant : instants.all()) {
            List<String> reasons = why.of(instant);
            List<Edge> edges = new ArrayList<>();
            for (Instants.Edge edge : instant.edges()) {
                edges.add(new Edge(
                        edge.sender(),
                        edge.receiver(),
                        placement.nodeOf(edge.sender()),
                        placement.nodeOf(edge.receiver()),
                        edge.bytes(),
                        edge.penalty(),
                        numbers.computeIfAbsent(reasons.get(edges.size()), text -> numbers.size())));
            }
            all.add(new Instant(
                    instant.time(),
                    instant.all(),
                    instant.weight(),
                    !instant.together().isEmpty(),
                    edges));
        }
        json.field(
                        "instantsNote",
                        (instants.isEveryChange()
                                        ? "The instants are all changes of the network."
                                        : all.size() + " equidistant instants; if there are many messages, only those"
                                                + " with the greatest penalties are drawn.")
                                + " Nodes are on a circle. A thicker arrow is a message with a greater penalty."
                                + " The " + Why.MOST_MESSAGES + " messages with the greatest penalties are explained.")
                .field("instants", all)
                .field("reasons", numbers.keySet());
    }
}
