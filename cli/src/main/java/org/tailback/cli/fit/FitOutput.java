package org.tailback.cli.fit;

import com.google.common.collect.Maps;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Columns;
import org.tailback.cli.render.Csv;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.NetgaugeFit;
import org.tailback.fit.modelfit.ModelFit;
import org.tailback.fit.penalties.GigabitEthernetFit;
import org.tailback.fit.penalties.MeasuredShape;
import org.tailback.fit.penalties.PenaltyEstimation;
import org.tailback.fit.plogp.PlogPParameters;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.tree.TreeParameters;
import org.tailback.table.Json;

/** The result of a fit for programs; the text form is the platform fragment itself. */
final class FitOutput {
    private static final Columns<PlogPParameters.Entry> SIZE = new Columns<PlogPParameters.Entry>()
            .add("bytes", PlogPParameters.Entry::bytes)
            .add("gap", PlogPParameters.Entry::gap)
            .add("sendOverhead", PlogPParameters.Entry::sendOverhead)
            .add("receiveOverhead", PlogPParameters.Entry::receiveOverhead);

    private FitOutput() {}

    static void json(LogGpParameters fitted, @Nullable NetgaugeFit netgauge, Json json) {
        json.number("latency", fitted.latency())
                .number("roundTripHalf", fitted.roundTripHalf())
                .objects("protocols", fitted.protocols(), FitOutput::protocol)
                .objects(
                        "outliers",
                        fitted.outliers(),
                        (item, outlier) -> item.number("bytes", outlier.bytes())
                                .text("quantity", outlier.quantity())
                                .number("value", outlier.value())
                                .number("expected", outlier.expected()));
        if (netgauge != null) {
            json.object("netgauge", item -> netgauge(item, netgauge));
        }
        json.texts("warnings", fitted.remarks());
    }

    private static void protocol(Json json, LogGpParameters.Protocol protocol) {
        json.number("fromBytes", protocol.fromBytes())
                .number("toBytes", protocol.toBytes())
                .number("overhead", protocol.overhead().value())
                .number("gap", protocol.gap().value())
                .number("gapPerByte", protocol.gapPerByte().value())
                .object(
                        "standardErrors",
                        item -> item.number("overhead", protocol.overhead().standardError())
                                .number("gap", protocol.gap().standardError())
                                .number("gapPerByte", protocol.gapPerByte().standardError()))
                .object("confidenceIntervals", item -> {
                    interval(item, "overhead", protocol.overhead());
                    interval(item, "gap", protocol.gap());
                    interval(item, "gapPerByte", protocol.gapPerByte());
                })
                .number("residual", protocol.line().residual())
                .number("points", protocol.line().points())
                .object(
                        "withOutliers",
                        item -> item.number("gap", protocol.lineOfAll().at(1))
                                .number("gapPerByte", protocol.lineOfAll().slope()));
    }

    private static void interval(Json json, String name, Estimate estimate) {
        json.object(name, item -> item.number("low", estimate.low()).number("high", estimate.high()));
    }

    /** Netgauge's own numbers, in seconds; its g is the line at size 0. */
    private static void netgauge(Json json, NetgaugeFit netgauge) {
        json.number("latency", netgauge.rows().get(0).latency() * 1e-6)
                .objects(
                        "protocols",
                        netgauge.protocols(),
                        (item, protocol) -> item.number("fromBytes", protocol.fromBytes())
                                .number("toBytes", protocol.toBytes())
                                .number("changeBytes", protocol.changeBytes())
                                .number("gap", protocol.gap() * 1e-6)
                                .number("gapPerByte", protocol.gapPerByte() * 1e-6)
                                .number("deviation", protocol.deviation() * 1e-6))
                .objects(
                        "rows",
                        netgauge.rows(),
                        (item, row) -> item.number("bytes", row.bytes())
                                .number("sendOverhead", row.sendOverhead() * 1e-6)
                                .number("gap", row.gap() * 1e-6)
                                .number("gapPerByte", row.gapPerByte() * 1e-6)
                                .number("deviation", row.deviation() * 1e-6));
    }

    static void csv(LogGpParameters fitted, Writer out) {
        new Columns<LogGpParameters.Protocol>()
                .add("fromBytes", LogGpParameters.Protocol::fromBytes)
                .add("toBytes", LogGpParameters.Protocol::toBytes)
                .add("overhead", protocol -> protocol.overhead().value())
                .add("gap", protocol -> protocol.gap().value())
                .add("gapPerByte", protocol -> protocol.gapPerByte().value())
                .add("overheadError", protocol -> protocol.overhead().standardError())
                .add("gapError", protocol -> protocol.gap().standardError())
                .add("gapPerByteError", protocol -> protocol.gapPerByte().standardError())
                .add("latency", protocol -> fitted.latency())
                .add("roundTripHalf", protocol -> fitted.roundTripHalf())
                .csv(out, fitted.protocols());
    }

    static void json(PlogPParameters fitted, Json json) {
        json.number("latency", fitted.latency())
                .flag("bothEnds", fitted.bothEnds())
                .objects("sizes", fitted.entries(), SIZE::json)
                .texts("warnings", fitted.remarks());
    }

    static void csv(PlogPParameters fitted, Writer out) {
        new Columns<PlogPParameters.Entry>()
                .addAll(SIZE, entry -> entry)
                .add("latency", entry -> fitted.latency())
                .csv(out, fitted.entries());
    }

    static void json(TreeParameters fitted, Json json) {
        json.flag("bidirectional", fitted.bidirectional())
                .objects(
                        "heights",
                        fitted.heights(),
                        (item, height) -> item.number("bandwidth", height.bandwidth())
                                .number("bufferDelay", height.bufferDelay()))
                .object(
                        "switchTolerance",
                        item -> item.number("suggestion", fitted.tolerance().suggestion())
                                .number("low", fitted.tolerance().low())
                                .number("high", fitted.tolerance().high()))
                .texts("warnings", fitted.remarks());
    }

    static void csv(TreeParameters fitted, Writer out) {
        Csv csv = Csv.with(out, "height", "bandwidth", "bufferDelay", "switchTolerance");
        int number = 0;
        for (TreeParameters.Height height : fitted.heights()) {
            csv.row(
                    ++number,
                    height.bandwidth(),
                    height.bufferDelay(),
                    fitted.tolerance().suggestion());
        }
    }

    static void json(GigabitEthernetFit fitted, Json json) {
        json.number("beta", fitted.beta().value())
                .number("outgoingGamma", fitted.outgoingGamma())
                .number("incomingGamma", fitted.incomingGamma())
                .object(
                        "standardErrors",
                        item -> item.number("beta", fitted.beta().standardError()))
                .texts("warnings", fitted.remarks());
    }

    static void csv(GigabitEthernetFit fitted, Writer out) {
        Csv.with(out, "beta", "outgoingGamma", "incomingGamma")
                .row(fitted.beta().value(), fitted.outgoingGamma(), fitted.incomingGamma());
    }

    static void json(PenaltyEstimation.Result fitted, Json json) {
        json.objects(
                        "graphs",
                        fitted.penalties().entrySet(),
                        (item, graph) -> item.text("name", graph.getKey())
                                .texts(
                                        "penalties",
                                        graph.getValue().stream()
                                                .map(String::valueOf)
                                                .toList()))
                .objects("shapes", fitted.library().shapes(), FitOutput::shape)
                .texts("warnings", fitted.remarks());
    }

    private static void shape(Json json, MeasuredShape shape) {
        json.text("name", shape.name())
                .text("graph", shape.shape().inWords())
                .texts(
                        "penalties",
                        shape.penalties().stream().map(String::valueOf).toList());
    }

    static void csv(PenaltyEstimation.Result fitted, Writer out) {
        Csv csv = Csv.with(out, "graph", "message", "penalty");
        fitted.penalties().forEach((name, penalties) -> {
            int message = 0;
            for (double penalty : penalties) {
                csv.row(name, ++message, penalty);
            }
        });
    }

    static void json(ModelFit.Result fitted, Map<String, ModelFit.Result> baselines, Json json) {
        json.text("model", fitted.model())
                .numbers("parameters", fitted.parameters())
                .number("meanGraphError", fitted.evaluation().meanGraphError())
                .number("meanMessageError", fitted.evaluation().meanMessageError())
                .number("leaveOneOutGraphError", fitted.leaveOneOutError())
                .number("leaveOneOutMessageError", fitted.leaveOneOutMessageError())
                .number("leaveFamilyOutGraphError", fitted.leaveFamilyOutError())
                .numbers("baselines", Maps.transformValues(baselines, ModelFit.Result::leaveOneOutError))
                .numbers("baselinesFamilyOut", Maps.transformValues(baselines, ModelFit.Result::leaveFamilyOutError))
                .numbers("leftOut", fitted.leftOut())
                .numbers("familyLeftOut", fitted.familyLeftOut())
                .texts("warnings", fitted.evaluation().warnings());
    }

    static void csv(ModelFit.Result fitted, Writer out) {
        Csv csv = Csv.with(out, "graph", "error", "errorLeftOut", "errorFamilyLeftOut");
        fitted.evaluation()
                .graphs()
                .forEach(graph -> csv.row(
                        graph.name(),
                        graph.meanAbsoluteError(),
                        fitted.leftOut().getOrDefault(graph.name(), Double.NaN),
                        fitted.familyLeftOut().getOrDefault(graph.name(), Double.NaN)));
    }
}
