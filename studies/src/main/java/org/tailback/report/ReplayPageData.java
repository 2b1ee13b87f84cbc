package org.tailback.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.replay.PairResult;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;

/** What the script of a replay's page draws: the fields of its JSON object, as {@code report.js} reads them. */
final class ReplayPageData {
    private final JsonGenerator json;
    private final ReplayPage.Content content;

    ReplayPageData(JsonGenerator json, ReplayPage.Content content) {
        this.json = json;
        this.content = content;
    }

    void write() throws IOException {
        ReplayResult result = content.result();
        json.writeNumberField("makespan", result.makespan());
        json.writeArrayFieldStart("bounds");
        for (ReplayPage.Bound bound : content.bounds()) {
            json.writeStartObject();
            json.writeStringField("name", bound.name());
            json.writeNumberField("makespan", bound.makespan());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringField("boundsNote", content.boundsNote());
        timeline(content.recorder().activity());
        contention(content.recorder());
        instants();
        matrix(content.recorder().traffic());
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
            for (ReplayPage.MeasuredCall call : content.measured()) {
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

    private void timeline(RankActivity activity) throws IOException {
        json.writeObjectFieldStart("timeline");
        json.writeArrayFieldStart("rows");
        for (int row = 0; row < activity.rows(); row++) {
            json.writeString(activity.rowName(row));
        }
        json.writeEndArray();
        json.writeNumberField("ranksPerRow", activity.ranksPerRow());
        if (activity.isExact()) {
            texts("names", RunRecorder.names());
            json.writeStringField("note", "");
            json.writeObjectFieldStart("exact");
            column("row", activity, operation -> json.writeNumber(operation.rank()));
            column("kind", activity, operation -> json.writeNumber(operation.kind()));
            column("name", activity, operation -> json.writeNumber(operation.name()));
            column("begin", activity, operation -> json.writeNumber(operation.begin()));
            column("end", activity, operation -> json.writeNumber(operation.end()));
            json.writeEndObject();
        } else {
            json.writeStringField(
                    "note",
                    (activity.ranksPerRow() == 1 ? "" : "A row is " + activity.ranksPerRow() + " neighbouring ranks. ")
                            + "Many operations: each cell shows what takes most of its time, paler where that is less"
                            + " of it.");
            json.writeNumberField("bins", RankActivity.BINS);
            json.writeNumberField("binSeconds", activity.binSeconds());
            json.writeStringField("cells", Base64.getEncoder().encodeToString(activity.cells()));
        }
        json.writeEndObject();
    }

    /** Writes a value of an operation. */
    private interface OperationField {
        void write(RankActivity.Operation operation) throws IOException;
    }

    private void column(String name, RankActivity activity, OperationField field) throws IOException {
        json.writeArrayFieldStart(name);
        for (RankActivity.Operation operation : activity.operations()) {
            field.write(operation);
        }
        json.writeEndArray();
    }

    private void texts(String name, Iterable<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private void contention(RunRecorder recorder) throws IOException {
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

    private void instants() throws IOException {
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
                        + " Nodes stand around; an arrow is a message, thicker the more it is slowed. Reasons are"
                        + " given for the "
                        + Why.MOST_MESSAGES + " messages with the greatest penalties.");
        Map<String, Integer> reasonsByText = new LinkedHashMap<>();
        json.writeArrayFieldStart("instants");
        for (Instants.Instant instant : instants.all()) {
            List<String> reasons = why.of(instant);
            json.writeStartObject();
            json.writeNumberField("time", instant.time());
            json.writeNumberField("all", instant.all());
            json.writeNumberField("weight", instant.weight());
            json.writeBooleanField("explained", !instant.together().isEmpty());
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
        texts("reasons", reasonsByText.keySet());
    }

    private void matrix(Traffic traffic) throws IOException {
        json.writeObjectFieldStart("matrix");
        texts("groups", traffic.groupNames());
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
