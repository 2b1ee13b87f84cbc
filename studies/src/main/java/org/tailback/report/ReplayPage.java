package org.tailback.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.chart.Chart;
import org.tailback.chart.ChartFile;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.replay.PairResult;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;

/**
 * A replay as one HTML file that opens from disk, without a network: the verdict, the makespan beside its bounds, what the ranks do, contention over
 * time, the contention graph of an instant with reasons, traffic and lost time, measured against predicted, tables that sort.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).pairStatistics().build().run();
 * RunRecorder recorder = new RunRecorder(program.ranks(), result.makespan());
 * Replay.builder(program, platform).observer(recorder).build().run();
 * ReplayPage.write(Path.of("run.html"), new ReplayPage.Content("run", verdict, platform, result, recorder, bounds, …));
 * }</pre>
 */
public final class ReplayPage {
    private ReplayPage() {}

    /**
     * The makespan under other circumstances.
     *
     * @param name which ones
     * @param makespan seconds
     */
    public record Bound(String name, double makespan) {}

    /**
     * A kind of call in a recorded run.
     *
     * @param kind its name
     * @param count how many there were
     * @param recorded seconds in all ranks
     * @param predicted seconds in all ranks
     */
    public record MeasuredCall(String kind, long count, double recorded, double predicted) {}

    /**
     * What a page shows.
     *
     * @param title of the page
     * @param verdict a sentence
     * @param platform that the run was on
     * @param result of the run
     * @param recorder that watched the same run
     * @param bounds makespans to compare with, that of the run itself first
     * @param boundsNote what they mean
     * @param measured calls of a recorded run; empty if there are no recorded times
     * @param measuredChart their picture; null if there is none
     * @param facts names and values for the end of the page
     * @param warnings sentences
     */
    public record Content(
            String title,
            String verdict,
            Platform platform,
            ReplayResult result,
            RunRecorder recorder,
            List<Bound> bounds,
            String boundsNote,
            List<MeasuredCall> measured,
            @Nullable Chart measuredChart,
            Map<String, String> facts,
            List<String> warnings) {}

    /**
     * Says early, before long work, whether a file's name is that of a page.
     *
     * @throws org.tailback.error.InputException if it does not end in .html
     */
    public static void checkName(Path file) {
        Page.checkName(file);
    }

    /**
     * Writes the page as a whole or not at all.
     *
     * @throws org.tailback.error.InputException if the file has another ending than .html or cannot be written
     */
    public static void write(Path file, Content content) {
        Page.write(
                file,
                new Page.Parts(
                        content.title(),
                        content.verdict(),
                        "report.html",
                        Map.of(
                                "MEASURED_CHART",
                                content.measuredChart() == null ? "" : ChartFile.embedded(content.measuredChart())),
                        "report.js",
                        json -> data(json, content),
                        content.facts(),
                        content.warnings()));
    }

    private static void data(JsonGenerator json, Content content) throws IOException {
        ReplayResult result = content.result();
        json.writeNumberField("makespan", result.makespan());
        json.writeArrayFieldStart("bounds");
        for (Bound bound : content.bounds()) {
            json.writeStartObject();
            json.writeStringField("name", bound.name());
            json.writeNumberField("makespan", bound.makespan());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringField("boundsNote", content.boundsNote());
        timeline(json, content.recorder().activity());
        contention(json, content.recorder());
        instants(json, content);
        matrix(json, content.recorder().traffic());
        json.writeArrayFieldStart("pairs");
        for (PairResult pair : result.pairs()) {
            Page.row(json, pair.sender(), pair.receiver(), pair.messages(), pair.bytes(), pair.lostToContention());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("ranks");
        for (RankResult rank : result.ranks()) {
            Page.row(
                    json,
                    rank.rank(),
                    rank.finish(),
                    rank.compute(),
                    rank.blocked(),
                    rank.messages(),
                    rank.bytesSent(),
                    rank.averagePenalty(),
                    rank.lostToContention());
        }
        json.writeEndArray();
        if (!content.measured().isEmpty()) {
            json.writeArrayFieldStart("measured");
            for (MeasuredCall call : content.measured()) {
                Page.row(
                        json,
                        call.kind(),
                        call.count(),
                        call.recorded(),
                        call.predicted(),
                        call.predicted() / call.recorded() - 1);
            }
            json.writeEndArray();
        }
    }

    private static void timeline(JsonGenerator json, RankActivity activity) throws IOException {
        json.writeObjectFieldStart("timeline");
        json.writeArrayFieldStart("rows");
        for (int row = 0; row < activity.rows(); row++) {
            json.writeString(activity.rowName(row));
        }
        json.writeEndArray();
        if (activity.isExact()) {
            json.writeArrayFieldStart("names");
            for (String name : RunRecorder.names()) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeStringField("note", "");
            json.writeObjectFieldStart("exact");
            column(json, "row", activity, (rank, kind, name, begin, end) -> json.writeNumber(rank));
            column(json, "kind", activity, (rank, kind, name, begin, end) -> json.writeNumber(kind));
            column(json, "name", activity, (rank, kind, name, begin, end) -> json.writeNumber(name));
            column(json, "begin", activity, (rank, kind, name, begin, end) -> json.writeNumber(begin));
            column(json, "end", activity, (rank, kind, name, begin, end) -> json.writeNumber(end));
            json.writeEndObject();
        } else {
            json.writeStringField(
                    "note",
                    "Many operations: each cell shows what takes most of its time, paler where that is less of it.");
            json.writeNumberField("bins", RankActivity.BINS);
            json.writeNumberField("binSeconds", activity.binSeconds());
            json.writeStringField("cells", Base64.getEncoder().encodeToString(activity.cells()));
        }
        json.writeEndObject();
    }

    private static void column(
            JsonGenerator json, String name, RankActivity activity, RankActivity.OperationConsumer value)
            throws IOException {
        json.writeArrayFieldStart(name);
        activity.forEach(value);
        json.writeEndArray();
    }

    private static void contention(JsonGenerator json, RunRecorder recorder) throws IOException {
        json.writeObjectFieldStart("contention");
        json.writeNumberField("binSeconds", recorder.binSeconds());
        json.writeArrayFieldStart("messages");
        for (int bin = 0; bin < RunRecorder.BINS; bin++) {
            json.writeNumber(recorder.messages(bin));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("penalty");
        for (int bin = 0; bin < RunRecorder.BINS; bin++) {
            Page.number(json, recorder.penalty(bin));
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void instants(JsonGenerator json, Content content) throws IOException {
        Instants instants = content.recorder().instants();
        Platform platform = content.platform();
        Placement placement = platform.placement()
                .place(platform.cluster(), content.result().ranks().size());
        Why why = new Why(platform, placement, content.result().seed());
        json.writeStringField(
                "instantsNote",
                (instants.isEveryChange()
                                ? "Every change of the network is an instant here."
                                : instants.all().size()
                                        + " instants with equal distances; of many messages those with the"
                                        + " greatest penalties.")
                        + " Nodes stand around; an arrow is a message, thicker the more it is slowed. Reasons are given for up to 64 messages.");
        Map<String, Integer> reasonsByText = new LinkedHashMap<>();
        json.writeArrayFieldStart("instants");
        for (Instants.Instant instant : instants.all()) {
            List<String> reasons = why.of(instant);
            json.writeStartObject();
            json.writeNumberField("time", instant.time());
            json.writeNumberField("all", instant.all());
            json.writeNumberField("weight", instant.weight());
            json.writeArrayFieldStart("edges");
            for (int i = 0; i < instant.edges().size(); i++) {
                Instants.Edge edge = instant.edges().get(i);
                json.writeStartObject();
                json.writeNumberField("sender", edge.sender());
                json.writeNumberField("receiver", edge.receiver());
                json.writeNumberField("source", placement.nodeOf(edge.sender()));
                json.writeNumberField("destination", placement.nodeOf(edge.receiver()));
                json.writeNumberField("bytes", edge.bytes());
                json.writeFieldName("penalty");
                Page.number(json, edge.penalty());
                json.writeNumberField(
                        "why", reasonsByText.computeIfAbsent(reasons.get(i), text -> reasonsByText.size()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("reasons");
        for (String reason : reasonsByText.keySet()) {
            json.writeString(reason);
        }
        json.writeEndArray();
    }

    private static void matrix(JsonGenerator json, Traffic traffic) throws IOException {
        json.writeObjectFieldStart("matrix");
        json.writeArrayFieldStart("groups");
        for (String name : traffic.groupNames()) {
            json.writeString(name);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("cells");
        for (Traffic.Cell cell : traffic.cells()) {
            json.writeStartObject();
            json.writeNumberField("sender", cell.sender());
            json.writeNumberField("receiver", cell.receiver());
            json.writeNumberField("messages", cell.messages());
            json.writeNumberField("bytes", cell.bytes());
            json.writeNumberField("lost", cell.lost());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
