package org.tailback.report;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.table.Json;

/** The data of a replay's page: the fields of its JSON object, as {@code report.js} reads them. */
final class ReplayPageData {
    private final Json json;
    private final ReplayPage.Content content;

    ReplayPageData(Json json, ReplayPage.Content content) {
        this.json = json;
        this.content = content;
    }

    void write() {
        json.number("makespan", content.result().makespan())
                .objects(
                        "bounds",
                        content.bounds(),
                        (item, bound) -> item.text("name", bound.name()).number("makespan", bound.makespan()))
                .text("boundsNote", content.boundsNote())
                .object("timeline", item -> timeline(item, content.recorder().activity()))
                .object("contention", item -> contention(item, content.recorder()));
        instants();
        json.object("matrix", item -> matrix(item, content.recorder().traffic()))
                .rows(
                        "pairs",
                        content.result().pairs(),
                        pair -> List.of(
                                pair.sender(), pair.receiver(), pair.messages(), pair.bytes(), pair.lostToContention()))
                .rows(
                        "ranks",
                        content.result().ranks(),
                        rank -> List.of(
                                rank.rank(),
                                rank.finish(),
                                rank.compute(),
                                rank.blocked(),
                                rank.messages(),
                                rank.bytesSent(),
                                rank.averagePenalty(),
                                rank.lostToContention()));
        ExplainedData.write(content.explained(), json);
        if (!content.measured().isEmpty()) {
            json.rows(
                    "measured",
                    content.measured(),
                    call -> List.of(
                            call.kind(),
                            call.count(),
                            call.recorded(),
                            call.predicted(),
                            call.predicted() / call.recorded() - 1));
        }
    }

    private static void timeline(Json json, RankActivity activity) {
        json.texts(
                        "rows",
                        IntStream.range(0, activity.rows())
                                .mapToObj(activity::rowName)
                                .toList())
                .number("ranksPerRow", activity.ranksPerRow());
        if (activity.isExact()) {
            json.texts("names", RunRecorder.names())
                    .text("note", "")
                    .object(
                            "exact",
                            item -> item.column("row", activity.operations(), RankActivity.Operation::rank)
                                    .column("kind", activity.operations(), RankActivity.Operation::kind)
                                    .column("name", activity.operations(), RankActivity.Operation::name)
                                    .column("begin", activity.operations(), RankActivity.Operation::begin)
                                    .column("end", activity.operations(), RankActivity.Operation::end));
        } else {
            json.text(
                            "note",
                            (activity.ranksPerRow() == 1
                                            ? ""
                                            : "A row is " + activity.ranksPerRow() + " neighbouring ranks. ")
                                    + "Many operations: each cell shows what takes most of its time, paler where that"
                                    + " is less of it.")
                    .number("bins", RankActivity.BINS)
                    .number("binSeconds", activity.binSeconds())
                    .text("cells", Base64.getEncoder().encodeToString(activity.cells()));
        }
    }

    private static void contention(Json json, RunRecorder recorder) {
        List<Integer> bins = IntStream.range(0, RunRecorder.BINS).boxed().toList();
        json.number("binSeconds", recorder.binSeconds())
                .column("messages", bins, recorder::messages)
                .column("penalty", bins, recorder::penalty);
    }

    private void instants() {
        Instants instants = content.recorder().instants();
        Platform platform = content.platform();
        Placement placement = platform.placement()
                .place(platform.cluster(), content.result().ranks().size());
        Why why = new Why(platform, placement, content.result().seed());
        Map<String, Integer> reasonsByText = new LinkedHashMap<>();
        json.text(
                        "instantsNote",
                        (instants.isEveryChange()
                                        ? "Every change of the network is an instant here."
                                        : instants.all().size()
                                                + " instants with equal distances; of many messages those with the"
                                                + " greatest penalties.")
                                + " Nodes stand around; an arrow is a message, thicker the more it is slowed. Reasons"
                                + " are given for the "
                                + Why.MOST_MESSAGES + " messages with the greatest penalties.")
                .objects("instants", instants.all(), (item, instant) -> {
                    List<String> reasons = why.of(instant);
                    item.number("time", instant.time())
                            .number("all", instant.all())
                            .number("weight", instant.weight())
                            .flag("explained", !instant.together().isEmpty())
                            .objects(
                                    "edges",
                                    IntStream.range(0, instant.edges().size())
                                            .boxed()
                                            .toList(),
                                    (field, i) -> edge(
                                            field,
                                            instant.edges().get(i),
                                            placement,
                                            reasonsByText.computeIfAbsent(
                                                    reasons.get(i), text -> reasonsByText.size())));
                })
                .texts("reasons", reasonsByText.keySet());
    }

    private static void edge(Json json, Instants.Edge edge, Placement placement, int reason) {
        json.number("sender", edge.sender())
                .number("receiver", edge.receiver())
                .number("source", placement.nodeOf(edge.sender()))
                .number("destination", placement.nodeOf(edge.receiver()))
                .number("bytes", edge.bytes())
                .number("penalty", edge.penalty())
                .number("why", reason);
    }

    private static void matrix(Json json, Traffic traffic) {
        json.texts("groups", traffic.groupNames())
                .objects(
                        "cells",
                        traffic.cells(),
                        (item, cell) -> item.number("sender", cell.sender())
                                .number("receiver", cell.receiver())
                                .number("messages", cell.messages())
                                .number("bytes", cell.bytes())
                                .number("lost", cell.lost()));
    }
}
